package io.ibench.report.store;

import io.ibench.measure.WaitRow;
import io.ibench.series.CsvRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes waits.csv: what the server's sessions did, a row for each stretch and state. The file is
 * made with its first row. Confined to the coordinating thread.
 */
public final class WaitCsv implements AutoCloseable {

  public static final String NAME = "waits.csv";

  private static final String COLUMNS = "time,step,repeat,seconds,looks,state,sessions";

  private final Path file;
  private Optional<CsvFile> csv = Optional.empty();

  WaitCsv(Path folder) {
    this.file = folder.resolve(NAME);
  }

  /**
   * A step's states.
   *
   * @param sightings how often a session was seen at work, in all looks together
   * @param sessions the mean number of sessions in each state, the largest first
   */
  public record Shares(String step, long sightings, Map<String, Double> sessions) {

    /** The sessions that were at work, in whatever state. */
    public double sum() {
      return sessions.values().stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  void add(WaitRow row) {
    CsvFile rows = csv.orElseGet(() -> new CsvFile(file, COLUMNS, true));
    csv = Optional.of(rows);
    Instant time = Instant.ofEpochMilli(row.endEpochMillis());
    new TreeMap<>(row.sessions())
        .forEach(
            (state, sessions) ->
                rows.add(
                    List.of(
                        time,
                        row.step(),
                        row.repeat(),
                        CsvFile.seconds(row.nanos() / 1e9),
                        row.looks(),
                        state,
                        sessions)));
    rows.flush();
  }

  /**
   * What the sessions did in each step, all its repeats together, in the order of the file; empty
   * without the file. What cannot be read is left out.
   */
  public static List<Shares> shares(Path folder) {
    Path file = folder.resolve(NAME);
    Map<String, Sums> steps = new LinkedHashMap<>();
    if (Files.isRegularFile(file)) {
      read(file, steps);
    }
    return steps.entrySet().stream().map(step -> step.getValue().shares(step.getKey())).toList();
  }

  private static void read(Path file, Map<String, Sums> steps) {
    try (CsvRows rows = CsvRows.open(file)) {
      read(rows, steps);
    } catch (IOException e) {
      // The page says so; what was read before counts.
      return;
    }
  }

  private static void read(CsvRows rows, Map<String, Sums> steps) throws IOException {
    int time = rows.column("time");
    int step = rows.column("step");
    int length = rows.column("seconds");
    int looks = rows.column("looks");
    int state = rows.column("state");
    int sessions = rows.column("sessions");
    long before = Long.MIN_VALUE;
    while (rows.next()) {
      double span = rows.number(length);
      double number = rows.number(sessions);
      long now = rows.epochMillis(time);
      if (span > 0 && number >= 0 && now != Long.MIN_VALUE) {
        Sums sums = steps.computeIfAbsent(rows.text(step), name -> new Sums());
        if (now != before) {
          sums.seconds += span;
          before = now;
        }
        sums.sightings += number * Math.max(0, rows.number(looks));
        sums.sessionSeconds.merge(rows.text(state), number * span, Double::sum);
      }
    }
  }

  /** The sums of a step over its stretches. */
  private static final class Sums {

    private double seconds;
    private double sightings;
    private final Map<String, Double> sessionSeconds = new LinkedHashMap<>();

    Shares shares(String step) {
      return new Shares(
          step,
          Math.round(sightings),
          sessionSeconds.entrySet().stream()
              .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
              .collect(
                  Collectors.toMap(
                      Map.Entry::getKey,
                      sum -> sum.getValue() / seconds,
                      (one, other) -> one,
                      LinkedHashMap::new)));
    }
  }

  @Override
  public void close() {
    csv.ifPresent(CsvFile::close);
  }
}
