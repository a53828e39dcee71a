package io.ibench.report.store;

import io.ibench.measure.OperationStats;
import io.ibench.measure.Role;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.IntervalSums;
import io.ibench.report.figures.RunInfo;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes clients.csv: a row per client every {@code latency.every}, in steps with several clients.
 * The file is made with its first row. Confined to the coordinating thread.
 */
final class ClientCsv implements RunListener, AutoCloseable {

  private static final String COLUMNS =
      "time,step,repeat,seconds,client,queries,inserted_rows,deleted_rows";

  private final Path file;
  private final RunInfo run;
  private final boolean continued;
  private final List<ClientSums> clients = new ArrayList<>();
  private Optional<CsvFile> csv = Optional.empty();
  private long nanos;
  private long endEpochMillis;

  /** What a client did since its last row. */
  private static final class ClientSums {
    private long queries;
    private long insertedRows;
    private long deletedRows;

    void add(List<OperationStats> operations, List<Role> roles) {
      for (int i = 0; i < operations.size(); i++) {
        OperationStats stats = operations.get(i);
        switch (roles.get(i)) {
          case QUERY -> queries += stats.successes();
          case INSERT -> insertedRows += stats.rows();
          case DELETE -> deletedRows += stats.rows();
          case AUXILIARY -> {
            // Counts in no rate.
          }
        }
      }
    }
  }

  ClientCsv(Path folder, RunInfo run, boolean continued) {
    this.continued = continued;
    this.file = folder.resolve("clients.csv");
    this.run = run;
  }

  @Override
  public void stepStarted(StepStart step) {
    clear();
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    List<List<OperationStats>> counted = snapshot.clients();
    if (counted.size() < 2) {
      return;
    }
    while (clients.size() < counted.size()) {
      clients.add(new ClientSums());
    }
    for (int i = 0; i < counted.size(); i++) {
      clients.get(i).add(counted.get(i), run.roles());
    }
    nanos += snapshot.nanos();
    endEpochMillis = snapshot.endEpochMillis();
    if (IntervalSums.covers(nanos, run.latencyEveryNanos(), run.intervalNanos())) {
      write(step);
    }
  }

  private void write(StepStart step) {
    CsvFile rows = csv.orElseGet(() -> new CsvFile(file, COLUMNS, continued));
    csv = Optional.of(rows);
    for (int i = 0; i < clients.size(); i++) {
      if (!run.hasClient(i)) {
        continue;
      }
      ClientSums sums = clients.get(i);
      rows.add(
          List.of(
              Instant.ofEpochMilli(endEpochMillis),
              step.name(),
              step.repeat(),
              CsvFile.seconds(nanos / 1e9),
              i + 1,
              sums.queries,
              sums.insertedRows,
              sums.deletedRows));
    }
    rows.flush();
    clear();
  }

  private void clear() {
    clients.clear();
    nanos = 0;
  }

  @Override
  public void stepEnded(StepResult result) {
    if (!clients.isEmpty()) {
      write(result.step());
    }
  }

  @Override
  public void close() {
    csv.ifPresent(CsvFile::close);
  }
}
