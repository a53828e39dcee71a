package io.ibench.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples.PeriodBuilder;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunLabel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Runs of LinkBench's shape: ten operations, and hours or shorter periods. */
public final class WeekSamples {

  static final List<String> OPERATIONS =
      List.of(
          "ADD_NODE",
          "UPDATE_NODE",
          "DELETE_NODE",
          "GET_NODE",
          "ADD_LINK",
          "DELETE_LINK",
          "UPDATE_LINK",
          "COUNT_LINK",
          "MULTIGET_LINK",
          "GET_LINKS_LIST");

  private static final long GIB = 1L << 30;

  private WeekSamples() {}

  public static RunInfo run(String... steps) {
    RunInfo sample = Samples.run(steps);
    return new RunInfo(
        sample.identity(),
        sample.versions(),
        sample.database(),
        sample.settings(),
        new RunInfo.Names(
            sample.steps(),
            OPERATIONS,
            Collections.nCopies(OPERATIONS.size(), Role.QUERY),
            sample.failureKinds(),
            sample.workloadCounters()),
        sample.cadence(),
        new RunInfo.Machine(sample.host(), sample.cpus(), ServerPlace.SAME_MACHINE),
        sample.data(),
        RunLabel.NONE,
        List.of(),
        Optional.empty());
  }

  /** A request step of this many whole periods, and a partial one of half the time. */
  public static StepResult requests(
      String name, int whole, double seconds, boolean part, boolean paced) {
    List<PeriodResult> periods = new ArrayList<>();
    for (int i = 1; i <= whole; i++) {
      periods.add(period(i, seconds, 1, false));
    }
    if (part) {
      periods.add(period(whole + 1, seconds / 2, 0.5, true));
    }
    return Samples.step(
        Samples.start(name, Unit.QUERIES, 1, 1, paced),
        period(periods.size(), seconds * (whole + (part ? 0.5 : 0)), whole, false),
        0,
        periods);
  }

  private static PeriodResult period(int number, double seconds, double share, boolean partial) {
    OperationSummary[] operations = new OperationSummary[OPERATIONS.size()];
    for (int i = 0; i < operations.length; i++) {
      operations[i] = operation(i, number, Math.round(share * 100_000 * (i + 1)));
    }
    long bytes = (long) (share * (20L << 30));
    PeriodBuilder period =
        new PeriodBuilder(seconds, operations)
            .counter(HostMetric.DISK_READS, 0, bytes / 16_384)
            .counter(HostMetric.DISK_READ_BYTES, 0, bytes)
            .counter(HostMetric.DISK_WRITTEN_BYTES, 0, 3 * bytes)
            .counter(HostMetric.CPU_BUSY_TICKS, 0, 1_000)
            .counter(HostMetric.CPU_TOTAL_TICKS, 0, 4_000)
            .level("size", (100 + number) * GIB, 0)
            .level(HostMetric.SERVER_RSS_BYTES.key(), 8 * GIB, 9 * GIB);
    return (partial ? period.partial() : period).build();
  }

  private static OperationSummary operation(int number, int hour, long count) {
    long p50 = 100_000L * (number + 1) + 1_000 * hour;
    return new OperationSummary(
        number,
        Samples.successes(count, count),
        List.of(0L, 0L),
        latency(count, p50),
        latency(count, 3 * p50),
        Optional.empty(),
        Optional.empty(),
        Samples.NO_BUCKETS);
  }

  private static LatencySummary latency(long count, long p50) {
    return new LatencySummary(
        count, 1.5 * p50, p50, 3 * p50, 10 * p50, 30 * p50, 40 * p50, 90 * p50);
  }

  /** With the figures that need the tables' rows and the data directory. */
  public static Judged judged(StepResult... steps) {
    String[] names =
        java.util.Arrays.stream(steps).map(s -> s.step().name()).toArray(String[]::new);
    return Judged.of(Samples.json(run(names), true, steps))
        .figure("bytes_per_row", 182.4)
        .figure("dir_bytes", 150.0 * GIB);
  }

  /** Two disks below a step. */
  public static void addDisks(ObjectNode step) {
    for (String device : List.of("nvme0n1", "nvme1n1")) {
      step.withArray("disks")
          .addObject()
          .put("device", device)
          .put("rps", 812.5)
          .put("rkbps", 13_000)
          .put("wps", 2_345)
          .put("wkbps", 187_654)
          .put("r_await_ms", 0.21)
          .put("w_await_ms", 0.043)
          .put("fps", 410)
          .put("f_await_ms", 0.031)
          .put("aqu_sz", 1.7)
          .put("util_pct", 61.25);
    }
  }
}
