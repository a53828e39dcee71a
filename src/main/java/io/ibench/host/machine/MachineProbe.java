package io.ibench.host.machine;

import io.ibench.host.machine.ProbeResult.ReadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;

/**
 * Measures the machine in rounds, so that the figures of each round show how much they vary.
 * Confined to one thread, except {@link #stop}.
 */
public final class MachineProbe {

  /** A file on the disk that is measured. */
  public interface Disk {

    /** Its number of pages of 16 KB. */
    int pages();

    /** Overwrites the first 4 KB of a page. */
    void write(int page) throws IOException;

    /** Waits until the file and its metadata are on the disk. */
    void fsync() throws IOException;

    /** Waits until the file's data are on the disk. */
    void fdatasync() throws IOException;

    void read(int page) throws IOException;

    /** Whether reads ask the kernel to bypass its page cache. */
    boolean isDirect();

    /** Bytes that this process has read from disks so far, as the kernel counts them. */
    OptionalLong deviceReadBytes();
  }

  /** The CPUs and the clock. */
  public interface Cpu {

    int threads();

    /** Millions of steps per second of a fixed computation, on so many threads together. */
    double speed(int threads, long nanos) throws InterruptedException;

    /** Nanoseconds of a call of the clock. */
    double timerNanos();
  }

  /**
   * How long it measures.
   *
   * @param syncNanos for each kind of sync in each round
   */
  public record Lengths(int rounds, long syncNanos, long readNanos, long cpuNanos) {

    /** 16 s together, with a file of 256 MB 20 s. */
    public static final Lengths USUAL = new Lengths(5, 500_000_000, 800_000_000, 600_000_000);
  }

  private enum Part {
    FSYNC,
    FDATASYNC,
    READ
  }

  private interface Operation {
    void run(int page) throws IOException;
  }

  private static final int MAX_SAMPLES = 200_000;
  private static final int PAGE_BYTES = 16 << 10;

  private final LongSupplier nanoTime;
  private final Disk disk;
  private final Cpu cpu;
  private final Lengths lengths;
  private final SplittableRandom random = new SplittableRandom(1);
  private volatile boolean stopped;

  public MachineProbe(LongSupplier nanoTime, Disk disk, Cpu cpu, Lengths lengths) {
    this.nanoTime = nanoTime;
    this.disk = disk;
    this.cpu = cpu;
    this.lengths = lengths;
  }

  /** Makes {@link #measure} end soon. Thread-safe. */
  public void stop() {
    stopped = true;
  }

  /**
   * Measures everything.
   *
   * @param folder of the disk's file
   * @throws CancellationException after {@link #stop}
   */
  public ProbeResult measure(Path folder) throws IOException, InterruptedException {
    Map<Part, List<long[]>> latencies = new EnumMap<>(Part.class);
    Arrays.stream(Part.values()).forEach(part -> latencies.put(part, new ArrayList<>()));
    List<Double> one = new ArrayList<>();
    List<Double> all = new ArrayList<>();
    List<Double> timer = new ArrayList<>();
    cpu.speed(1, lengths.cpuNanos()); // the JVM compiles the loop
    OptionalLong before = disk.deviceReadBytes();
    long reads = 0;
    for (int round = 0; round < lengths.rounds(); round++) {
      Objects.requireNonNull(latencies.get(Part.FSYNC)).add(syncs(disk::fsync));
      Objects.requireNonNull(latencies.get(Part.FDATASYNC)).add(syncs(disk::fdatasync));
      long[] nanos = timed(page -> {}, disk::read, lengths.readNanos());
      Objects.requireNonNull(latencies.get(Part.READ)).add(nanos);
      reads += nanos.length;
      one.add(speed(1));
      all.add(speed(cpu.threads()));
      timer.add(cpu.timerNanos());
    }
    return new ProbeResult(
        folder,
        (long) disk.pages() * PAGE_BYTES,
        source(before, disk.deviceReadBytes(), reads * PAGE_BYTES),
        cpu.threads(),
        List.of(
            ProbeFigure.latency(
                ProbeResult.FSYNC, Objects.requireNonNull(latencies.get(Part.FSYNC))),
            ProbeFigure.latency(
                ProbeResult.FDATASYNC, Objects.requireNonNull(latencies.get(Part.FDATASYNC))),
            ProbeFigure.latency(ProbeResult.READ, Objects.requireNonNull(latencies.get(Part.READ))),
            new ProbeFigure(ProbeResult.CPU, "M/s", one, OptionalDouble.empty()),
            new ProbeFigure(ProbeResult.CPUS, "M/s", all, OptionalDouble.empty()),
            new ProbeFigure(ProbeResult.TIMER, "ns", timer, OptionalDouble.empty())));
  }

  private interface Sync {
    void run() throws IOException;
  }

  private long[] syncs(Sync sync) throws IOException {
    return timed(disk::write, page -> sync.run(), lengths.syncNanos());
  }

  private double speed(int threads) throws InterruptedException {
    requireRunning();
    return cpu.speed(threads, lengths.cpuNanos());
  }

  /** Repeats an operation on random pages, once at least; only {@code timed} is timed. */
  private long[] timed(Operation untimed, Operation timed, long length) throws IOException {
    long[] samples = new long[1024];
    int count = 0;
    long begin = nanoTime.getAsLong();
    long end = begin;
    while (count == 0 || end - begin < length && count < MAX_SAMPLES) {
      requireRunning();
      int page = random.nextInt(disk.pages());
      untimed.run(page);
      long start = nanoTime.getAsLong();
      timed.run(page);
      end = nanoTime.getAsLong();
      if (count == samples.length) {
        samples = Arrays.copyOf(samples, 2 * count);
      }
      samples[count++] = end - start;
    }
    return Arrays.copyOf(samples, count);
  }

  private void requireRunning() {
    if (stopped) {
      throw new CancellationException("the probe was stopped");
    }
  }

  /** Half of the bytes are enough: other threads of the process hardly read. */
  private ReadSource source(OptionalLong before, OptionalLong after, long bytes) {
    if (!disk.isDirect()) {
      return ReadSource.PAGE_CACHE;
    }
    if (before.isEmpty() || after.isEmpty()) {
      return ReadSource.UNKNOWN;
    }
    return after.getAsLong() - before.getAsLong() >= bytes / 2
        ? ReadSource.DISK
        : ReadSource.NO_DISK;
  }
}
