package io.ibench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IntervalFigureTest {

  private static final List<String> COUNTS = List.of("queries", "inserted_rows", "deleted_rows");

  @Test
  void everyCounterIsAColumnOfIntervals() {
    List<String> counters =
        Arrays.stream(HostMetric.values())
            .filter(HostMetric::isCounter)
            .map(HostMetric::key)
            .toList();
    assertThat(IntervalFigure.ALL)
        .flatMap(
            figure ->
                Stream.of(
                        Stream.of(figure.counter()),
                        figure.addend().stream(),
                        figure.total().stream())
                    .flatMap(columns -> columns)
                    .toList())
        .allMatch(column -> COUNTS.contains(column) || counters.contains(column));
  }
}
