package io.ibench.duet;

import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A time in which nothing changes: the same servers, connections and CPUs. Its pairs say one thing
 * together; only several blocks say how sure it is. Thread-safe.
 */
public final class Block {

  /** What becomes of the pairs. */
  enum Phase {
    WARM_UP,
    MEASURED,
    OVER
  }

  /**
   * How long it is.
   *
   * @param warmUpNanos its first part, which is not measured
   * @param measuredNanos the measured part at least
   * @param enoughPairs with fewer pairs the measured part goes on
   * @param mostNanos the measured part at most
   */
  public record Length(long warmUpNanos, long measuredNanos, long enoughPairs, long mostNanos) {}

  /**
   * The pairs of workers.
   *
   * @param atATime how many are executed together
   */
  public record Pairs(int all, int atATime) {}

  /** Reads what a side uses. Any thread. */
  public interface Meter {

    /** The measured part begins. */
    void begin(Side side);

    /** What the side's server has used since then. */
    Costs end(Side side);
  }

  /** A block of fewer pairs says little, however long it is. */
  private static final long FEWEST = 100;

  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final String name;
  private final Length length;
  private final long seed;
  private final int operations;
  private final Clock clock;
  private final Meter meter;
  private final BooleanSupplier stopped;
  private final Floor floor;
  private final AtomicBoolean compares = new AtomicBoolean(true);
  private final Map<String, PairGate> gates = new HashMap<>();
  private final List<PairedWorker> workers = new ArrayList<>();
  private Both<Costs> used = new Both<>(Costs.UNKNOWN, Costs.UNKNOWN);
  private volatile Phase phase = Phase.WARM_UP;
  private long beginNanos = Long.MIN_VALUE;
  private long measuredFrom;
  private long measuredPairs;

  /**
   * A block that begins with its first pair.
   *
   * @param name of its step
   * @param seed of the coins
   * @param operations the number of kinds of operations
   * @param pairs of workers
   * @param stopped whether one of the sides was stopped
   */
  public Block(
      String name,
      Length length,
      long seed,
      int operations,
      Clock clock,
      Meter meter,
      Pairs pairs,
      BooleanSupplier stopped) {
    this.name = name;
    this.length = length;
    this.seed = seed;
    this.operations = operations;
    this.clock = clock;
    this.meter = meter;
    this.stopped = stopped;
    this.floor = new Floor(pairs.atATime(), pairs.all(), stopped);
  }

  /** Of its step. */
  public String name() {
    return name;
  }

  boolean isStopped() {
    return stopped.getAsBoolean();
  }

  /** From now on answers may differ; returns false if that was known. */
  boolean stopComparing() {
    return compares.compareAndSet(true, false);
  }

  Floor floor() {
    return floor;
  }

  Clock clock() {
    return clock;
  }

  /** Where the workers of this name meet, one of each side. */
  synchronized PairGate gate(String worker) {
    return gates.computeIfAbsent(
        worker, key -> new PairGate(this, Random64.hash(seed, name, key), operations));
  }

  synchronized void add(PairedWorker worker) {
    workers.add(worker);
  }

  Phase phase() {
    return phase;
  }

  /** The phase at the end of a pair; reads the costs when it changes. */
  Phase phase(long now) {
    if (phase != Phase.OVER) {
      move(now);
    }
    return phase;
  }

  private synchronized void move(long now) {
    if (beginNanos == Long.MIN_VALUE) {
      beginNanos = now;
    }
    measuredPairs++;
    if (phase == Phase.WARM_UP && now - beginNanos >= length.warmUpNanos()) {
      measuredFrom = now;
      meter.begin(Side.A);
      meter.begin(Side.B);
      phase = Phase.MEASURED;
      measuredPairs = 0;
    } else if (phase == Phase.MEASURED && isEnough(now - measuredFrom)) {
      phase = Phase.OVER;
      used = new Both<>(meter.end(Side.A), meter.end(Side.B));
    }
  }

  /** What it says; after all workers have ended. Without pairs if it was stopped before its end. */
  public synchronized BlockResult result(int sign) {
    PairCounts counts = new PairCounts();
    List<PairTimes> times = new ArrayList<>();
    for (PairGate gate : gates.values()) {
      counts.add(gate.counts());
      if (phase == Phase.OVER) {
        times.add(gate.times());
      }
    }
    return BlockResult.of(
        sign, operations, times, counts, new Both<>(costs(Side.A), costs(Side.B)));
  }

  private boolean isEnough(long nanos) {
    boolean enough = measuredPairs >= length.enoughPairs();
    boolean most =
        nanos >= length.mostNanos() && measuredPairs >= Math.min(FEWEST, length.enoughPairs());
    return nanos >= length.measuredNanos() && (enough || most || nanos >= LONGEST_NANOS);
  }

  /** With what its workers have used. */
  private Costs costs(Side side) {
    long nanos = 0;
    long done = 0;
    for (PairedWorker worker : workers) {
      if (worker.side() == side) {
        nanos += worker.measuredCpuNanos();
        done += worker.measuredOperations();
      }
    }
    return (phase == Phase.OVER ? used.of(side) : Costs.UNKNOWN).withClient(nanos, done);
  }
}
