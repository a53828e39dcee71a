package io.ibench.host;

/**
 * The contents of /proc/PID/stat.
 *
 * @param reapedTicks CPU of the descendants that were waited for
 * @param startTicks start of the process since boot: distinguishes it from a later one with its pid
 */
record ProcessStat(
    long pid,
    String command,
    String state,
    long parentPid,
    long ownTicks,
    long reapedTicks,
    long startTicks) {

  static ProcessStat read(ProcReader reader, long pid) throws ProcException {
    ProcText text = reader.proc(pid + "/stat");
    if (!text.nextLine()) {
      throw text.damaged("no line");
    }
    String command = command(text);
    String state = text.word();
    long parentPid = text.number();
    text.skip(9);
    long own = ExactMath.sum(text.number(), text.number());
    long reaped = ExactMath.sum(text.number(), text.number());
    text.skip(4);
    long start = text.number();
    return new ProcessStat(pid, command, state, parentPid, own, reaped, start);
  }

  /** The last ')' ends the command, which may contain blanks and parentheses. */
  private static String command(ProcText text) throws ProcException {
    String line = text.rest();
    text.skipPastLast(')');
    int open = line.indexOf('(');
    int close = line.lastIndexOf(')');
    if (open < 0 || open > close) {
      throw text.damaged("no command");
    }
    return line.substring(open + 1, close);
  }

  /** False for a zombie. */
  boolean isAlive() {
    return !state.equals("Z") && !state.equalsIgnoreCase("X");
  }
}
