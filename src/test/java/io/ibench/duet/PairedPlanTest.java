package io.ibench.duet;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PairedPlanTest {

  private static Step step(String name, Optional<String> like) {
    return new Step.Action(name, "x", like, TableUse.READS);
  }

  /** A user may call steps so; only those that a duet makes are blocks. */
  @Test
  void onlyAStepLikeAnotherOneIsABlock() {
    assertThat(PairedPlan.number(step("read.block_12", Optional.of("read"))))
        .isEqualTo(OptionalInt.of(12));
    assertThat(PairedPlan.number(step("read.block_12", Optional.empty()))).isEmpty();
    assertThat(PairedPlan.number(step("read.block_12", Optional.of("write")))).isEmpty();
    assertThat(PairedPlan.number(step("read.block_x", Optional.of("read")))).isEmpty();
    assertThat(PairedPlan.number("a.block_99999999999")).isEmpty();
  }

  @Test
  void blocksForAProfileHaveNumbersOfTheirOwn() {
    Step sampled = step("read.cpu_3", Optional.of("read"));

    assertThat(PairedPlan.number(sampled)).isEqualTo(OptionalInt.of(3));
    assertThat(PairedPlan.isSampled(sampled)).isTrue();
    assertThat(PairedPlan.isSampled(step("read.block_3", Optional.of("read")))).isFalse();
    assertThat(PairedPlan.isSampled(step("read.cpu_3", Optional.of("write")))).isFalse();
    assertThat(PairedPlan.isSampled(step("read.cpu_x", Optional.of("read")))).isFalse();
  }
}
