package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JvmSamplerTest {

  /** Of a timer that fires late, a sample stands for several periods. */
  @Test
  void theCpuTimeOfSamplesIsTheSumOfWhatTheyStandFor() {
    String sums =
        """
        --- Execution profile ---
        Total samples       : 3
        skipped             : 1 (33.33%)

                  ns  percent  samples  top
          ----------  -------  -------  ---
             8000000   66.67%        0  0x7f10
             4000000   33.33%        0  java.util.HashMap.get_[j]
        """;

    assertThat(JvmSampler.nanos(sums)).isEqualTo(12_000_000);
    assertThat(JvmSampler.nanos("Total samples       : 0")).isZero();
  }
}
