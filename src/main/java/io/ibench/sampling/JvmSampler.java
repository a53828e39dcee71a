package io.ibench.sampling;

import io.ibench.sampling.SamplesReader.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Samples this JVM, and all native code in it, with async-profiler. Its recording is a file that
 * {@link #close} removes. Confined to one thread.
 *
 * <p>A timer of each thread's CPU time costs nothing when threads wait and go on, which the
 * kernel's perf events of a thread do. It fires with the kernel's tick, so a sample may stand for
 * several periods; async-profiler counts them.
 */
public final class JvmSampler implements CpuSampler {

  private static final String RECORDING = "ibench.jfr";

  /** Of each thread; of the process, for systems that have no others. */
  private static final List<String> TIMERS = List.of("ctimer", "itimer");

  private static final long TRY_NANOS = 10_000_000;
  private static final long MAX_BYTES = 512L << 20;
  private static final double SAMPLE_BYTES = 24;

  /**
   * Stamps of the clock of {@link System#nanoTime}; one chunk, so that its head dates them all; no
   * properties or arguments of the JVM, which may hold secrets.
   */
  private static final String FORM =
      "jfr,clock=monotonic,chunksize=2g,chunktime=1000d,cstack=vm,jfropts=15";

  /** CPU time by innermost function. */
  private static final String SUMS = "flat=1000000,total";

  private static final Pattern SUM = Pattern.compile("(?m)^ *(\\d+) +\\d+\\.\\d+% ");

  private final AsyncProfiler profiler;
  private final Path file;
  private final String timer;
  private boolean runs = true;
  private long nanos;
  private long taken;

  private JvmSampler(AsyncProfiler profiler, Path file, String timer) {
    this.profiler = profiler;
    this.file = file;
    this.timer = timer;
  }

  /**
   * Begins to sample.
   *
   * @param folder for the recording; exists
   * @param periodNanos CPU time between two samples
   */
  public static JvmSampler begin(AsyncProfiler profiler, Path folder, long periodNanos)
      throws SamplerException {
    Path file = folder.resolve(RECORDING);
    if (file.toString().indexOf(',') >= 0) {
      throw new SamplerException("async-profiler writes to no folder with a comma in its name");
    }
    SamplerException refusal = new SamplerException("async-profiler knows no timer");
    for (String timer : TIMERS) {
      try {
        profiler.execute(command(timer, file, periodNanos));
        return new JvmSampler(profiler, file, timer);
      } catch (SamplerException e) {
        refusal = e;
      }
    }
    throw refusal;
  }

  private static String command(String timer, Path file, long periodNanos) {
    double perSecond = 1e9 / periodNanos * Runtime.getRuntime().availableProcessors();
    long seconds = Math.round(MAX_BYTES / SAMPLE_BYTES / perSecond);
    return String.format(
        Locale.ROOT,
        "start,event=%s,interval=%d,jstackdepth=%d,timeout=%d,features=pcaddr,%s,file=%s",
        timer,
        periodNanos,
        StackFolder.MAX_DEPTH,
        Math.min(TimeUnit.DAYS.toSeconds(30), seconds),
        FORM,
        file.toString().replace("%", "%%"));
  }

  /**
   * Tries whether this JVM can be sampled.
   *
   * @return how, in a few words
   */
  public static String tryOut(AsyncProfiler profiler) throws SamplerException {
    try {
      Path folder = Files.createTempDirectory("ibench-jvm");
      try (JvmSampler sampler = begin(profiler, folder, TRY_NANOS)) {
        sampler.end();
        return sampler.how();
      } finally {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new SamplerException(String.valueOf(e.getMessage()));
    }
  }

  private String how() {
    return "async-profiler, " + timer;
  }

  @Override
  public void end() throws SamplerException {
    runs = false;
    profiler.execute("stop");
    taken = profiler.samples();
    nanos = nanos(profiler.execute(SUMS));
  }

  /** The CPU time of all functions. */
  static long nanos(String sums) {
    return SUM.matcher(sums).results().mapToLong(line -> Long.parseLong(line.group(1))).sum();
  }

  @Override
  public List<CpuSamples> read(List<Span> spans) throws SamplerException {
    return new JfrSamples(file).read(spans, how(), new JfrSamples.All(taken, nanos));
  }

  @Override
  public void close() {
    try {
      if (runs) {
        end();
      }
      Files.deleteIfExists(file);
    } catch (SamplerException | IOException e) {
      // It has ended before; the file lies in the results' own folder, where the user finds it.
      runs = false;
    }
  }
}
