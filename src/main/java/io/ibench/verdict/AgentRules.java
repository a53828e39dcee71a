package io.ibench.verdict;

import java.util.List;
import java.util.Locale;

/** Judges whether the agents of a step worked as one client. Stateless. */
public final class AgentRules {

  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;

  private AgentRules() {}

  /**
   * An agent's times in a step, by the server's clock.
   *
   * @param lateMicros how long after the agreed start it began
   * @param endMicros when it ended, after the agreed start
   * @param uncertaintyMicros how far its clock may be off
   */
  public record AgentTimes(String title, long lateMicros, long endMicros, long uncertaintyMicros) {}

  /**
   * Judges a step.
   *
   * @param agents those that worked to its end; one has nothing to be compared with
   * @param lost a sentence for each agent that did not
   * @param seconds the length of the step
   * @param intervalSeconds the length of an interval
   */
  public static Judgement judge(
      List<AgentTimes> agents, List<String> lost, double seconds, double intervalSeconds) {
    Findings findings = new Findings();
    lost.forEach(findings::invalid);
    if (agents.size() > 1) {
      judgeStarts(agents, findings);
      judgeEnds(agents, seconds, findings);
      judgeClocks(agents, intervalSeconds, findings);
    }
    return findings.judgement();
  }

  private static void judgeStarts(List<AgentTimes> agents, Findings findings) {
    long first = agents.stream().mapToLong(AgentTimes::lateMicros).min().orElseThrow();
    AgentTimes last = latest(agents, agents.get(0), true);
    double spread = (last.lateMicros() - first) / MICROS;
    if (spread > Thresholds.MAX_START_SPREAD_SECONDS) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s began %s after the first agent (most: %s)",
              last.title(),
              NumberWords.duration(spread, Thresholds.MAX_START_SPREAD_SECONDS),
              NumberWords.duration(Thresholds.MAX_START_SPREAD_SECONDS)));
    }
  }

  private static AgentTimes latest(List<AgentTimes> agents, AgentTimes first, boolean starts) {
    AgentTimes latest = first;
    for (AgentTimes agent : agents) {
      long time = starts ? agent.lateMicros() : agent.endMicros();
      latest = time > (starts ? latest.lateMicros() : latest.endMicros()) ? agent : latest;
    }
    return latest;
  }

  private static void judgeEnds(List<AgentTimes> agents, double seconds, Findings findings) {
    long first = agents.stream().mapToLong(AgentTimes::endMicros).min().orElseThrow();
    AgentTimes last = latest(agents, agents.get(0), false);
    double apart = (last.endMicros() - first) / MICROS;
    double percent = seconds > 0 ? PERCENT * apart / seconds : 0;
    if (percent > Thresholds.MAX_ENDS_APART_PERCENT) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s worked %s longer than the first agent that ended, %s of the time (most: %s)",
              last.title(),
              NumberWords.duration(apart),
              NumberWords.percent(percent, Thresholds.MAX_ENDS_APART_PERCENT),
              NumberWords.percent(Thresholds.MAX_ENDS_APART_PERCENT)));
    }
  }

  private static void judgeClocks(
      List<AgentTimes> agents, double intervalSeconds, Findings findings) {
    AgentTimes worst = agents.get(0);
    for (AgentTimes agent : agents) {
      worst = agent.uncertaintyMicros() > worst.uncertaintyMicros() ? agent : worst;
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
