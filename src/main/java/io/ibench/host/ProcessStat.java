package io.ibench.host;

/**
 * The contents of /proc/PID/stat.
 *
 * @param ownTicks CPU of its own, without the part of a tick
 * @param reapedTicks CPU of the descendants that were waited for
 * @param threads its own included
 * @param startTicks start of the process since boot: distinguishes it from a later one with its pid
 */
record ProcessStat(
    long pid,
    String command,
    String state,
    long parentPid,
    long ownTicks,
    long reapedTicks,
    long threads,
    long startTicks) {

  private static final long NANOS_PER_TICK = 1_000_000_000L / CpuGauge.TICKS_PER_SECOND;

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
    text.skip(2);
    long threads = text.number();
    text.skip(1);
    long start = text.number();
    return new ProcessStat(pid, command, state, parentPid, own, reaped, threads, start);
  }

  /**
   * CPU of its own and of the descendants that were waited for. That of a process of one thread is
   * exact where the kernel tells it: a thousand backends have used the parts of a tick, which are
   * five seconds, and their parent gets these when they end.
   */
  long nanos(ProcReader reader) throws ProcException {
    long own = ExactMath.product(ownTicks, NANOS_PER_TICK);
    long exact = threads == 1 ? exactNanos(reader) : 0;
    return ExactMath.sum(Math.max(own, exact), ExactMath.product(reapedTicks, NANOS_PER_TICK));
  }

  /** 0 if it has ended since, or the kernel does not tell it. */
  private long exactNanos(ProcReader reader) {
    try {
      ProcText text = reader.proc(pid + "/schedstat");
      return text.nextLine() ? text.number() : 0;
    } catch (ProcException e) {
      return 0;
    }
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
