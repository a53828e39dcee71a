package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import io.ibench.host.remote.AbsentGauge;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostMetricTest {

  @Test
  void keysAreUnique() {
    List<String> keys = Arrays.stream(HostMetric.values()).map(HostMetric::key).toList();

    assertThat(keys).doesNotHaveDuplicates().contains("disk.reads", "server.rss_bytes");
  }

  @Test
  void onlyMemoryIsALevel() {
    assertThat(HostMetric.values())
        .filteredOn(metric -> !metric.isCounter())
        .containsExactly(
            HostMetric.SERVER_RSS_BYTES,
            HostMetric.CLIENT_RSS_BYTES,
            HostMetric.CLIENT_HEAP_BYTES,
            HostMetric.MEMORY_AVAILABLE_BYTES,
            HostMetric.MEMORY_CACHED_BYTES,
            HostMetric.MEMORY_DIRTY_BYTES);
  }

  @Test
  void aGroupThatCannotBeHadIsAbsentMetricByMetric() {
    Reading reading =
        Reading.of(new AbsentGauge(HostMetric.Category.SERVER, "the server runs elsewhere"));

    assertThat(reading.reasons)
        .containsOnlyKeys(
            "server.cpu_nanos",
            "server.rss_bytes",
            "server.read_bytes",
            "server.written_bytes",
            "server.restarts")
        .containsValue("the server runs elsewhere");
  }
}
