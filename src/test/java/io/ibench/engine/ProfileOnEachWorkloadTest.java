package io.ibench.engine;

import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.Problem;
import io.ibench.db.Adapter;
import io.ibench.db.Adapters;
import io.ibench.measure.RateTarget;
import io.ibench.measure.StepStart;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.PlanContext;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A load profile on a step of each kind of each workload: it is refused, or the step lasts as long
 * as the profile and does what {@code check} and the targets promise.
 */
class ProfileOnEachWorkloadTest {

  /** A file for each workload, by the workload's name. */
  private static final Map<String, String> FILES =
      Map.of(
          "kv", "kv",
          "ycsb", "ycsb",
          "io", "io-innosim",
          "oltp", "oltp",
          "linkbench", "linkbench",
          "insert", "insert",
          "custom", "orders",
          "script", "tpcc");

  private static final List<Long> SEGMENT_SECONDS = List.of(4L, 4L, 2L);
  private static final List<Double> SEGMENT_RATES = List.of(100.0, 200.0, 50.0);
  private static final long DUE = 1300;
  private static final long SECONDS = 10;

  private static Workload workload(String name) {
    return ServiceLoader.load(Workload.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Config config(String workload, String... settings) {
    Path file = Path.of("workloads", FILES.get(workload) + ".properties");
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of(settings));
    config.declare(Key.text("workload", "read by others"));
    return config;
  }

  private static Plan plan(String workload, Config config) {
    Adapter sqlite = Adapters.named("sqlite");
    return workload(workload)
        .plan(config, new PlanContext("sqlite", List.of("sqlite"), sqlite.language()));
  }

  /** Steps are of this kind, and profiled. */
  private static Config profiled(String workload, String kind) {
    return config(
        workload,
        // What a step of kv's values of several lengths needs.
        workload.equals("kv") ? "kv.max_value_size=1024" : "seed=1",
        "steps=profiled",
        "profiled.like=" + kind,
        "profiled.profile=100/s 4s, ..300/s 4s, 50/s 2s");
  }

  private static Stream<Map.Entry<String, StepKind>> kinds(String workload) {
    return plan(workload, config(workload)).kinds().entrySet().stream()
        .filter(kind -> !kind.getValue().action());
  }

  /** With requests of one group, which a profile can pace. */
  private static boolean takesProfile(StepKind kind) {
    return kind.rows().isEmpty() && kind.roles().isEmpty() && kind.mixes().size() <= 1;
  }

  static List<Arguments> kindsWithProfile() {
    return arguments(true);
  }

  static List<Arguments> kindsWithout() {
    return arguments(false);
  }

  private static List<Arguments> arguments(boolean takes) {
    List<Arguments> all = new ArrayList<>();
    FILES.keySet().stream()
        .sorted()
        .forEach(
            workload ->
                kinds(workload)
                    .filter(kind -> takesProfile(kind.getValue()) == takes)
                    .forEach(kind -> all.add(Arguments.of(workload, kind.getKey()))));
    return all;
  }

  @Test
  void eachWorkloadHasAFile() {
    assertThat(ServiceLoader.load(Workload.class).stream().map(each -> each.get().name()))
        .containsExactlyInAnyOrderElementsOf(FILES.keySet());
  }

  @ParameterizedTest
  @MethodSource("kindsWithProfile")
  void theStepLastsAsLongAsTheProfileAndItsGroupsDoWhatTheirTargetsSay(
      String workload, String kind) {
    Config config = profiled(workload, kind);
    Step.Work step =
        plan(workload, config).steps().stream()
            .filter(each -> each.name().equals("profiled"))
            .map(Step.Work.class::cast)
            .findFirst()
            .orElseThrow();
    // The file also sets keys of steps that are not done here.
    assertThat(config.problems().stream().map(Problem::toString))
        .allMatch(problem -> problem.contains("unknown key"));
    assertThat(step.certainNanos()).hasValue(SECONDS * SECOND);
    assertThat(step.repeat()).isEqualTo(SEGMENT_SECONDS.size());
    double[] planned = new double[step.groups().size()];
    for (int repeat = 1; repeat <= step.repeat(); repeat++) {
      long seconds = SEGMENT_SECONDS.get(repeat - 1);
      StepStart start = WorkRun.start(step, repeat, 0, StepStart.Reached.NOTHING, Division.WHOLE);
      assertThat(start.goal().nanos()).hasValue(seconds * SECOND);
      assertThat(start.targets().get(0).perSecond()).isEqualTo(SEGMENT_RATES.get(repeat - 1));
      for (int group = 0; group < planned.length; group++) {
        planned[group] += seconds * target(start, step.groups().get(group));
      }
    }
    assertThat(planned[0]).isEqualTo(DUE);
    for (int other = 1; other < planned.length; other++) {
      Step.Group group = step.groups().get(other);
      double rate = group.rate().isUnlimited() ? 0 : group.rate().perSecond();
      assertThat(planned[other]).as(group.name()).isCloseTo(SECONDS * rate, within(1e-6));
    }
    for (int group = 0; group < planned.length; group++) {
      assertThat((double) due(step, step.groups().get(group)))
          .as(step.groups().get(group).name())
          .isBetween(planned[group], planned[group] + 1);
    }
  }

  /** 0 without a target rate. */
  private static double target(StepStart start, Step.Group group) {
    return start.targets().stream()
        .filter(target -> target.group().equals(group.name()) || target.group().isEmpty())
        .filter(target -> target.role() == group.role())
        .mapToDouble(RateTarget::perSecond)
        .sum();
  }

  /** The operations of all threads that are due in the step's time; 0 without a target rate. */
  private static long due(Step.Work step, Step.Group group) {
    long start = ScriptedClock.START;
    long end = start + SECONDS * SECOND;
    long due = 0;
    for (int number = 0; number < group.allThreads(); number++) {
      Pacer pacer =
          Pacers.of(
              group,
              step.profileOf(group),
              number,
              new Schedule(start, 0, end),
              new ScriptedClock(),
              new StopFlag(),
              1);
      while (pacer.skip() < end) {
        due++;
      }
    }
    return due;
  }

  @ParameterizedTest
  @MethodSource("kindsWithout")
  void anyOtherKindOfStepRefusesAProfile(String workload, String kind) {
    Config config = profiled(workload, kind);
    plan(workload, config);
    workload(workload).keys().forEach(config::declare);
    assertThat(config.problems().stream().map(Problem::toString))
        .anyMatch(problem -> problem.contains("profiled.profile"));
  }
}
