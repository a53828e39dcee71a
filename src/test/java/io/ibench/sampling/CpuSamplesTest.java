package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuSamplesTest {

  private static CpuSamples samples(long count) {
    CallTree tree = new CallTree();
    tree.add(List.of(new Frame("server", "main", 0)), count);
    return new CpuSamples(1_000_000, "cpu-clock", tree, 0, count, count, Map.of());
  }

  @Test
  void manySamplesStandForTheCpuButFor15Percent() {
    assertThat(samples(1_000_000).isTrusted(0.86)).isTrue();
    assertThat(samples(1_000_000).isTrusted(0.84)).isFalse();
    assertThat(samples(1_000_000).isTrusted(1.14)).isTrue();
    assertThat(samples(1_000_000).isTrusted(1.16)).isFalse();
  }

  /** 400 scatter by 5 %. */
  @Test
  void fewSamplesMayBeOffByChance() {
    assertThat(samples(400).isTrusted(0.75)).isTrue();
    assertThat(samples(400).isTrusted(0.72)).isFalse();
    assertThat(samples(400).isTrusted(1.3)).isTrue();
    assertThat(samples(400).isTrusted(1.4)).isFalse();
  }

  @Test
  void anUnknownCoverageIsNotTrusted() {
    assertThat(samples(400).isTrusted(Double.NaN)).isFalse();
  }
}
