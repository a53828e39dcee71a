package io.ibench.monitor;

import static io.ibench.testing.SnapshotBuilder.anInterval;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.host.remote.PrometheusSamples;
import io.ibench.measure.Readings;
import io.ibench.measure.WorkerState;
import io.ibench.report.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {

  private static final Pattern METRIC = Pattern.compile("\\bibench_[a-z0-9_]+");

  private LiveRun live = new LiveRun(Samples.run());

  private String text() {
    return new String(Metrics.text(live), StandardCharsets.UTF_8);
  }

  private Map<String, Double> samples() {
    return PrometheusSamples.of(text());
  }

  /** A second with two reads of 1 and 3 ms, which began 5 ms late, and a deadlock. */
  private void second(String step, Readings readings) {
    live.interval(
        aStep().named(step, "request").paced(true).start(),
        Samples.interval(
            1,
            true,
            readings,
            recorder -> {
              recorder.success(Samples.READ, 0, 5_000_000, 6_000_000, 7);
              recorder.success(Samples.READ, 0, 5_000_000, 8_000_000, 7);
              recorder.failure(Samples.WRITE, 0, 0, 0, 1_000);
              recorder.retry(Samples.WRITE);
            }));
  }

  private static Readings everyHostMetric() {
    return new Readings(
        Arrays.stream(HostMetric.values())
            .collect(Collectors.toMap(HostMetric::key, metric -> 3_000_000_000L)),
        Map.of(),
        Map.of());
  }

  @Test
  void countersAreSumsOfAllIntervalsAndStaySoBetweenSteps() {
    second("request", Readings.NONE);
    second("request", Readings.NONE);
    second("other", Readings.NONE);
    live.stepEnded(aStep().named("other", "request").over(Samples.period(1)));

    assertThat(samples())
        .containsEntry("ibench_operations_total{operation=READ, outcome=success, step=request}", 4.)
        .containsEntry(
            "ibench_operations_total{operation=WRITE, outcome=deadlock, step=request}", 2.)
        .containsEntry(
            "ibench_operations_total{operation=WRITE, outcome=timeout, step=request}", 0.)
        .containsEntry("ibench_operations_total{operation=READ, outcome=success, step=other}", 2.)
        .containsEntry("ibench_rows_total{operation=READ, step=request}", 28.)
        .containsEntry("ibench_retries_total{operation=WRITE, step=request}", 2.)
        .doesNotContainKey("ibench_workers{step=other}");
  }

  @Test
  void latenciesAreThoseOfTheLastIntervalInSeconds() {
    second("request", Readings.NONE);
    live.interval(
        aStep().start(),
        anInterval(Samples.interval(2, true, Readings.NONE, recorder -> {}))
            .workers(new WorkerState(3, 1_500_000_000L, 2))
            .build());
    assertThat(text()).doesNotContain("quantile=");
    assertThat(samples())
        .containsEntry("ibench_workers{step=request}", 3.)
        .containsEntry("ibench_workers_away{step=request}", 2.)
        .containsEntry("ibench_oldest_operation_seconds{step=request}", 1.5);

    second("request", Readings.NONE);
    Map<String, Double> samples = samples();
    assertThat(samples.get(latency("service", "0.5"))).isBetween(0.001, 0.00102);
    assertThat(samples.get(latency("service", "1.0"))).isBetween(0.003, 0.00306);
    assertThat(samples.get(latency("response", "0.99"))).isBetween(0.008, 0.0082);
  }

  private static String latency(String kind, String quantile) {
    return "ibench_latency_seconds{kind="
        + kind
        + ", operation=READ, quantile="
        + quantile
        + ", step=request}";
  }

  @Test
  void hostMetricsHaveBaseUnits() {
    second("request", everyHostMetric());

    assertThat(samples())
        .containsEntry("ibench_server_cpu_seconds_total{}", 3.)
        .containsEntry("ibench_disk_read_seconds_total{}", 3e6)
        .containsEntry("ibench_disk_read_bytes_total{}", 3e9)
        .containsEntry("ibench_client_throttled_seconds_total{}", 3e3)
        .containsEntry("ibench_memory_available_bytes{}", 3e9)
        .doesNotContainKey("ibench_cpu_iowait_ticks_total{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\"} 1\nibench_forged{x=\"\\",
        "\n",
        "\r\n",
        "\nibench_forged 1\n",
        "\r\nibench_forged 1\r\n",
        "\"",
        "\\",
        "\\\"",
        "\\n",
        "\\\\\"} 1",
        "}",
        "{",
        "} 1 # EOF",
        "# TYPE ibench_forged counter",
        ",x=\"1\"",
        "=",
        "\u2028ibench_forged 1",
        "\u0000",
        "\u001b[31m",
        "\ud83d\ude80 \u202e"
      })
  void hostileNamesStayInTheirLabels(String hostile) {
    second("request", Readings.NONE);
    Set<String> names = Set.copyOf(PrometheusSamples.names(text()));
    second(hostile, Readings.NONE);

    assertThat(Set.copyOf(PrometheusSamples.names(text()))).isEqualTo(names);
    assertThat(samples()).containsKey("ibench_workers{step=" + hostile + "}");
  }

  @Test
  void countersOfAResumedRunGoOnFromThoseOfItsEarlierProcesses() {
    LiveCounts reads = new LiveCounts(10, new long[] {1, 2}, 3, 70, 4);
    LiveCounts none = LiveCounts.none(2);
    live =
        new LiveRun(
            Samples.run(),
            Map.of(
                "request",
                Samples.run().operations().stream()
                    .map(name -> name.equals("READ") ? reads : none)
                    .toList()));
    assertThat(samples())
        .containsEntry(
            "ibench_operations_total{operation=READ, outcome=success, step=request}", 10.)
        .containsEntry(
            "ibench_operations_total{operation=READ, outcome=abandoned, step=request}", 3.);

    second("request", Readings.NONE);
    assertThat(samples())
        .containsEntry(
            "ibench_operations_total{operation=READ, outcome=success, step=request}", 12.)
        .containsEntry("ibench_rows_total{operation=READ, step=request}", 84.)
        .containsEntry("ibench_retries_total{operation=READ, step=request}", 4.);
  }

  @Test
  void theDashboardAsksOnlyForMetricsThatExist() throws IOException {
    Set<String> asked = new TreeSet<>();
    METRIC
        .matcher(Files.readString(Path.of("conf", "grafana", "ibench.json")))
        .results()
        .forEach(found -> asked.add(found.group()));

    assertThat(asked).hasSizeGreaterThan(15);
    assertThat(PrometheusSamples.names(everything())).containsAll(asked);
  }

  /** Every kind of metric. */
  static String everything() {
    MetricsTest all = new MetricsTest();
    all.second("request", everyHostMetric());
    return all.text();
  }
}
