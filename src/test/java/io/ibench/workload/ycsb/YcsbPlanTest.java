package io.ibench.workload.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Config;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The core workloads, and mistakes in their settings. */
class YcsbPlanTest {

  @ParameterizedTest
  @CsvSource({
    "a, 50, 50, 0, 0, 0, ZIPFIAN",
    "b, 95, 5, 0, 0, 0, ZIPFIAN",
    "c, 100, 0, 0, 0, 0, ZIPFIAN",
    "d, 95, 0, 5, 0, 0, LATEST",
    "e, 0, 0, 5, 95, 0, ZIPFIAN",
    "f, 50, 0, 0, 0, 50, ZIPFIAN"
  })
  void aMixIsThatOfYcsbsFile(
      String mix,
      double reads,
      double updates,
      double inserts,
      double scans,
      double modifies,
      RequestDistribution distribution) {
    YcsbPlan plan = YcsbTrial.plan("workload" + mix + ", request", "ycsb.mix=" + mix);
    for (int i = 0; i < 2; i++) {
      StepSettings step = plan.settings(plan.steps().get(i));
      assertThat(step.shares().percentages())
          .containsExactly(
              new double[] {0, reads, updates, inserts, scans, modifies}, within(1e-9));
      assertThat(step.distribution()).isEqualTo(distribution);
      assertThat(step.maxScan()).isEqualTo(100);
      assertThat(plan.steps().get(i).use())
          .isEqualTo(mix.equals("c") ? TableUse.READS : TableUse.WRITES);
    }
  }

  @Test
  void aProportionReplacesThatOfTheMix() {
    YcsbPlan plan = YcsbTrial.plan("mine", "mine.like=workloadc", "mine.updateproportion=0.25");
    assertThat(plan.settings(plan.steps().get(0)).shares().percentages())
        .containsExactly(new double[] {0, 80, 20, 0, 0, 0}, within(1e-9));
  }

  @Test
  void theMainOperationOfAStepIsThatOfItsMixAndOfEqualOnesTheFirst() {
    YcsbPlan plan = YcsbTrial.plan("workloada, workloade", "ycsb.mix=a");
    assertThat(plan.steps())
        .extracting(step -> ((Step.Work) step).mainOperation().orElseThrow())
        .containsExactly("READ", "SCAN");
  }

  private static List<String> mistakes(String steps, String... settings) {
    Config config = YcsbTrial.config(steps, settings);
    new YcsbPlan(config);
    new YcsbWorkload().keys().forEach(config::declare);
    return config.problems().stream().map(Object::toString).toList();
  }

  @Test
  void mistakesAreFoundBeforeADatabaseIsTouched() {
    assertThat(mistakes("workloadc", "workloadc.readproportion=0"))
        .singleElement()
        .asString()
        .contains("workloadc.readproportion", "leaves no operation");
    assertThat(mistakes("workloade", "ycsb.minscanlength=200"))
        .singleElement()
        .asString()
        .contains("minscanlength = 200", "the longest scan, maxscanlength");
    assertThat(mistakes("request", "ycsb.mix=g")).singleElement().asString().contains("ycsb.mix");
    assertThat(mistakes("workloada", "ycsb.requestdistribution=hotspot"))
        .singleElement()
        .asString()
        .contains("uniform, zipfian, latest");
  }
}
