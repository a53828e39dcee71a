package io.ibench.engine;

import static io.ibench.engine.TestSettings.SECOND;
import static io.ibench.report.InsertSamples.operation;
import static io.ibench.report.Samples.period;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodResult;
import io.ibench.report.Samples;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.ForwardingPlan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** When another run must get the same answers. */
class RepeatabilityTest {

  private static final PeriodResult CLEAN = period(1, operation(0, 10, 10, 1000));
  private static final Step.Work LOAD = step("load", TableUse.LOADS, 1);
  private static final Step.Work REQUEST = step("request", TableUse.WRITES, 1);
  private static final Step.Work PARALLEL = step("parallel", TableUse.WRITES, 2);
  private static final Step.Work CHECK = step("check", TableUse.READS, 1);

  private static final Plan PLAN =
      new ForwardingPlan(new FakePlan()) {
        @Override
        public boolean workersAreIndependent(Step.Work step) {
          return step.name().equals("load");
        }
      };

  private final Repeatability repeatability = new Repeatability(PLAN, true, true);

  private static Step.Work step(String name, TableUse use, int threads) {
    return new Step.Work(
        name,
        name,
        Optional.empty(),
        use,
        OptionalLong.empty(),
        OptionalLong.of(10),
        1,
        OptionalLong.empty(),
        false,
        List.of(new Step.Group("", threads, Rate.UNLIMITED, 1)),
        Optional.empty());
  }

  private Optional<String> varies(Step.Work step) {
    return repeatability.varies(step, CLEAN, false, false);
  }

  private static String alone(Step.Work step, PeriodResult whole, boolean stopped, boolean byTime) {
    Repeatability fresh = new Repeatability(PLAN, true, true);
    fresh.varies(LOAD, CLEAN, false, false);
    return fresh.varies(step, whole, stopped, byTime).orElse("");
  }

  @Test
  void afterItsOwnLoadAStepOfOneThreadAndSoManyOperationsIsRepeatable() {
    assertThat(varies(REQUEST)).hasValue("the run did not load its data itself");
    assertThat(varies(LOAD)).isEmpty();
    assertThat(varies(REQUEST)).isEmpty();
    assertThat(varies(step("load", TableUse.LOADS, 4))).as("its threads are independent").isEmpty();
  }

  @Test
  void whatElseDecidesAnswersIsNamed() {
    assertThat(alone(REQUEST, CLEAN, true, false)).contains("stopped");
    assertThat(alone(REQUEST, CLEAN, false, true)).contains("after a time");
    assertThat(alone(PARALLEL, CLEAN, false, false)).startsWith("its 2 threads ");
    assertThat(alone(REQUEST, period(1, Samples.operation(0, 1, 1)), false, false))
        .as("7 retries")
        .contains("repeated");
    PeriodResult outage =
        new Samples.PeriodBuilder(1).outages(new Outages(1, SECOND, 0, List.of())).build();
    assertThat(alone(REQUEST, outage, false, false)).contains("repeated");
    assertThat(new Repeatability(PLAN, true, false).varies(LOAD, CLEAN, false, false).get())
        .contains("time of day", "row_time");
    assertThat(new Repeatability(PLAN, false, true).varies(LOAD, CLEAN, false, false).get())
        .contains("keeps no data");
  }

  @Test
  void rowsThatVaryMakeLaterAnswersVaryUntilTheNextLoad() {
    varies(LOAD);
    assertThat(repeatability.varies(CHECK, CLEAN, false, true)).isPresent();
    assertThat(varies(REQUEST)).as("a step that reads changes nothing").isEmpty();

    repeatability.varies(REQUEST, CLEAN, false, true);
    assertThat(varies(CHECK).get()).startsWith("step request leaves rows that vary: it ended");
    varies(LOAD);
    assertThat(varies(CHECK)).isEmpty();
  }
}
