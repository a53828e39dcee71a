package io.ibench.overhead;

import com.sun.management.ThreadMXBean;
import io.ibench.db.DatabaseException;
import io.ibench.statistics.Sample;
import io.ibench.statistics.StudentsT;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Compares two sides on one thread: blocks of the same number of operations, A B B A, so that what
 * drifts hits both alike. The first ones warm up. Not thread-safe.
 */
final class Alternation {

  private static final int MIN_ROUNDS = 4;
  private static final int MAX_BLOCK = 1 << 20;

  private final Meter meter;
  private final Lengths lengths;
  private final BooleanSupplier stopped;
  private final LongSupplier serverCpuNanos;

  /**
   * How long an operation is compared.
   *
   * @param blockNanos of a block of operations
   */
  record Lengths(long warmUpNanos, long nanos, long blockNanos) {
    static final Lengths USUAL = new Lengths(2_000_000_000L, 6_000_000_000L, 150_000_000L);
    static final Lengths QUICK = new Lengths(500_000_000L, 1_200_000_000L, 40_000_000L);
  }

  /** Reads what the calling thread has used so far. */
  interface Meter {
    long nanos();

    long cpuNanos();

    long bytes();

    /** The JVM's. */
    static Meter ofThread() {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      return new Meter() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public long cpuNanos() {
          return threads.getCurrentThreadCpuTime();
        }

        @Override
        public long bytes() {
          return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        }
      };
    }
  }

  /** What blocks of operations have used. */
  private record Use(long operations, long nanos, long cpuNanos, long bytes, long serverNanos) {

    static final Use NOTHING = new Use(0, 0, 0, 0, 0);

    Use plus(Use other) {
      return new Use(
          operations + other.operations,
          nanos + other.nanos,
          cpuNanos + other.cpuNanos,
          bytes + other.bytes,
          serverNanos + other.serverNanos);
    }

    double each(long amount) {
      return (double) amount / operations;
    }
  }

  /**
   * @param stopped ends the comparison before the next block
   * @param serverCpuNanos CPU time of the server so far; below 0 if it is unknown
   */
  Alternation(Meter meter, Lengths lengths, BooleanSupplier stopped, LongSupplier serverCpuNanos) {
    this.meter = meter;
    this.lengths = lengths;
    this.stopped = stopped;
    this.serverCpuNanos = serverCpuNanos;
  }

  /**
   * @throws CancellationException when it was stopped
   */
  OverheadRow compare(String name, OverheadSide bare, OverheadSide ibench)
      throws DatabaseException {
    int block = warmUp(bare, ibench);
    Use ofBare = Use.NOTHING;
    Use ofIbench = Use.NOTHING;
    List<Double> ratios = new ArrayList<>();
    long end = meter.nanos() + lengths.nanos();
    while (ratios.size() < MIN_ROUNDS || meter.nanos() < end) {
      Use a = block(bare, block);
      Use b = block(ibench, block).plus(block(ibench, block));
      a = a.plus(block(bare, block));
      ratios.add(Math.log((double) b.cpuNanos() / a.cpuNanos()));
      ofBare = ofBare.plus(a);
      ofIbench = ofIbench.plus(b);
    }
    return row(name, ofBare, ofIbench, ratios);
  }

  /** Returns the number of operations of a block. */
  private int warmUp(OverheadSide bare, OverheadSide ibench) throws DatabaseException {
    long end = meter.nanos() + lengths.warmUpNanos();
    int operations = 1;
    long last;
    do {
      last = block(bare, operations).nanos() + block(ibench, operations).nanos();
      if (last < lengths.blockNanos() && operations < MAX_BLOCK) {
        operations *= 2;
      }
    } while (meter.nanos() < end);
    double each = last / 2.0 / operations;
    return (int) Math.max(1, Math.min(MAX_BLOCK, lengths.blockNanos() / Math.max(1, each)));
  }

  private Use block(OverheadSide side, int operations) throws DatabaseException {
    if (stopped.getAsBoolean()) {
      throw new CancellationException();
    }
    long server = serverCpuNanos.getAsLong();
    long bytes = meter.bytes();
    long cpu = meter.cpuNanos();
    long start = meter.nanos();
    side.perform(operations);
    long end = meter.nanos();
    return new Use(
        operations,
        end - start,
        meter.cpuNanos() - cpu,
        meter.bytes() - bytes,
        server < 0 ? 0 : serverCpuNanos.getAsLong() - server);
  }

  private static OverheadRow row(String name, Use bare, Use ibench, List<Double> ratios) {
    Sample sample = Sample.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
    double half = StudentsT.halfWidth95(sample);
    double perSecond = 1e9 / ibench.each(ibench.nanos());
    return new OverheadRow(
        name,
        1,
        bare.each(bare.cpuNanos()),
        ibench.each(ibench.cpuNanos()),
        new OverheadRow.Ratio(
            Math.exp(sample.mean()),
            Math.exp(sample.mean() - half),
            Math.exp(sample.mean() + half)),
        half,
        bare.each(bare.bytes()),
        ibench.each(ibench.bytes()) - bare.each(bare.bytes()),
        perSecond,
        bare.each(bare.nanos()) * perSecond / 1e9,
        ibench.serverNanos() <= 0
            ? null
            : (double) ibench.cpuNanos() / (ibench.cpuNanos() + ibench.serverNanos()));
  }
}
