package io.ibench.report.store;

import io.ibench.measure.OperationStats;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.InProgressLatencies.Latencies;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The latencies of a step that is not over, from the newest saved position: all up to its last
 * interval. Stateless.
 */
final class SavedLatencies {

  /** Rows of some seconds have a hundredth of that. */
  private static final int MAX_BYTES = 1 << 20;

  private SavedLatencies() {}

  /**
   * Empty if no step of workers is running, or nothing of it is counted yet.
   *
   * @throws UnreadableResultException when a file that they need is missing or damaged
   */
  static Optional<InProgressLatencies> of(Path folder, RunReport run)
      throws UnreadableResultException {
    PositionSlots.Saved saved = SavedPositions.newest(folder);
    boolean over =
        run.steps().stream()
            .anyMatch(
                step ->
                    step.state() != RunState.RUNNING
                        && saved.position().step().equals(Optional.of(step.name()))
                        && saved.position().repeat() == step.repeat());
    return over || saved.counts().isEmpty()
        ? Optional.empty()
        : latencies(folder, saved).filter(counted -> !counted.operations().isEmpty());
  }

  private static Optional<InProgressLatencies> latencies(Path folder, PositionSlots.Saved saved)
      throws UnreadableResultException {
    RunFile file = RunFile.read(folder);
    if (file.trouble().isPresent()) {
      throw new UnreadableResultException(folder, file.trouble().get());
    }
    Position position = saved.position();
    try {
      List<OperationStats> all =
          PeriodAccumulator.operations(
              new DataInputStream(new ByteArrayInputStream(saved.counts().whole())));
      if (file.operations().size() != all.size()) {
        throw new IOException("they are of other operations than " + RunFile.NAME + " names");
      }
      Rest rest = rest(folder, position);
      boolean paced = all.stream().anyMatch(stats -> stats.response().getTotalCount() > 0);
      return Optional.of(
          new InProgressLatencies(
              position.step().orElseThrow(),
              position.repeat(),
              position.nanos() / 1e9,
              position.time(),
              paced,
              operations(file.operations(), all, paced),
              rest.seconds(),
              rest.operations()));
    } catch (IOException e) {
      throw new UnreadableResultException(
          folder.resolve(Position.NAME),
          "has counts that cannot be read: " + WriteFailure.reason(e));
    }
  }

  private static List<Latencies> operations(
      List<String> names, List<OperationStats> all, boolean paced) {
    List<Latencies> operations = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      OperationStats stats = all.get(i);
      Optional<Histogram> response = paced ? Optional.of(stats.response()) : Optional.empty();
      if (stats.successes() > 0) {
        operations.add(new Latencies(names.get(i), stats.service(), response));
      }
    }
    return operations;
  }

  /** What intervals.csv got after the position. */
  private record Rest(double seconds, long operations) {}

  private static Rest rest(Path folder, Position position) throws IOException {
    try (RandomAccessFile file =
        new RandomAccessFile(folder.resolve(IntervalCsv.NAME).toFile(), "r")) {
      List<String> head = List.of(String.valueOf(file.readLine()).split(","));
      int seconds = head.indexOf("seconds");
      int operations = head.indexOf("operations");
      long start = position.length(IntervalCsv.NAME);
      byte[] tail = new byte[(int) Math.max(0, Math.min(MAX_BYTES, file.length() - start))];
      file.seek(start);
      file.readFully(tail);
      Rest rest = new Rest(0, 0);
      String before = "";
      for (String line : new String(tail, StandardCharsets.UTF_8).split("\n")) {
        String[] cells = line.split(",", -1);
        boolean once = !line.equals(before);
        before = line;
        if (once && cells.length == head.size() && seconds >= 0 && operations >= 0) {
          rest =
              new Rest(
                  rest.seconds() + Double.parseDouble(cells[seconds]),
                  rest.operations() + Long.parseLong(cells[operations]));
        }
      }
      return rest;
    } catch (NumberFormatException e) {
      // Nothing confirms these rows: the position is what counts.
      return new Rest(0, 0);
    }
  }
}
