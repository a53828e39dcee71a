package io.ibench.report.store;

import io.ibench.measure.Counter;
import io.ibench.measure.ServerCounterRow;
import io.ibench.series.CsvRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes server_counters.csv: a row for each reading of the server's own counters within a step.
 * The file is made with its first row, which decides the columns. Confined to the coordinating
 * thread.
 */
final class ServerCounterCsv implements AutoCloseable {

  static final String NAME = "server_counters.csv";

  private static final List<String> FIXED = List.of("time", "step", "repeat", "seconds", "read_ms");

  private final Path file;
  private Optional<CsvFile> csv = Optional.empty();
  private List<String> names = List.of();

  ServerCounterCsv(Path folder) {
    this.file = folder.resolve(NAME);
  }

  /** Writes a row: the growth of rising counters, the value of others. */
  void add(ServerCounterRow row) {
    CsvFile rows = csv.orElseGet(() -> open(row));
    csv = Optional.of(rows);
    boolean reset =
        row.now().entrySet().stream()
            .anyMatch(entry -> isReset(row.before().get(entry.getKey()), entry.getValue()));
    List<Object> cells = new ArrayList<>();
    cells.add(Instant.ofEpochMilli(row.endEpochMillis()));
    cells.add(row.step());
    cells.add(row.repeat());
    cells.add(CsvFile.seconds(row.nanos() / 1e9));
    cells.add(row.readNanos() / 1e6);
    for (String name : names) {
      cells.add(cell(row.before().get(name), row.now().get(name), reset));
    }
    rows.add(cells);
    rows.flush();
  }

  private CsvFile open(ServerCounterRow row) {
    CsvFile rows = new CsvFile(file, true);
    if (rows.wasEmpty()) {
      names = List.copyOf(new TreeSet<>(row.now().keySet()));
      List<String> head = new ArrayList<>(FIXED);
      head.addAll(names);
      rows.add(head);
    } else {
      names = storedNames();
    }
    return rows;
  }

  private List<String> storedNames() {
    try (CsvRows stored = CsvRows.open(file)) {
      return stored
          .head()
          .subList(Math.min(FIXED.size(), stored.head().size()), stored.head().size());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static boolean isReset(@Nullable Counter before, Counter now) {
    return before != null && now.rising() && before.rising() && now.value() < before.value();
  }

  /** Null is an empty cell: what is not known. */
  private static @Nullable Long cell(
      @Nullable Counter before, @Nullable Counter now, boolean reset) {
    if (now == null || now.rising() && (before == null || reset)) {
      return null;
    }
    return now.rising() ? now.value() - Objects.requireNonNull(before).value() : now.value();
  }

  @Override
  public void close() {
    csv.ifPresent(CsvFile::close);
  }
}
