package io.ibench.engine;

import io.ibench.measure.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Compares the time of day with the clock that figures are measured with, and says when they moved
 * apart: the time of day was set, or the machine was suspended. Confined to the coordinating
 * thread.
 */
final class ClockWatch {

  private static final long JUMP_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** NTP turns a clock by 1/2000 at most, which is no jump. */
  private static final long MAX_SLEW = 1_000;

  /** Two readings that are further apart do not belong together. */
  private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int MAX_READINGS = 10;
  private static final int MAX_FACTS = 10;
  private static final double SECOND_NANOS = 1e9;

  private final Clock clock;
  private final List<String> facts = new ArrayList<>();
  private long unnamed;
  private boolean hasBegun;
  private long lastNanos;
  private long lastEpochMillis;
  private OptionalLong asleepNanos = OptionalLong.empty();

  ClockWatch(Clock clock) {
    this.clock = clock;
  }

  /**
   * Looks at both clocks; call it at the end of each interval.
   *
   * @param nanos of the clock that figures are measured with
   * @param epochMillis the time of day, read right after it
   * @return how long the machine was suspended since the last look, as far as known, in nanoseconds
   */
  long look(long nanos, long epochMillis) {
    if (!hasBegun) {
      hasBegun = true;
      asleepNanos = asleepNanos();
      keep(nanos, epochMillis);
      return 0;
    }
    if (!isJump(apart(nanos, epochMillis), nanos)) {
      keep(nanos, epochMillis);
      return 0;
    }
    return lookAgain();
  }

  private void keep(long nanos, long epochMillis) {
    lastNanos = nanos;
    lastEpochMillis = epochMillis;
  }

  /** By how much the time of day went further than the other clock. */
  private long apart(long nanos, long epochMillis) {
    return TimeUnit.MILLISECONDS.toNanos(epochMillis - lastEpochMillis) - (nanos - lastNanos);
  }

  private boolean isJump(long apartNanos, long nanos) {
    return Math.abs(apartNanos) > JUMP_NANOS + (nanos - lastNanos) / MAX_SLEW;
  }

  /** The thread may have lost its CPU between the two readings. */
  private long lookAgain() {
    for (int reading = 0; reading < MAX_READINGS; reading++) {
      long before = clock.nanoTime();
      long epochMillis = clock.epochMillis();
      if (clock.nanoTime() - before <= TOGETHER_NANOS) {
        long apart = apart(before, epochMillis);
        long suspended = isJump(apart, before) ? jumped(apart, before, epochMillis) : 0;
        keep(before, epochMillis);
        return suspended;
      }
    }
    return 0;
  }

  private long jumped(long apartNanos, long nanos, long epochMillis) {
    OptionalLong before = asleepNanos;
    asleepNanos = asleepNanos();
    long suspended =
        before.isPresent() && asleepNanos.isPresent()
            ? asleepNanos.getAsLong() - before.getAsLong()
            : 0;
    if (suspended <= JUMP_NANOS) {
      suspended = 0;
    }
    String at = Instant.ofEpochMilli(epochMillis).toString();
    if (suspended > 0) {
      add("the machine was suspended for %s s until %s, which is in no figure", suspended, at);
    }
    long set = apartNanos - suspended;
    if (isJump(set, nanos)) {
      String way = set > 0 ? "forward" : "back";
      String why = asleepNanos.isPresent() ? "" : ", or the machine was suspended";
      add(
          "the time of day was set "
              + way
              + " by %s s at %s"
              + why
              + ": figures do not depend on it, times in files and charts do",
          Math.abs(set),
          at);
    }
    return suspended;
  }

  private void add(String text, long nanos, String at) {
    if (facts.size() < MAX_FACTS) {
      facts.add(String.format(Locale.ROOT, text, seconds(nanos), at));
    } else {
      unnamed++;
    }
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%,.1f", nanos / SECOND_NANOS);
  }

  /** The time that only the clock that goes on during a suspend has counted. */
  private OptionalLong asleepNanos() {
    OptionalLong boot = clock.bootNanos();
    return boot.isPresent()
        ? OptionalLong.of(boot.getAsLong() - clock.nanoTime())
        : OptionalLong.empty();
  }

  /** What was noticed since the last call, a line each. */
  List<String> drainFacts() {
    List<String> drained = new ArrayList<>(facts);
    if (unnamed > 0) {
      drained.add(String.format(Locale.ROOT, "%,d more jumps of the clock", unnamed));
    }
    facts.clear();
    unnamed = 0;
    return drained;
  }
}
