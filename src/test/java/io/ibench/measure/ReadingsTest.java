package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadingsTest {

  @Test
  void allGaugesAreReadAtTheSameTime() {
    Gauge disk =
        (nanos, sink) -> {
          sink.put("reads", nanos);
          sink.absent("writes", "no permission");
        };
    Gauge size =
        (nanos, sink) -> {
          sink.put("bytes", nanos);
          sink.source("bytes", "files");
          sink.counter("pages", new Counter(nanos, true));
        };
    assertThat(Readings.of(List.of(disk, size), 42))
        .isEqualTo(
            new Readings(
                Map.of("reads", 42L, "bytes", 42L),
                Map.of("writes", "no permission"),
                Map.of("bytes", "files"),
                Map.of("pages", new Counter(42, true))));
  }

  @Test
  void twoReadingsJoin() {
    Readings fast = new Readings(Map.of("reads", 1L), Map.of("cpu", "not Linux"), Map.of());
    Map<String, Counter> counters = Map.of("pages", new Counter(3, false));
    Readings slow = new Readings(Map.of("bytes", 2L), Map.of(), Map.of("bytes", "files"), counters);
    assertThat(fast.with(slow))
        .isEqualTo(
            new Readings(
                Map.of("reads", 1L, "bytes", 2L),
                Map.of("cpu", "not Linux"),
                Map.of("bytes", "files"),
                counters));
  }

  @Test
  void whatHasAValueInOneOfTwoReadingsIsNotMissing() {
    Readings alive = new Readings(Map.of("rss", 7L), Map.of("cpu", "denied"), Map.of());
    Readings gone = new Readings(Map.of("cpu", 3L), Map.of("rss", "ended"), Map.of());
    assertThat(alive.with(gone))
        .isEqualTo(new Readings(Map.of("rss", 7L, "cpu", 3L), Map.of(), Map.of()));
  }
}
