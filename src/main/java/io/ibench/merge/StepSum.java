package io.ibench.merge;

import io.ibench.measure.PeriodIntervals;
import io.ibench.merge.AgentFolder.StepTime;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Ending;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReport.StoredFailure;
import io.ibench.report.store.RunReport.Texts;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.StoredAnswers;
import io.ibench.report.store.StoredClient;
import io.ibench.report.store.StoredEvent;
import io.ibench.report.store.StoredPart;
import io.ibench.report.store.StoredTarget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * A step or one repeat of it, summed up over the agents that ended it. A step without workers is
 * that of the first agent, which alone does its work. Not thread-safe.
 */
final class StepSum {

  private static final int HEX = 16;

  final StepKey key;
  final Step first;
  final IntervalTable intervals;
  private final int rankOfFirst;
  private final int agents;
  private final StepTime timeOfFirst;
  private final PeriodSum whole;
  private final List<PeriodSum> periods = new ArrayList<>();

  /** When each agent's periods end, in seconds since the start of its step, by its rank. */
  private final Map<Integer, double[]> periodEnds = new HashMap<>();

  private final List<Period> ended = new ArrayList<>();
  private final GroupedTexts facts;
  private final GroupedTexts details;
  private final GroupedTexts problems;
  private final GroupedTexts failures;
  private final StepVerdict verdict;
  private final Map<String, Double> targets = new LinkedHashMap<>();
  private final List<StoredClient> clients = new ArrayList<>();
  private final Map<String, Long> checksums = new TreeMap<>();
  private Optional<String> unknownAnswers = Optional.empty();
  private Optional<String> varyingAnswers = Optional.empty();
  private final List<StoredFailure> firstFailures = new ArrayList<>();
  private final List<StoredEvent> events = new ArrayList<>();
  private final Map<String, PartSum> parts = new LinkedHashMap<>();
  private boolean interrupted;
  private boolean failed;
  private int added;

  @SuppressWarnings("NullAway.Init") // end() comes before what reads it
  private Period wholeSum;

  private static final class PartSum {
    private final StoredPart first;
    private final LatencySum latencies = new LatencySum();
    private long count;

    PartSum(StoredPart first) {
      this.first = first;
    }

    void add(StoredPart part) {
      count += part.count();
      latencies.add(part.service(), part.count());
    }

    StoredPart sum() {
      return new StoredPart(first.operation(), first.part(), count, latencies.micros(null));
    }
  }

  /**
   * @param rank of the first agent that ended it
   * @param agents of the run
   * @param time of the first agent
   */
  StepSum(int rank, Step first, StepTime time, int agents) {
    this.rankOfFirst = rank;
    this.key = StepKey.of(first);
    this.first = first;
    this.agents = agents;
    this.timeOfFirst = time;
    this.whole = new PeriodSum(first.unit());
    int speakers = isAction() ? 1 : agents;
    this.facts = new GroupedTexts(speakers);
    this.details = new GroupedTexts(speakers);
    this.problems = new GroupedTexts(agents);
    this.failures = new GroupedTexts(agents);
    this.verdict = new StepVerdict(agents);
    this.intervals = new IntervalTable(intervalSeconds(first));
  }

  private static double intervalSeconds(Step step) {
    Number interval = step.whole().figures().numbers().get("rate_interval_s");
    return interval == null || interval.doubleValue() <= 0 ? 1 : interval.doubleValue();
  }

  int rankOfFirst() {
    return rankOfFirst;
  }

  /** Only the first agent does its work. */
  boolean isAction() {
    return first.whole().figures().valueOr(Figure.THREADS, 0) == 0;
  }

  /** Milliseconds from an agent's clock to that of the first one. */
  long shiftMillis(StepTime time) {
    return Math.round((time.offsetMicros() - timeOfFirst.offsetMicros()) / 1e3);
  }

  /**
   * Adds the part of an agent.
   *
   * @param counted its own intervals
   */
  void add(AgentFolder agent, Step step, StepTime time, PeriodIntervals counted) {
    failed |= step.state() == RunState.FAILED;
    interrupted |= step.interrupted();
    problems.add(agent, step.problems());
    step.failure().ifPresent(why -> failures.add(agent, List.of(why)));
    added++;
    if (isAction() && added > 1) {
      verdict.addAction(agent, step);
      return;
    }
    facts.add(agent, step.facts());
    details.add(agent, step.details());
    verdict.add(agent, step, counted);
    long shift = shiftMillis(time);
    whole.add(step.whole(), shift);
    double[] ends = new double[step.periods().size()];
    for (int i = 0; i < ends.length; i++) {
      if (periods.size() == i) {
        periods.add(new PeriodSum(first.unit()));
      }
      Period period = step.periods().get(i);
      periods.get(i).add(period, shift);
      ends[i] = (i == 0 ? 0 : ends[i - 1]) + seconds(period);
    }
    periodEnds.put(agent.rank(), ends);
    step.targets().forEach(t -> targets.merge(target(t), t.perSecond(), Double::sum));
    step.clients().stream().filter(client -> isOf(client, agent)).forEach(clients::add);
    step.answers().ifPresent(this::add);
    step.firstFailures().forEach(failure -> addFirst(failure, shift));
    if (added == 1) {
      events.addAll(step.events());
    }
    for (StoredPart part : step.parts()) {
      parts
          .computeIfAbsent(part.operation() + "\n" + part.part(), any -> new PartSum(part))
          .add(part);
    }
  }

  private static double seconds(Period period) {
    return period.figures().valueOr(Figure.SECONDS, 0);
  }

  /** An agent that did not end the step. */
  void addLost(String title, String since) {
    failed = true;
    verdict.addLost(title + " was lost" + since + ", and its part of the step is in no figure");
  }

  private static String target(StoredTarget target) {
    return target.group() + "\n" + target.counts();
  }

  /** All agents have an entry for each client, and one of them does its work. */
  private boolean isOf(StoredClient client, AgentFolder agent) {
    return (client.client() - 1) % agents == agent.rank();
  }

  /** Checksums are sums of hashes, so those of agents add up like those of workers. */
  private void add(StoredAnswers answers) {
    answers
        .checksums()
        .forEach(
            (operation, hash) ->
                checksums.merge(operation, Long.parseUnsignedLong(hash, HEX), Long::sum));
    unknownAnswers = unknownAnswers.or(answers::unknown);
    varyingAnswers = varyingAnswers.or(answers::varies);
  }

  /** The first one of each kind and operation counts. */
  private void addFirst(StoredFailure failure, long shift) {
    StoredFailure shifted =
        new StoredFailure(
            failure.kind(),
            failure.operation(),
            failure.time().plusMillis(shift),
            failure.seconds(),
            failure.text());
    firstFailures.removeIf(other -> isSameLater(other, shifted));
    boolean isKnown = firstFailures.stream().anyMatch(o -> o.kind().equals(failure.kind()));
    if (!isKnown) {
      firstFailures.add(shifted);
    }
  }

  private static boolean isSameLater(StoredFailure one, StoredFailure other) {
    return one.kind().equals(other.kind()) && one.time().isAfter(other.time());
  }

  double seconds() {
    return whole.seconds();
  }

  /** By the clock of the first agent. */
  long startMillis() {
    return timeOfFirst.startMillis();
  }

  Set<String> operations() {
    return whole.operations();
  }

  /** Successes of an operation in the whole step. */
  long count(String operation) {
    return whole.count(operation);
  }

  /**
   * The report period of an agent that contains a time of its step; the last one beyond its end.
   * Agents begin and end a period up to an interval apart, so each has borders of its own.
   */
  int periodAt(int rank, double seconds) {
    double[] ends = periodEnds.getOrDefault(rank, new double[0]);
    int period = 0;
    while (period < ends.length && seconds >= ends[period]) {
      period++;
    }
    return Math.max(0, Math.min(period, ends.length - 1));
  }

  /** Ends the next report period. */
  void endPeriod(Map<String, Map<String, Histogram>> histograms) {
    double from = 0;
    for (int i = 0; i < ended.size(); i++) {
      from += periods.get(i).seconds();
    }
    PeriodSum period = periods.get(ended.size());
    ended.add(
        isAction()
            ? first.periods().get(ended.size())
            : period.sum(histograms, intervals.intervals(from, from + period.seconds())));
  }

  int endedPeriods() {
    return ended.size();
  }

  int periodCount() {
    return periods.size();
  }

  /** Ends the step. */
  void end(Map<String, Map<String, Histogram>> histograms) {
    while (ended.size() < periods.size()) {
      endPeriod(Map.of());
    }
    wholeSum = isAction() ? first.whole() : whole.sum(histograms, wholeIntervals());
  }

  private PeriodIntervals wholeIntervals() {
    return intervals.intervals(0, Double.MAX_VALUE);
  }

  /** The sum; after {@link #end}. */
  Step sum() {
    StepVerdict.Judged judged =
        isAction()
            ? verdict.ofAction(first)
            : verdict.judge(step(StepVerdict.Judged.NONE), wholeIntervals());
    return step(judged);
  }

  private Step step(StepVerdict.Judged judged) {
    List<String> whys = failures.isEmpty() ? verdict.lost() : failures.texts();
    RunState state = failed ? RunState.FAILED : interrupted ? RunState.INTERRUPTED : RunState.DONE;
    return RunReportStepBuilder.builder(first)
        .planned(RunReportPlannedBuilder.builder(first.planned()).targets(targets()).build())
        .whole(wholeSum)
        .clients(clients.stream().sorted(Comparator.comparingLong(StoredClient::client)).toList())
        .answers(answers())
        .periods(List.copyOf(ended))
        .texts(
            new Texts(
                facts.texts(),
                details.texts(),
                problems.texts(),
                judged.reasons(),
                judged.remarks(),
                judged.drift()))
        .ending(
            new Ending(
                state,
                interrupted,
                whys.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", whys)),
                firstFailures.stream().sorted(Comparator.comparing(StoredFailure::time)).toList(),
                events,
                judged.verdict(),
                Optional.empty()))
        .parts(parts.values().stream().map(PartSum::sum).toList())
        .agent(agents == 1 ? first.agent() : Optional.empty())
        .build();
  }

  private Optional<StoredAnswers> answers() {
    Map<String, String> hashes = new LinkedHashMap<>();
    if (unknownAnswers.isEmpty()) {
      checksums.forEach(
          (operation, sum) -> hashes.put(operation, String.format(Locale.ROOT, "%016x", sum)));
    }
    return first.answers().map(any -> new StoredAnswers(hashes, unknownAnswers, varyingAnswers));
  }

  private List<StoredTarget> targets() {
    List<StoredTarget> all = new ArrayList<>();
    for (StoredTarget target : first.targets()) {
      double ofGroup = Objects.requireNonNull(targets.get(target(target)));
      double ofAll =
          first.targets().stream()
              .filter(other -> other.counts().equals(target.counts()))
              .mapToDouble(other -> targets.get(target(other)))
              .sum();
      double factor = ofGroup / target.perSecond();
      all.add(
          StoredTarget.reached(
              new StoredTarget.Group(target.group(), target.counts(), ofGroup),
              ofAll,
              count(target),
              whole.seconds(),
              target
                  .segment()
                  .map(
                      part ->
                          new StoredTarget.Segment(
                              part.fromPerSecond() * factor, part.toPerSecond() * factor))));
    }
    return all;
  }

  private long count(StoredTarget target) {
    return wholeSum.operations().stream()
        .filter(operation -> operation.role() == StepVerdict.role(target))
        .mapToLong(target.counts().equals("queries") ? Operation::count : Operation::rows)
        .sum();
  }
}
