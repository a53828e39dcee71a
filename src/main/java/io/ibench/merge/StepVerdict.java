package io.ibench.merge;

import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.PeriodReadings;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.PeriodSpan;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Readings;
import io.ibench.measure.Role;
import io.ibench.measure.Stalls;
import io.ibench.measure.StepGoal;
import io.ibench.measure.StepIdentity;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import io.ibench.report.store.StoredTarget;
import io.ibench.verdict.AgentRules;
import io.ibench.verdict.AgentRules.AgentTimes;
import io.ibench.verdict.Drift;
import io.ibench.verdict.Judge;
import io.ibench.verdict.Judgement;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a step of several agents: the {@link Judge}'s on the sums, the agents' own on
 * their machines and on the server, and that on how well they kept together. What only one agent's
 * counts show is a remark. Not thread-safe.
 */
final class StepVerdict {

  private static final double NANOS = 1e9;
  private static final double MICRO_NANOS = 1e3;

  private final int agents;
  private final List<Own> owns = new ArrayList<>();
  private final List<AgentTimes> times = new ArrayList<>();
  private final List<String> lost = new ArrayList<>();

  /**
   * What an agent says of its step.
   *
   * @param ofCounts what follows from its counts alone
   * @param others reasons that follow from anything else
   */
  private record Own(
      AgentFolder agent,
      Verdict verdict,
      List<String> reasons,
      Judgement ofCounts,
      List<String> others,
      List<String> otherRemarks) {}

  /** The verdict as summary.json has it. */
  record Judged(
      Optional<Verdict> verdict, List<String> reasons, List<String> remarks, List<String> drift) {
    static final Judged NONE = new Judged(Optional.empty(), List.of(), List.of(), List.of());
  }

  StepVerdict(int agents) {
    this.agents = agents;
  }

  void add(AgentFolder agent, Step step, PeriodIntervals intervals) {
    Judgement ofCounts =
        ofCounts(step, intervals, step.verdict().equals(Optional.of(Verdict.SHORT)));
    add(agent, step, ofCounts);
    step.agent()
        .ifPresent(
            clock ->
                times.add(
                    new AgentTimes(
                        agent.title(),
                        clock.startLateUs(),
                        clock.endUs(),
                        clock.offsetUncertaintyUs())));
  }

  /** A step without workers. */
  void addAction(AgentFolder agent, Step step) {
    add(agent, step, new Judgement(Verdict.VALID, List.of(), List.of()));
  }

  private void add(AgentFolder agent, Step step, Judgement ofCounts) {
    owns.add(
        new Own(
            agent,
            step.verdict().orElse(Verdict.VALID),
            step.reasons(),
            ofCounts,
            without(step.reasons(), ofCounts.reasons()),
            without(step.remarks(), ofCounts.remarks())));
  }

  private static List<String> without(List<String> texts, List<String> others) {
    return texts.stream().filter(text -> !others.contains(text)).toList();
  }

  void addLost(String sentence) {
    lost.add(sentence);
  }

  List<String> lost() {
    return lost;
  }

  /** A step without workers is that of the first agent; the others may have failed all the same. */
  Judged ofAction(Step first) {
    GroupedTexts others = new GroupedTexts(agents);
    Verdict worst = first.verdict().orElse(Verdict.VALID);
    for (Own own : owns.subList(Math.min(1, owns.size()), owns.size())) {
      if (own.verdict().isBad()) {
        others.add(own.agent(), own.reasons());
        worst = worst.with(own.verdict());
      }
    }
    Set<String> reasons = new LinkedHashSet<>(first.reasons());
    reasons.addAll(others.texts());
    return new Judged(Optional.of(worst), List.copyOf(reasons), first.remarks(), first.drift());
  }

  /** The verdict on the sum of all agents. */
  Judged judge(Step sum, PeriodIntervals intervals) {
    boolean brief = owns.stream().anyMatch(own -> own.verdict() == Verdict.SHORT);
    Judgement counts = ofCounts(sum, intervals, brief);
    boolean isShort = counts.verdict() == Verdict.SHORT;
    // Its start is too large a part of a short step.
    Judgement together =
        AgentRules.judge(
            isShort ? List.of() : times,
            lost,
            sum.whole().figures().valueOr(Figure.SECONDS, 0),
            intervals.lengthNanos() / NANOS);
    GroupedTexts others = new GroupedTexts(agents);
    GroupedTexts remarks = new GroupedTexts(agents);
    GroupedTexts alone = new GroupedTexts(agents);
    Verdict worst = counts.verdict().with(together.verdict());
    for (Own own : owns) {
      others.add(own.agent(), own.others());
      remarks.add(own.agent(), own.otherRemarks());
      if (own.ofCounts().verdict() != Verdict.SHORT) {
        alone.add(own.agent(), without(own.ofCounts().reasons(), counts.reasons()));
      }
      worst = own.others().isEmpty() ? worst : worst.with(own.verdict());
    }
    Set<String> reasons = new LinkedHashSet<>(together.reasons());
    ordered(reasons, others.texts(), isShort && worst.isBad() ? List.of() : counts.reasons());
    Set<String> allRemarks = new LinkedHashSet<>(counts.remarks());
    allRemarks.addAll(remarks.texts());
    allRemarks.addAll(agents == 1 ? List.of() : alone.texts());
    return new Judged(
        Optional.of(worst), List.copyOf(reasons), List.copyOf(allRemarks), drift(sum, intervals));
  }

  /** In the order of the first agent, which has the gravest first. */
  private void ordered(Set<String> reasons, List<String> others, List<String> counts) {
    List<String> all = new ArrayList<>(others);
    all.addAll(counts);
    owns.stream()
        .limit(1)
        .flatMap(own -> own.reasons().stream())
        .filter(all::contains)
        .forEach(reasons::add);
    reasons.addAll(all);
  }

  private static Judgement ofCounts(Step step, PeriodIntervals intervals, boolean brief) {
    return new Judge(roles(step), ServerPlace.OTHER_MACHINE).of(result(step, intervals, brief));
  }

  private static List<String> drift(Step step, PeriodIntervals intervals) {
    boolean isKnown =
        step.periods().stream()
            .flatMap(period -> period.operations().stream())
            .allMatch(op -> op.count() == 0 || op.service().get("p99_us") != null);
    return Drift.sentences(result(step, intervals, false), roles(step)).stream()
        .filter(sentence -> isKnown || !sentence.contains("p99"))
        .toList();
  }

  private static List<Role> roles(Step step) {
    return step.whole().operations().stream().map(Operation::role).toList();
  }

  static Role role(StoredTarget target) {
    return switch (target.counts()) {
      case "queries" -> Role.QUERY;
      case "inserted_rows" -> Role.INSERT;
      default -> Role.DELETE;
    };
  }

  /** The step without what only its process knew: how it ended, and its readings of the machine. */
  private static StepResult result(Step step, PeriodIntervals intervals, boolean brief) {
    Map<String, Integer> numbers = new HashMap<>();
    step.whole().operations().forEach(op -> numbers.put(op.name(), numbers.size()));
    StepStart start =
        new StepStart(
            new StepIdentity(
                step.name(),
                step.kind().orElse(""),
                step.purpose().orElse(StepPurpose.MAIN),
                step.like(),
                (int) step.repeat(),
                (int) step.repeats()),
            step.unit(),
            new StepGoal(
                OptionalLong.empty(),
                OptionalLong.empty(),
                brief ? OptionalLong.of(1) : OptionalLong.empty()),
            (int) step.whole().figures().valueOr(Figure.THREADS, 0),
            step.paced(),
            0,
            step.targets().stream().map(StepVerdict::target).toList(),
            1,
            StepStart.Reached.NOTHING);
    List<PeriodResult> periods = new ArrayList<>();
    long at = 0;
    for (Period period : step.periods()) {
      PeriodIntervals none = PeriodIntervals.none(intervals.lengthNanos());
      periods.add(period(period, at, none, numbers));
      at += nanos(period);
    }
    return StepResultBuilder.builder()
        .step(start)
        .whole(period(step.whole(), 0, intervals, numbers))
        .periods(periods)
        .build();
  }

  /** A rate above it is found by the agent itself, which knows its groups without a rate. */
  private static RateTarget target(StoredTarget target) {
    return new RateTarget(
        target.group(),
        role(target),
        target.perSecond(),
        target
            .segment()
            .map(part -> new RateTarget.Segment(part.fromPerSecond(), part.toPerSecond())),
        true);
  }

  private static long nanos(Period period) {
    return nanos(Optional.ofNullable(period.figures().numbers().get("seconds")));
  }

  private static long nanos(Optional<Number> seconds) {
    return Math.round(seconds.map(Number::doubleValue).orElse(0.0) * NANOS);
  }

  private static PeriodResult period(
      Period period, long at, PeriodIntervals intervals, Map<String, Integer> numbers) {
    StoredOutages outages = period.outages();
    StoredStalls stalls = period.stalls();
    Number restarts = period.figures().numbers().getOrDefault("server_restarts", 0);
    Map<String, Long> end = new HashMap<>();
    end.put(HostMetric.SERVER_RESTARTS.key(), restarts.longValue());
    put(end, BoundaryMetric.SIZE, period.figures().numbers().get("db_bytes"), 1);
    put(end, BoundaryMetric.ROWS, period.figures().numbers().get("rows_in_tables"), 1);
    put(
        end,
        HostMetric.SERVER_RSS_BYTES.key(),
        period.figures().numbers().get("rss_end_gb"),
        NumberText.GB_BYTES);
    return new PeriodResult(
        new PeriodSpan(at, at + nanos(period), 0, 0, period.isPartial()),
        period.operations().stream().map(op -> operation(op, numbers)).toList(),
        new long[0],
        PeriodReadings.of(
            new Readings(Map.of(HostMetric.SERVER_RESTARTS.key(), 0L), Map.of(), Map.of()),
            new Readings(end, Map.of(), Map.of())),
        intervals,
        new Outages(outages.count(), nanos(outages.seconds()), outages.operationsLost(), List.of()),
        new Stalls(
            stalls.count(),
            nanos(stalls.seconds()),
            stalls.stopped(),
            nanos(stalls.stoppedSeconds()),
            nanos(stalls.longestStoppedSeconds()),
            List.of()),
        List.of());
  }

  private static void put(
      Map<String, Long> values, String key, @Nullable Number value, double unit) {
    if (value != null) {
      values.put(key, Math.round(value.doubleValue() * unit));
    }
  }

  private static OperationSummary operation(Operation operation, Map<String, Integer> numbers) {
    double p99 = operation.service().getOrDefault("p99_us", 0).doubleValue();
    long nanos = Math.round(p99 * MICRO_NANOS);
    LatencySummary latency =
        new LatencySummary(operation.count(), nanos, nanos, nanos, nanos, nanos, nanos, nanos);
    return new OperationSummary(
        numbers.getOrDefault(operation.name(), 0),
        operation.counts(),
        operation.errors().values().stream().map(Number::longValue).toList(),
        latency,
        latency,
        Optional.empty(),
        Optional.empty(),
        operation.buckets());
  }
}
