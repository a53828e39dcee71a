package io.ibench.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Breaks off calls to a server that does not answer. It looks at what workers publish anyway, so it
 * costs them nothing. A call is broken off between {@code outage.silent} and a tenth more after its
 * begin. If that does not end it, the run ends after {@code outage.max} more. Not thread-safe;
 * confined to the coordinating thread.
 */
final class SilenceWatch {

  /** Between two looks at most. */
  private static final long MAX_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** More different stacks are left out. */
  private static final int MAX_STACKS = 10;

  private static final double SECOND_NANOS = 1e9;

  private final RunControl control;
  private final long silentNanos;
  private final long outageMaxNanos;
  private final List<? extends Caller> callers;
  private final long[] progress;
  private final long[] callSince;
  private final long[] silentSince;
  private final Map<String, Integer> stacks = new LinkedHashMap<>();
  private long lastLook;
  private long brokenOff;

  /** A worker as seen from outside. */
  interface Caller {

    /** Grows with each operation that ends and with each call to the server after a failure. */
    long progress();

    /** Whether it waits for the server. */
    boolean isCalling();

    /**
     * Breaks off its current call, and returns at once.
     *
     * @param afterNanos how long it had no answer
     * @return where the call waits
     */
    String breakOff(long afterNanos);
  }

  /**
   * @param outageMaxNanos how long breaking off may have no effect
   */
  SilenceWatch(
      RunControl control, long silentNanos, long outageMaxNanos, List<? extends Caller> callers) {
    this.control = control;
    this.silentNanos = silentNanos;
    this.outageMaxNanos = outageMaxNanos;
    this.callers = silentNanos == Long.MAX_VALUE ? List.of() : List.copyOf(callers);
    this.progress = new long[this.callers.size()];
    this.callSince = new long[this.callers.size()];
    this.silentSince = new long[this.callers.size()];
  }

  /** The workers begin. */
  void begin(long startNanos) {
    lastLook = startNanos;
    for (int i = 0; i < callers.size(); i++) {
      progressed(i, startNanos);
    }
  }

  private void progressed(int caller, long now) {
    progress[caller] = callers.get(caller).progress();
    callSince[caller] = now;
    silentSince[caller] = now;
  }

  /** Looks at the workers, if it is time. */
  void look(long now) {
    if (callers.isEmpty() || now - lastLook < Math.min(MAX_EVERY_NANOS, silentNanos / 10)) {
      return;
    }
    lastLook = now;
    for (int i = 0; i < callers.size(); i++) {
      Caller caller = callers.get(i);
      if (caller.progress() != progress[i] || !caller.isCalling()) {
        progressed(i, now);
      } else if (now - callSince[i] - silentNanos >= outageMaxNanos) {
        control.fail(
            String.format(
                Locale.ROOT,
                "connection_lost: no answer for %.1f s, and the call could not be broken off",
                (now - callSince[i]) / SECOND_NANOS));
        return;
      } else if (now - silentSince[i] >= silentNanos) {
        silentSince[i] = now;
        brokenOff++;
        keep(caller.breakOff(now - callSince[i]));
      }
    }
  }

  private void keep(String stack) {
    if (stacks.size() < MAX_STACKS || stacks.containsKey(stack)) {
      stacks.merge(stack, 1, Integer::sum);
    }
  }

  /** What was broken off since the last call, in one line. */
  List<String> drainFacts() {
    if (brokenOff == 0) {
      return List.of();
    }
    String fact =
        String.format(
            Locale.ROOT,
            "%s without an answer for %.1f s: broken off (outage.silent)",
            brokenOff == 1 ? "1 call" : String.format(Locale.ROOT, "%,d calls", brokenOff),
            silentNanos / SECOND_NANOS);
    brokenOff = 0;
    return List.of(fact);
  }

  /** Where these calls waited; one line for each different stack. */
  List<String> drainDetails() {
    List<String> lines =
        stacks.entrySet().stream()
            .map(stack -> "no answer in " + stack.getKey() + ": " + stack.getValue() + " times")
            .collect(Collectors.toCollection(ArrayList::new));
    stacks.clear();
    return lines;
  }
}
