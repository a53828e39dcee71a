package io.ibench.server;

import java.util.Map;

/** How a process ended, in words. Stateless. */
final class ExitStatus {

  /** Java and shells add it to the number of the signal that ended a process. */
  private static final int SIGNALLED = 128;

  private static final int KILL = 9;
  private static final int LAST_SIGNAL = 64;

  private static final Map<Integer, String> NAMES =
      Map.of(
          1, "HUP", 2, "INT", 3, "QUIT", 4, "ILL", 6, "ABRT", 7, "BUS", 8, "FPE", KILL, "KILL", 11,
          "SEGV", 15, "TERM");

  private ExitStatus() {}

  /** Such as {@code with exit code 1}, or {@code by signal 11 (SIGSEGV)}. */
  static String text(int code) {
    int signal = code - SIGNALLED;
    if (signal <= 0 || signal > LAST_SIGNAL) {
      return "with exit code " + code;
    }
    String name = NAMES.containsKey(signal) ? " (SIG" + NAMES.get(signal) + ")" : "";
    return "by signal "
        + signal
        + name
        + (signal == KILL ? "; if the kernel did that because memory ran out, dmesg says so" : "");
  }
}
