package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Suggestion;
import io.ibench.engine.RunSettings;
import io.ibench.measure.WorkloadCounter;
import io.ibench.report.figures.Expectation;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what the user expects of each step. Not thread-safe. */
public final class ExpectationKeys {

  /** What precedes the name of a step. */
  public static final String EXPECT = "expect";

  private static final String ABORT = ".abort_after";

  private final Config config;
  private final Plan plan;
  private final long reportEveryNanos;
  private final List<Expectation> all = new ArrayList<>();
  private final Map<String, Long> abortAfterNanos = new HashMap<>();

  /**
   * What a run must keep.
   *
   * @param abortAfterNanos from when on a broken rate ends the run, by the step's name
   */
  public record Expectations(List<Expectation> all, Map<String, Long> abortAfterNanos) {}

  private ExpectationKeys(Config config, Plan plan, long reportEveryNanos) {
    this.config = config;
    this.plan = plan;
    this.reportEveryNanos = reportEveryNanos;
  }

  static List<Key<?>> keys() {
    return List.of(expect("STEP"), abort("STEP"));
  }

  private static Key<String> expect(String step) {
    return Key.text(
            EXPECT + "." + step, "limits of figures of STEP: qps > 5000/s, p99 < 50 ms, errors < 1")
        .optional();
  }

  private static Key<Long> abort(String step) {
    return Key.durationNanos(
            EXPECT + "." + step + ABORT,
            "from then on a report period that breaks an expected rate of STEP ends the run")
        .optional();
  }

  /** Marks the keys as known where no run begins. */
  static void declare(Config config) {
    config
        .namesUnder(EXPECT)
        .forEach(name -> config.declare(Key.text(EXPECT + "." + name, "").optional()));
  }

  static Expectations read(Config config, Plan plan, RunSettings settings) {
    ExpectationKeys reader = new ExpectationKeys(config, plan, settings.reportEveryNanos());
    reader.read();
    return new Expectations(List.copyOf(reader.all), Map.copyOf(reader.abortAfterNanos));
  }

  private void read() {
    Map<String, Step> steps = new LinkedHashMap<>();
    plan.steps().forEach(step -> steps.put(step.name(), step));
    Set<String> others = new LinkedHashSet<>(plan.kinds().keySet());
    others.addAll(config.prefixes(StepKeys.LIKE));
    for (String name : config.namesUnder(EXPECT)) {
      boolean abort = name.endsWith(ABORT);
      String step = abort ? name.substring(0, name.length() - ABORT.length()) : name;
      Key<?> key = abort ? abort(step) : expect(step);
      if (steps.containsKey(step)) {
        if (!abort) {
          expectations(steps.get(step));
        }
      } else if (others.contains(step)) {
        config.declare(key);
        config.unused(key);
      } else {
        Set<String> known = steps.isEmpty() ? others : steps.keySet();
        config.problem(
            "no step "
                + step
                + "; "
                + Suggestion.question(step, known).orElse("there are: " + String.join(", ", known)),
            key);
      }
    }
    steps.values().forEach(this::abort);
  }

  private void expectations(Step step) {
    Key<String> key = expect(step.name());
    Optional<String> text = config.find(key).filter(given -> !given.isBlank());
    if (text.isEmpty()) {
      return;
    }
    List<String> rates =
        plan.counters().stream().map(WorkloadCounter::rate).flatMap(Optional::stream).toList();
    ExpectationParser parser = new ExpectationParser(step.name(), plan.operations(), rates);
    all.addAll(parser.parse(text.get()));
    config.problems(key, parser.mistakes());
  }

  private void abort(Step step) {
    Key<Long> key = abort(step.name());
    if (!config.has(key.name())) {
      return;
    }
    long after = config.find(key).orElse(0L);
    String rates = String.join(", ", Expectation.rates());
    boolean hasRate =
        all.stream()
            .anyMatch(e -> e.step().equals(step.name()) && Expectation.rates().contains(e.key()));
    if (!hasRate) {
      config.problem(
          "needs an expected rate in " + expect(step.name()) + ": one of " + rates,
          key,
          expect(step.name()));
    } else if (step instanceof Step.Work work && work.repeatNanos(1).isPresent()) {
      long periods = Math.max(1, (after + reportEveryNanos - 1) / reportEveryNanos);
      if (periods > work.repeatNanos(1).getAsLong() / reportEveryNanos
          || periods * reportEveryNanos >= work.repeatNanos(1).getAsLong()) {
        config.problem(
            "never takes effect: the step ends before a report period ends at or after that time;"
                + " give a shorter time, or a shorter "
                + RunSettings.REPORT_EVERY.name(),
            key,
            RunSettings.REPORT_EVERY);
      }
    }
    abortAfterNanos.put(step.name(), after);
  }
}
