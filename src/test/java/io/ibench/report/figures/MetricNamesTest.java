package io.ibench.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import org.junit.jupiter.api.Test;

class MetricNamesTest {

  @Test
  void everyMetricHasWords() {
    for (HostMetric metric : HostMetric.values()) {
      assertThat(MetricNames.of(metric.key())).isNotBlank().doesNotContain("_", ".");
    }
    assertThat(MetricNames.of(BoundaryMetric.DIRECTORY_BYTES))
        .isEqualTo("size of the data directory");
  }

  @Test
  void ofADeviceItIsNamedBehindThem() {
    assertThat(MetricNames.of("disk.reads:vda")).isEqualTo("reads of the disk vda");
    assertThat(MetricNames.of("disk:vda")).isEqualTo("disk vda");
  }

  @Test
  void whatAnotherVersionMeasuresStandsAsItIs() {
    assertThat(MetricNames.of("gpu.watts")).isEqualTo("gpu.watts");
  }
}
