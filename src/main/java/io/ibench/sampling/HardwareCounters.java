package io.ibench.sampling;

import io.ibench.measure.Clock;
import io.ibench.sampling.SamplesReader.Span;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A {@code perf stat} of a server's processes and of all threads and processes that they begin:
 * what the CPU's own counters say of their work, and how often they gave up a CPU. It ends with
 * this process, however that ends. What it cannot count it says why. Confined to one thread.
 *
 * <p>perf prints the counts of short intervals. A span has those that lie within it, with an
 * interval to spare at each end: perf's clock begins a moment before this class hears of it.
 *
 * <p>A kernel that counts some processes only programs the counters at each switch of threads. For
 * context switches alone that cost MariaDB nothing (13.2 us of CPU for a point select without, 12.6
 * with them); of counters of a CPU it is not known here. So nothing that enters a figure is
 * counted.
 */
public final class HardwareCounters implements AutoCloseable {

  public static final String CYCLES = "cycles";
  public static final String INSTRUCTIONS = "instructions";
  public static final String CACHE_MISSES = "cache-misses";
  public static final String BRANCH_MISSES = "branch-misses";
  public static final String CONTEXT_SWITCHES = "context-switches";

  static final List<String> EVENTS =
      List.of(CYCLES, INSTRUCTIONS, CACHE_MISSES, BRANCH_MISSES, CONTEXT_SWITCHES);

  private static final String NAME = "perf-stat";
  private static final String DATA = NAME + ".csv";

  /** A session of the server may end while perf begins. */
  private static final int TRIES = 3;

  private static final long INTERVAL_MILLIS = 100;

  /** Keeps the file below some 500 KB. */
  private static final double MAX_INTERVALS = 2_000;

  private final Path folder;
  private final Clock clock;
  private @Nullable PerfProcess process;
  private long beganNanos;
  private String failure = "";

  private HardwareCounters(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /**
   * Begins to count. When it returns, perf counts, or there is a reason why it does not.
   *
   * @param folder for files that {@link #close} removes; exists
   * @param processes those to count
   * @param seconds how long it will count
   * @param clock whose moments spans have
   * @param isStopped ends the wait
   */
  public static HardwareCounters begin(
      Path folder, Set<Long> processes, double seconds, Clock clock, BooleanSupplier isStopped)
      throws InterruptedException {
    return begin(PerfProcess.PERF, folder, processes, seconds, clock, isStopped);
  }

  /** The same with another program. */
  static HardwareCounters begin(
      String perf,
      Path folder,
      Set<Long> processes,
      double seconds,
      Clock clock,
      BooleanSupplier isStopped)
      throws InterruptedException {
    HardwareCounters counters = new HardwareCounters(folder, clock);
    long millis = Math.max(INTERVAL_MILLIS, Math.round(seconds * 1_000 / MAX_INTERVALS));
    boolean refused = true;
    for (int i = 0; i < TRIES && refused; i++) {
      refused = !counters.start(command(perf, folder, alive(processes), millis), isStopped);
    }
    return counters;
  }

  /** perf refuses all if one of them has ended. */
  private static String alive(Set<Long> processes) {
    return processes.stream()
        .filter(each -> ProcessHandle.of(each).isPresent())
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  private static List<String> command(String perf, Path folder, String processes, long millis) {
    List<String> command = new ArrayList<>(List.of(perf, "stat", "-x,"));
    command.addAll(List.of("-I", Long.toString(millis), "-e", String.join(",", EVENTS)));
    command.addAll(List.of("-p", processes, "-o", folder.resolve(DATA).toString()));
    return command;
  }

  /** False if perf has refused. */
  private boolean start(List<String> command, BooleanSupplier isStopped)
      throws InterruptedException {
    try {
      PerfProcess perf = PerfProcess.start(command, folder, NAME);
      boolean begun = perf.awaitBegin(isStopped);
      beganNanos = clock.nanoTime();
      if (begun) {
        process = perf;
        failure = "";
      } else {
        failure = perf.refusal("count");
        perf.close();
      }
      return begun;
    } catch (SamplerException e) {
      failure = String.valueOf(e.getMessage());
      return true;
    }
  }

  /** Ends it; the counts are complete. */
  public void end() throws InterruptedException {
    if (process == null) {
      return;
    }
    try {
      process.end();
    } catch (SamplerException e) {
      failure = String.valueOf(e.getMessage());
    }
  }

  /** What was counted in a span, after {@link #end}. */
  public EventRates in(Span span) {
    if (!failure.isEmpty()) {
      return EventRates.none(failure);
    }
    try (BufferedReader lines =
        Files.newBufferedReader(folder.resolve(DATA), StandardCharsets.ISO_8859_1)) {
      return CounterLines.read(lines, span.startNanos() - beganNanos, span.endNanos() - beganNanos);
    } catch (IOException e) {
      return EventRates.none("perf's counts cannot be read: " + e.getMessage());
    }
  }

  /** Removes perf and its files. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
    PerfProcess.remove(folder.resolve(DATA));
  }
}
