package io.ibench.monitor;

import io.ibench.host.HostMetric;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Snapshot;
import io.ibench.report.figures.RunInfo;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of a run in Prometheus' text format. Stateless. */
final class Metrics {

  /** What {@link #text} is, for the HTTP header. */
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double SECOND_NANOS = 1e9;

  private final RunInfo run;
  private final LiveRun.State state;
  private final List<MetricSnapshot> metrics = new ArrayList<>();

  private Metrics(RunInfo run, LiveRun.State state) {
    this.run = run;
    this.state = state;
  }

  /** All metrics of one moment. Any thread; waits for nothing. */
  static byte[] text(LiveRun live) {
    MetricSnapshots all = new Metrics(live.run(), live.state()).all();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(text, all, EscapingScheme.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException("memory is always writable", e);
    }
    return text.toByteArray();
  }

  private MetricSnapshots all() {
    info();
    counters();
    state.last().ifPresent(this::interval);
    return new MetricSnapshots(metrics);
  }

  private void info() {
    Map<String, String> labels = new TreeMap<>();
    labels.put("run", run.id());
    labels.put("workload", run.workload());
    labels.put("database", run.database().fields().getOrDefault("name", ""));
    labels.put("server", run.versions().getOrDefault("server", ""));
    labels.put("version", run.versions().getOrDefault("ibench", ""));
    labels.put("label", run.label().text());
    metrics.add(
        InfoSnapshot.builder()
            .name("ibench_run")
            .help("The run; always 1.")
            .dataPoint(
                InfoDataPointSnapshot.builder()
                    .labels(
                        Labels.of(
                            labels.keySet().toArray(String[]::new),
                            labels.values().toArray(String[]::new)))
                    .build())
            .build());
  }

  private void counters() {
    CounterSnapshot.Builder operations =
        CounterSnapshot.builder()
            .name("ibench_operations")
            .help("Operations that ended, by step, operation and outcome.");
    CounterSnapshot.Builder rows =
        CounterSnapshot.builder()
            .name("ibench_rows")
            .help("Rows of successful operations, by step and operation.");
    CounterSnapshot.Builder retries =
        CounterSnapshot.builder()
            .name("ibench_retries")
            .help("Further attempts of operations, by step and operation.");
    state
        .counts()
        .forEach(
            (step, counts) -> {
              for (int i = 0; i < counts.size(); i++) {
                if (counts.get(i).isEmpty()) {
                  continue;
                }
                Labels labels = Labels.of("step", step, "operation", run.operations().get(i));
                outcomes(operations, labels, counts.get(i));
                rows.dataPoint(count(labels, counts.get(i).rows()));
                retries.dataPoint(count(labels, counts.get(i).retries()));
              }
            });
    metrics.add(operations.build());
    metrics.add(rows.build());
    metrics.add(retries.build());
  }

  private void outcomes(CounterSnapshot.Builder operations, Labels labels, LiveCounts counts) {
    operations.dataPoint(count(outcome(labels, "success"), counts.successes()));
    operations.dataPoint(count(outcome(labels, "abandoned"), counts.abandoned()));
    for (int kind = 0; kind < counts.failures().length; kind++) {
      operations.dataPoint(
          count(outcome(labels, run.failureKinds().get(kind)), counts.failures()[kind]));
    }
  }

  private static Labels outcome(Labels labels, String outcome) {
    return labels.merge(Labels.of("outcome", outcome));
  }

  private static CounterDataPointSnapshot count(Labels labels, double value) {
    return CounterDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private void interval(LiveRun.Interval last) {
    Snapshot snapshot = last.snapshot();
    String step = last.step().name();
    Labels labels = Labels.of("step", step);
    gauge(
        "ibench_interval_seconds",
        "Length of the last interval.",
        labels,
        snapshot.nanos() / SECOND_NANOS);
    gauge(
        "ibench_interval_end_timestamp_seconds",
        "End of the last interval, in seconds since 1970.",
        labels,
        snapshot.endEpochMillis() / 1e3);
    gauge(
        "ibench_workers",
        "Threads at work at the end of the last interval.",
        labels,
        snapshot.workers().atWork());
    gauge(
        "ibench_workers_away",
        "Workers that waited for the server at the end of the last interval.",
        labels,
        snapshot.workers().withoutConnection());
    gauge(
        "ibench_oldest_operation_seconds",
        "Age of the oldest operation in flight, from its intended start.",
        labels,
        snapshot.workers().oldestInFlightNanos() / SECOND_NANOS);
    latencies(step, snapshot);
    for (HostMetric metric : HostMetric.values()) {
      Long value = snapshot.readings().values().get(metric.key());
      if (value != null) {
        host(metric, value);
      }
    }
  }

  private void gauge(String name, String help, Labels labels, double value) {
    metrics.add(
        GaugeSnapshot.builder()
            .name(name)
            .help(help)
            .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build())
            .build());
  }

  private void latencies(String step, Snapshot snapshot) {
    SummarySnapshot.Builder latencies =
        SummarySnapshot.builder()
            .name("ibench_latency_seconds")
            .help(
                "Latencies of the successes of the last interval alone: service from the start,"
                    + " response from the intended start.");
    for (int i = 0; i < snapshot.operations().size(); i++) {
      OperationStats stats = snapshot.operations().get(i);
      if (stats.successes() > 0) {
        LatencySummary service = stats.serviceSummary();
        LatencySummary response = stats.isPaced() ? stats.responseSummary() : service;
        String operation = run.operations().get(i);
        latencies.dataPoint(quantiles(step, operation, "service", service));
        latencies.dataPoint(quantiles(step, operation, "response", response));
      }
    }
    metrics.add(latencies.build());
  }

  private static SummaryDataPointSnapshot quantiles(
      String step, String operation, String kind, LatencySummary latency) {
    return SummaryDataPointSnapshot.builder()
        .labels(Labels.of("step", step, "operation", operation, "kind", kind))
        .quantiles(
            Quantiles.of(
                new Quantile(0.5, latency.p50Nanos() / SECOND_NANOS),
                new Quantile(0.95, latency.p95Nanos() / SECOND_NANOS),
                new Quantile(0.99, latency.p99Nanos() / SECOND_NANOS),
                new Quantile(0.999, latency.p999Nanos() / SECOND_NANOS),
                new Quantile(1, latency.maxNanos() / SECOND_NANOS)))
        .build();
  }

  /**
   * Names have Prometheus' base units. The time in which the CPUs waited for disks is left out: it
   * can fall, which Prometheus would take for a restart.
   */
  private void host(HostMetric metric, long value) {
    if (metric == HostMetric.CPU_IOWAIT_TICKS) {
      return;
    }
    String name = "ibench_" + metric.key().replace('.', '_');
    double amount = value;
    for (TimeUnitName unit : TimeUnitName.values()) {
      if (name.endsWith(unit.suffix)) {
        name = name.substring(0, name.length() - unit.suffix.length()) + "_seconds";
        amount = value / unit.ofSecond;
      }
    }
    String help = "As " + metric.key() + " in intervals.csv.";
    if (!metric.isCounter()) {
      gauge(name, help, Labels.EMPTY, amount);
    } else {
      metrics.add(
          CounterSnapshot.builder()
              .name(name)
              .help(help)
              .dataPoint(count(Labels.EMPTY, amount))
              .build());
    }
  }

  private enum TimeUnitName {
    NANOS("_nanos", 1e9),
    MICROS("_micros", 1e6),
    MILLIS("_millis", 1e3);

    private final String suffix;
    private final double ofSecond;

    TimeUnitName(String suffix, double ofSecond) {
      this.suffix = suffix;
      this.ofSecond = ofSecond;
    }
  }
}
