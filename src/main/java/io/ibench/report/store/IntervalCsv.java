package io.ibench.report.store;

import io.ibench.host.CounterDelta;
import io.ibench.host.HostMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import io.ibench.measure.Role;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.PeriodGrowth;
import io.ibench.report.figures.RunInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes intervals.csv: a row per interval for the whole step, with the growth of the host's
 * counters over the interval, and its levels at the interval's end. Confined to the coordinating
 * thread.
 *
 * <p>The head is written with the first row: only then the separate disks are known.
 */
final class IntervalCsv implements RunListener, AutoCloseable {

  /** A week has 604,800 rows: a metric that says nothing about a single second has no column. */
  private static final List<HostMetric> METRICS =
      Arrays.stream(HostMetric.values())
          .filter(metric -> metric != HostMetric.CLIENT_JUDGED_INTERVALS)
          .toList();

  private static final String COLUMNS =
      "time,step,repeat,seconds,full,operations,operations_ps,rows,queries,inserted_rows,"
          + "deleted_rows,errors,workers,oldest_in_flight_ms,workers_away";

  private static final List<HostMetric> DISK = HostMetric.of(HostMetric.Category.DISK);

  static final String NAME = "intervals.csv";

  private final CsvFile csv;
  private final List<Role> roles;
  private List<String> devices = List.of();
  private boolean hasHead;

  IntervalCsv(Path folder, RunInfo run, boolean continued) {
    this.roles = run.roles();
    Path file = folder.resolve(NAME);
    csv = new CsvFile(file, continued);
    hasHead = !csv.wasEmpty();
    if (hasHead) {
      devices = devices(file);
    }
  }

  /** The separate disks in the head of a file. */
  private static List<String> devices(Path file) {
    String prefix = DISK.get(0).key("");
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .limit(1)
          .flatMap(head -> Stream.of(head.split(",")))
          .filter(column -> column.startsWith(prefix))
          .map(column -> column.substring(prefix.length()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private void writeHead() {
    if (hasHead) {
      return;
    }
    hasHead = true;
    List<String> head = new ArrayList<>(List.of(COLUMNS.split(",")));
    METRICS.forEach(metric -> head.add(metric.key()));
    devices.forEach(device -> DISK.forEach(metric -> head.add(metric.key(device))));
    csv.add(head);
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    if (!hasHead) {
      devices = List.copyOf(PeriodGrowth.devices(snapshot.readings()));
      writeHead();
    }
    double seconds = snapshot.nanos() / 1e9;
    List<Object> cells = new ArrayList<>();
    cells.add(Instant.ofEpochMilli(snapshot.endEpochMillis()));
    cells.add(step.name());
    cells.add(snapshot.repeat());
    cells.add(CsvFile.seconds(seconds));
    cells.add(snapshot.full());
    cells.add(snapshot.successes());
    cells.add(seconds > 0 ? snapshot.successes() / seconds : null);
    cells.add(snapshot.rows());
    cells.add(snapshot.queries(roles));
    cells.add(snapshot.rows(roles, Role.INSERT));
    cells.add(snapshot.rows(roles, Role.DELETE));
    cells.add(snapshot.failures());
    cells.add(snapshot.workers().atWork());
    cells.add(snapshot.workers().oldestInFlightNanos() / 1e6);
    cells.add(snapshot.workers().withoutConnection());
    METRICS.forEach(metric -> cells.add(host(metric, snapshot.before(), snapshot.readings())));
    for (String device : devices) {
      for (HostMetric metric : DISK) {
        cells.add(
            cell(CounterDelta.ofDevice(metric, device, snapshot.before(), snapshot.readings())));
      }
    }
    csv.add(cells);
    csv.flush();
  }

  private static @Nullable Long host(HostMetric metric, Readings before, Readings now) {
    if (!metric.isCounter()) {
      return now.values().get(metric.key());
    }
    return cell(CounterDelta.of(metric, before, now));
  }

  /** Null, which is an empty cell, if unknown. */
  private static @Nullable Long cell(OptionalLong grown) {
    return grown.isPresent() ? grown.getAsLong() : null;
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {
    csv.force();
  }

  @Override
  public void close() {
    writeHead();
    csv.close();
  }
}
