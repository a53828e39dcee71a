package io.ibench.faults;

import io.ibench.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A run of ibench on a thread of its own, watched by its files. Thread-safe. */
final class RunUnderTest {

  private static final long POLL_MILLIS = 20;

  private final Path results;
  private final Thread thread;
  private volatile Optional<Cli> end = Optional.empty();

  private RunUnderTest(Map<String, String> environment, List<String> arguments, Path results) {
    this.results = results;
    this.thread =
        new Thread(() -> end = Optional.of(Cli.ibench(environment, arguments.toArray())), "run");
    thread.setDaemon(true);
  }

  static RunUnderTest start(Map<String, String> environment, List<String> arguments, Path results) {
    RunUnderTest run = new RunUnderTest(environment, arguments, results);
    run.thread.start();
    return run;
  }

  boolean isOver() {
    return !thread.isAlive();
  }

  /**
   * Waits until the step has done work in so many intervals.
   *
   * @return false if the run ended before
   */
  boolean awaitWork(String step, int intervals) throws IOException, InterruptedException {
    while (!isOver()) {
      if (intervalsWithWork(step) >= intervals) {
        return true;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return false;
  }

  private long intervalsWithWork(String step) throws IOException {
    Path file = results.resolve("intervals.csv");
    if (!Files.exists(file)) {
      return 0;
    }
    List<String> lines = Files.readAllLines(file);
    List<String> head = List.of(lines.isEmpty() ? new String[0] : lines.get(0).split(","));
    int name = head.indexOf("step");
    int operations = head.indexOf("operations");
    return lines.stream()
        .map(line -> line.split(",", -1))
        .filter(cells -> cells.length == head.size() && cells[name].equals(step))
        .filter(cells -> !cells[operations].equals("0"))
        .count();
  }

  /** The end of the run; empty if it does not end in this time. */
  Optional<Cli> awaitEnd(long seconds) throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(seconds));
    return end;
  }
}
