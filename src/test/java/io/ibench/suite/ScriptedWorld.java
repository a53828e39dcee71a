package io.ibench.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A machine with a scripted clock, on which a run takes no time and has the rate that a test says.
 * Not thread-safe.
 */
class ScriptedWorld implements World {

  private static final String SUMMARY =
      """
      {"schema": 1, "workload": "insert",
       "database": {"name": "memory", "product": "Fake", "version": "1", "engine": "",
         "driver": "", "batch": "", "durability": "", "isolation": ""},
       "run": {"id": "%s", "started": "2026-01-01T00:00:00Z", "state": "done",
         "versions": {"ibench": "1"}, "steps": ["l.i0"], "absent": {}},
       "steps": [{"name": "l.i0", "repeat": 1, "repeats": 1, "unit": "rows", "state": "done",
         "verdict": "valid", "seconds": 100, "ips": %s, "wkbpq": %s, "written_gb": 2, "size_gb": 1,
         "db_bytes": 1000000, "rows_in_tables": 10000}]}
      """;

  final List<String> started = new ArrayList<>();
  final ToDoubleFunction<String> rate;
  final ToDoubleFunction<String> seconds;
  long nanos;
  int exitCode;
  int cpu = 1000;
  long freeBytes = 100L << 30;
  Path folder = Path.of("");

  /** The run that fills the disk until it is ended, and the one that fails. */
  String fills = "";

  String fails = "";
  private Optional<Cell.Child> left = Optional.empty();
  int ended;

  /**
   * @param rate of a run, by its folder
   * @param seconds that it takes, by its folder
   */
  ScriptedWorld(ToDoubleFunction<String> rate, ToDoubleFunction<String> seconds) {
    this.rate = rate;
    this.seconds = seconds;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public long epochMillis() {
    return nanos / 1_000_000;
  }

  @Override
  public void rest(long length) throws InterruptedException {
    nanos += length;
  }

  @Override
  public Optional<String> awaitIdle(Path folder, long mostNanos) {
    return Optional.empty();
  }

  @Override
  public Optional<Canary.Figures> canary(Path folder) {
    return Optional.of(new Canary.Figures(cpu, 100, 1000));
  }

  @Override
  public void dropCache() throws IOException {}

  @Override
  public void trim(Path folder) {}

  @Override
  public Space space(Path folder) throws IOException {
    return new Space(freeBytes, 200L << 30);
  }

  @Override
  public Child start(List<String> words, Map<String, String> environment, Path log) {
    Path run = Path.of(words.get(words.indexOf("-o") + 1));
    started.add(run.getParent().getFileName() + "/" + run.getFileName());
    left = Optional.of(new Cell.Child(started.size(), nanos));
    return new Run(run, left.get());
  }

  /** A dead supervisor's child still runs until it is ended. */
  @Override
  public Optional<Child> find(Cell.Child noted, Path folder) {
    return left.filter(noted::equals).map(identity -> new Run(folder, identity));
  }

  private final class Run implements Child {

    private final Path folder;
    private final Cell.Child identity;
    private boolean terminated;

    Run(Path folder, Cell.Child identity) {
      this.folder = folder;
      this.identity = identity;
    }

    @Override
    public Cell.Child identity() {
      return identity;
    }

    @Override
    public boolean await(long length) {
      left = Optional.empty();
      if (name().equals(fills)) {
        freeBytes = terminated ? 100L << 30 : 1L << 20;
        return terminated;
      }
      if (!terminated) {
        String name = name();
        nanos += Math.round(1e9 * seconds.applyAsDouble(name));
        if (!name.equals(fails)) {
          write(folder, rate.applyAsDouble(name));
        }
      }
      return true;
    }

    private String name() {
      return folder.getParent().getFileName() + "/" + folder.getFileName();
    }

    @Override
    public int exitCode() {
      return terminated ? 130 : name().equals(fails) ? 1 : exitCode;
    }

    @Override
    public void terminate() {
      terminated = true;
      ended++;
    }

    @Override
    public void kill() {
      terminated = true;
    }
  }

  private static void write(Path folder, double perSecond) {
    try {
      Files.createDirectories(folder);
      String text =
          String.format(Locale.ROOT, SUMMARY, folder, Double.toString(perSecond), 5000 / perSecond);
      Files.writeString(folder.resolve("summary.json"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
