package io.ibench.verdict;

import java.util.List;
import java.util.Locale;

/** Judges whether the drivers of a step worked as one client. Stateless. */
public final class DriverRules {

  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;

  private DriverRules() {}

  /**
   * A driver's times in a step, by the server's clock.
   *
   * @param lateMicros how long after the agreed start it began
   * @param endMicros when it ended, after the agreed start
   * @param uncertaintyMicros how far its clock may be off
   */
  public record DriverTimes(
      String title, long lateMicros, long endMicros, long uncertaintyMicros) {}

  /**
   * Judges a step.
   *
   * @param drivers those that worked to its end; one has nothing to be compared with
   * @param lost a sentence for each driver that did not
   * @param seconds the length of the step
   * @param intervalSeconds the length of an interval
   */
  public static Judgement judge(
      List<DriverTimes> drivers, List<String> lost, double seconds, double intervalSeconds) {
    Findings findings = new Findings();
    lost.forEach(findings::invalid);
    if (drivers.size() > 1) {
      judgeStarts(drivers, findings);
      judgeEnds(drivers, seconds, findings);
      judgeClocks(drivers, intervalSeconds, findings);
    }
    return findings.judgement();
  }

  private static void judgeStarts(List<DriverTimes> drivers, Findings findings) {
    long first = drivers.stream().mapToLong(DriverTimes::lateMicros).min().orElseThrow();
    DriverTimes last = latest(drivers, drivers.get(0), true);
    double spread = (last.lateMicros() - first) / MICROS;
    if (spread > Thresholds.MAX_START_SPREAD_SECONDS) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s began %s after the first driver (most: %s)",
              last.title(),
              NumberWords.duration(spread, Thresholds.MAX_START_SPREAD_SECONDS),
              NumberWords.duration(Thresholds.MAX_START_SPREAD_SECONDS)));
    }
  }

  private static DriverTimes latest(List<DriverTimes> drivers, DriverTimes first, boolean starts) {
    DriverTimes latest = first;
    for (DriverTimes driver : drivers) {
      long time = starts ? driver.lateMicros() : driver.endMicros();
      latest = time > (starts ? latest.lateMicros() : latest.endMicros()) ? driver : latest;
    }
    return latest;
  }

  private static void judgeEnds(List<DriverTimes> drivers, double seconds, Findings findings) {
    long first = drivers.stream().mapToLong(DriverTimes::endMicros).min().orElseThrow();
    DriverTimes last = latest(drivers, drivers.get(0), false);
    double apart = (last.endMicros() - first) / MICROS;
    double percent = seconds > 0 ? PERCENT * apart / seconds : 0;
    if (percent > Thresholds.MAX_ENDS_APART_PERCENT) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s worked %s longer than the first driver that ended, %s of the time (most: %s)",
              last.title(),
              NumberWords.duration(apart),
              NumberWords.percent(percent, Thresholds.MAX_ENDS_APART_PERCENT),
              NumberWords.percent(Thresholds.MAX_ENDS_APART_PERCENT)));
    }
  }

  private static void judgeClocks(
      List<DriverTimes> drivers, double intervalSeconds, Findings findings) {
    DriverTimes worst = drivers.get(0);
    for (DriverTimes driver : drivers) {
      worst = driver.uncertaintyMicros() > worst.uncertaintyMicros() ? driver : worst;
    }
    double uncertain = worst.uncertaintyMicros() / MICROS;
    double most = intervalSeconds * Thresholds.MAX_CLOCK_UNCERTAINTY_SHARE;
    if (uncertain > most) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "the clock of %s is known to %s only (most: %s, a tenth of an interval)",
              worst.title(),
              NumberWords.duration(uncertain, most),
              NumberWords.duration(most)));
    }
  }
}
