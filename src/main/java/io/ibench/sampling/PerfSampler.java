package io.ibench.sampling;

import io.ibench.sampling.SamplesReader.Span;
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
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A {@code perf record} of the whole machine, or of some processes if the machine is not to be
 * seen. It ends with this process, however that ends. Confined to one thread.
 */
public final class PerfSampler implements CpuSampler {

  private static final String EVENT = "cpu-clock";
  private static final String NAME = "perf";
  private static final String DATA = NAME + ".data";
  private static final long TRY_NANOS = 1_000_000;
  private static final long MAX_BYTES = 512L << 20;

  /** What a profile needs on a machine with few processes. */
  private static final long LEAST_BYTES = 32L << 20;

  /** Results are on the same disk, and go first. */
  private static final long SHARE_OF_DISK = 4;

  private final String perf;
  private final Path folder;
  private final PerfProcess process;
  private final Set<Long> processes;
  private final long periodNanos;
  private final String how;

  private PerfSampler(
      String perf,
      Path folder,
      PerfProcess process,
      Set<Long> processes,
      long periodNanos,
      String how) {
    this.perf = perf;
    this.folder = folder;
    this.process = process;
    this.processes = processes;
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
    return begin(PerfProcess.PERF, folder, processes, periodNanos, isStopped);
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
    String refusal = "";
    for (Way way : ways) {
      PerfSampler sampler = start(perf, folder, way, processes, periodNanos);
      if (sampler.process.awaitBegin(isStopped)) {
        return sampler;
      }
      refusal = sampler.process.refusal("sample");
      sampler.close();
    }
    throw new SamplerException(refusal);
  }

  private static PerfSampler start(
      String perf, Path folder, Way way, Set<Long> processes, long periodNanos)
      throws SamplerException {
    List<String> command = new ArrayList<>(List.of(perf, "record", "-q", "-e", way.event));
    command.addAll(List.of("-c", Long.toString(periodNanos), "-g", "-k", "CLOCK_MONOTONIC"));
    command.addAll(List.of("--no-buildid", "--max-size=" + (bytes(folder) >> 20) + "M"));
    command.addAll(List.of("-o", folder.resolve(DATA).toString()));
    command.addAll(way.who);
    return new PerfSampler(
        perf, folder, PerfProcess.start(command, folder, NAME), processes, periodNanos, way.text());
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

  @Override
  public void end() throws SamplerException, InterruptedException {
    process.end();
  }

  /** Reads at the lowest priority. */
  @Override
  public List<CpuSamples> read(List<Span> spans) throws SamplerException {
    return new SamplesReader(processes, periodNanos, how, this::lines).read(spans);
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

  /** Removes perf and its files. */
  @Override
  public void close() {
    process.close();
    PerfProcess.remove(folder.resolve(DATA));
    PerfProcess.remove(folder.resolve(DATA + ".old"));
  }
}
