package io.ibench.host;

import java.util.BitSet;

/**
 * The ticks of some CPUs at one moment, from /proc/stat.
 *
 * @param usedTicks all except idle and iowait; includes steal, which was not available either
 */
record CpuTimes(long usedTicks, long totalTicks) {

  /** For a moment at which they could not be read. */
  static final CpuTimes UNKNOWN = new CpuTimes(0, 0);

  private static final int FIELDS = 8;
  private static final int IDLE = 3;
  private static final int IOWAIT = 4;

  /**
   * @param cpus whose ticks count; empty for all
   */
  static CpuTimes read(ProcReader reader, BitSet cpus) throws ProcException {
    ProcText stat = reader.proc("stat");
    long used = 0;
    long total = 0;
    while (stat.nextLine() && stat.startsWith("cpu")) {
      if (isOneOf(cpus, stat.word())) {
        for (int i = 0; i < FIELDS; i++) {
          long ticks = stat.number();
          total = ExactMath.sum(total, ticks);
          used = i == IDLE || i == IOWAIT ? used : ExactMath.sum(used, ticks);
        }
      }
    }
    if (total == 0) {
      throw stat.damaged("no lines of the CPUs");
    }
    return new CpuTimes(used, total);
  }

  private static boolean isOneOf(BitSet cpus, String label) {
    String number = label.substring("cpu".length());
    if (cpus.isEmpty() || number.isEmpty()) {
      return cpus.isEmpty() && number.isEmpty();
    }
    return number.chars().allMatch(Character::isDigit)
        && number.length() < 7
        && cpus.get(Integer.parseInt(number));
  }

  /** The used share since an earlier moment, 0 .. 1; negative if unknown. */
  double usedSince(CpuTimes before) {
    long total = totalTicks - before.totalTicks;
    boolean isKnown = before.totalTicks > 0 && total > 0;
    return isKnown ? (usedTicks - before.usedTicks) / (double) total : -1;
  }
}
