package io.ibench.sampling;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A {@code perf record} of the whole machine, or of some processes if the machine is not to be
 * seen. It ends with this process, however that ends: perf runs until a child of its own has read
 * the end of a pipe. Confined to one thread.
 */
public final class PerfSampler implements AutoCloseable {

  private static final String PERF = "perf";
  private static final String EVENT = "cpu-clock";
  private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");
  private static final String DATA = "perf.data";
  private static final String ERRORS = "perf.log";

  /** A file, not a pipe: what is in it stays readable when perf ends at once. */
  private static final String BEGUN = "perf.begun";

  /** perf prints nothing before it samples; then its child says so. */
  private static final List<String> CHILD =
      List.of("--", "sh", "-c", "echo begun; exec cat > /dev/null");

  private static final long TRY_NANOS = 1_000_000;
  private static final long BEGIN_MILLIS = 20_000;
  private static final long END_MILLIS = 30_000;
  private static final long POLL_MILLIS = 5;
  private static final long MAX_BYTES = 512L << 20;

  /** What a profile needs on a machine with few processes. */
  private static final long LEAST_BYTES = 32L << 20;

  /** Results are on the same disk, and go first. */
  private static final long SHARE_OF_DISK = 4;
  private static final int LONGEST_REASON = 200;

  private final String perf;
  private final Path folder;
  private final Process process;
  private final long periodNanos;
  private final String how;

  private PerfSampler(String perf, Path folder, Process process, long periodNanos, String how) {
    this.perf = perf;
    this.folder = folder;
    this.process = process;
    this.periodNanos = periodNanos;
    this.how = how;
  }

  /** A way to ask perf; the best one first. */
  private record Way(List<String> who, String event) {
    String text() {
      return event + (who.contains("-a") ? ", whole machine" : ", server's processes only");
    }
  }

  /**
   * Begins to sample. When it returns, perf samples.
   *
   * @param folder for files that {@link #close} removes; exists
   * @param processes whose samples are wanted
   * @param periodNanos CPU time between two samples
   * @param isStopped ends the wait
   */
  public static PerfSampler begin(
      Path folder, Set<Long> processes, long periodNanos, BooleanSupplier isStopped)
      throws SamplerException, InterruptedException {
    return begin(PERF, folder, processes, periodNanos, isStopped);
  }

  /**
   * Tries whether this process could be sampled.
   *
   * @return how, in a few words
   */
  public static String tryOut() throws SamplerException, InterruptedException {
    try {
      Path folder = Files.createTempDirectory("ibench-perf");
      try (PerfSampler sampler =
          begin(folder, Set.of(ProcessHandle.current().pid()), TRY_NANOS, () -> false)) {
        sampler.end();
        return sampler.how;
      } finally {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new SamplerException(String.valueOf(e.getMessage()));
    }
  }

  /** The same with another program. */
  static PerfSampler begin(
      String perf, Path folder, Set<Long> processes, long periodNanos, BooleanSupplier isStopped)
      throws SamplerException, InterruptedException {
    List<String> some =
        List.of("-p", String.join(",", processes.stream().map(String::valueOf).toList()));
    List<Way> ways =
        List.of(new Way(List.of("-a"), EVENT), new Way(some, EVENT), new Way(some, EVENT + ":u"));
    for (Way way : ways) {
      PerfSampler sampler = start(perf, folder, way, periodNanos);
      if (sampler.awaitBegin(isStopped)) {
        return sampler;
      }
      sampler.kill();
    }
    throw new SamplerException(refused(folder));
  }

  private static PerfSampler start(String perf, Path folder, Way way, long periodNanos)
      throws SamplerException {
    List<String> command = new ArrayList<>(List.of(perf, "record", "-q", "-e", way.event));
    command.addAll(List.of("-c", Long.toString(periodNanos), "-g", "-k", "CLOCK_MONOTONIC"));
    command.addAll(List.of("--no-buildid", "--max-size=" + (bytes(folder) >> 20) + "M"));
    command.addAll(List.of("-o", folder.resolve(DATA).toString()));
    command.addAll(way.who);
    command.addAll(CHILD);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(folder.resolve(BEGUN).toFile())
              .redirectError(folder.resolve(ERRORS).toFile())
              .start();
      return new PerfSampler(perf, folder, process, periodNanos, way.text());
    } catch (IOException e) {
      throw new SamplerException(missing(e));
    }
  }

  private static long bytes(Path folder) throws SamplerException {
    long free = folder.toFile().getUsableSpace();
    long bytes = Math.min(MAX_BYTES, free / SHARE_OF_DISK);
    if (bytes < LEAST_BYTES) {
      throw new SamplerException(
          String.format(
              Locale.ROOT,
              "the disk of the results has %d MB free, and samples need %d at most",
              free >> 20,
              SHARE_OF_DISK * LEAST_BYTES >> 20));
    }
    return bytes;
  }

  private static String missing(IOException e) {
    return String.valueOf(e.getMessage()).contains("error=2,")
        ? "perf is not installed (Debian: linux-perf; Ubuntu: linux-tools-generic)"
        : "perf does not start: " + e.getMessage();
  }

  /** Whether perf samples; else it has refused. */
  private boolean awaitBegin(BooleanSupplier isStopped)
      throws SamplerException, InterruptedException {
    long rounds = BEGIN_MILLIS / POLL_MILLIS;
    for (long i = 0; i < rounds && !isStopped.getAsBoolean(); i++) {
      boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (folder.resolve(BEGUN).toFile().length() > 0) {
        return true;
      }
      if (ended) {
        return false;
      }
    }
    close();
    throw new SamplerException("perf did not begin within " + BEGIN_MILLIS / 1000 + " s");
  }

  /** Why perf refused, and what helps. */
  private static String refused(Path folder) {
    OptionalInt paranoid = paranoid();
    if (paranoid.isPresent() && paranoid.getAsInt() > 0) {
      return String.format(
          Locale.ROOT,
          "perf may not sample: perf_event_paranoid is %d; as root: sysctl"
              + " kernel.perf_event_paranoid=0, or start ibench with CAP_PERFMON",
          paranoid.getAsInt());
    }
    return "perf may not sample ("
        + said(folder)
        + "); in a container: --cap-add PERFMON and a"
        + " seccomp profile that allows perf_event_open";
  }

  private static OptionalInt paranoid() {
    try {
      return OptionalInt.of(Integer.parseInt(Files.readString(PARANOID).strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  /** The first line of what perf has complained of. */
  private static String said(Path folder) {
    try {
      return Files.readAllLines(folder.resolve(ERRORS), StandardCharsets.ISO_8859_1).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.equals("Error:"))
          .map(line -> line.substring(0, Math.min(line.length(), LONGEST_REASON)))
          .findFirst()
          .orElse("it said nothing");
    } catch (IOException e) {
      return "it said nothing";
    }
  }

  /** Ends the sampling; the samples are complete. */
  public void end() throws SamplerException, InterruptedException {
    if (!process.isAlive()) {
      throw new SamplerException(
          "perf ended in the middle of the step, exit code "
              + process.exitValue()
              + ": "
              + said(folder));
    }
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy();
    }
    if (!process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
      throw new SamplerException("perf did not end within " + END_MILLIS / 1000 + " s");
    }
    if (process.exitValue() != 0) {
      throw new SamplerException(
          "perf ended with exit code " + process.exitValue() + ": " + said(folder));
    }
  }

  /** Reads the samples, after {@link #end}, at the lowest priority. */
  public SamplesReader reader(Set<Long> processes) {
    return new SamplesReader(processes, periodNanos, how, this::lines);
  }

  /** Starts {@code perf script}. */
  private Lines lines() throws IOException {
    Process script =
        new ProcessBuilder(
                "nice",
                "-n",
                "19",
                perf,
                "script",
                "--no-inline",
                "--ns",
                "--show-task-events",
                "--show-lost-events",
                "-F",
                PerfScript.FIELDS,
                "-i",
                folder.resolve(DATA).toString())
            .redirectError(Redirect.DISCARD)
            .start();
    return new Lines(
        script,
        new BufferedReader(new InputStreamReader(script.getInputStream(), StandardCharsets.UTF_8)));
  }

  /** What a program prints. */
  record Lines(Process program, BufferedReader reader) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      program.destroyForcibly();
      reader.close();
    }
  }

  /** Its child ends with the pipe. */
  private void kill() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The child has ended before.
      process.destroy();
    }
    process.destroyForcibly();
  }

  /** Removes perf and its files. */
  @Override
  public void close() {
    kill();
    List.of(DATA, ERRORS, BEGUN, DATA + ".old").forEach(this::delete);
  }

  private void delete(String name) {
    try {
      Files.deleteIfExists(folder.resolve(name));
    } catch (IOException e) {
      // It lies in the results' own folder, where the user finds it.
      return;
    }
  }
}
