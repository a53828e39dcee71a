package io.ibench.duet;

import io.ibench.statistics.AnytimeInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The blocks of a duet so far, and what they say together. All figures are logarithms of B / A.
 * Confined to one thread.
 */
public final class DuetSeries {

  /** A median of fewer pairs says little. */
  private static final int FEWEST_PAIRS = 20;

  private final int operations;
  private final List<BlockResult> blocks = new ArrayList<>();

  /**
   * Without blocks.
   *
   * @param operations the number of kinds of operations
   */
  public DuetSeries(int operations) {
    this.operations = operations;
  }

  /** Adds a block that has pairs. */
  public void add(BlockResult block) {
    blocks.add(block);
  }

  public List<BlockResult> blocks() {
    return List.copyOf(blocks);
  }

  /**
   * The time of all operations: in each block the medians of the operations, weighted by each one's
   * share of the time of all blocks, so that an operation counts for what it costs.
   */
  public AnytimeInterval time() {
    double[] nanos = nanos();
    return interval(block -> weighted(block, nanos));
  }

  private double[] nanos() {
    double[] nanos = new double[operations];
    for (BlockResult block : blocks) {
      for (int i = 0; i < operations; i++) {
        BlockResult.OperationPairs pairs = block.operations().get(i);
        nanos[i] += (double) pairs.nanosOfA() + pairs.nanosOfB();
      }
    }
    return nanos;
  }

  private double weighted(BlockResult block, double[] nanos) {
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < operations; i++) {
      BlockResult.OperationPairs pairs = block.operations().get(i);
      if (pairs.pairs() >= FEWEST_PAIRS) {
        sum += nanos[i] * pairs.medianLogRatio();
        weights += nanos[i];
      }
    }
    return weights == 0 ? Double.NaN : sum / weights;
  }

  /** The time of all operations in one block. */
  public double time(BlockResult block) {
    return weighted(block, nanos());
  }

  /** The CPU of the server for each operation in one block. */
  public double serverCpu(BlockResult block) {
    return ratio(block, Costs::serverCpuNanos);
  }

  /** The CPU of the workers' threads for each operation in one block. */
  public double clientCpu(BlockResult block) {
    return ratio(block, Costs::clientCpuNanos);
  }

  /** The time of one operation. */
  public AnytimeInterval time(int operation) {
    return interval(
        block -> {
          BlockResult.OperationPairs pairs = block.operations().get(operation);
          return pairs.pairs() < FEWEST_PAIRS ? Double.NaN : pairs.medianLogRatio();
        });
  }

  /** The CPU of the server for each operation. */
  public AnytimeInterval serverCpu() {
    return interval(block -> ratio(block, Costs::serverCpuNanos));
  }

  /** The CPU of the workers' threads for each operation, an embedded database among it. */
  public AnytimeInterval clientCpu() {
    return interval(block -> ratio(block, Costs::clientCpuNanos));
  }

  private static double ratio(BlockResult block, ToDoubleFunction<Costs> total) {
    Costs a = block.costs().a();
    Costs b = block.costs().b();
    double ofA = total.applyAsDouble(a) / a.operations();
    double ofB = total.applyAsDouble(b) / b.operations();
    return ofA > 0 && ofB > 0 ? Math.log(ofB / ofA) : Double.NaN;
  }

  private AnytimeInterval interval(ToDoubleFunction<BlockResult> figure) {
    List<BlockResult> known =
        blocks.stream().filter(block -> Double.isFinite(figure.applyAsDouble(block))).toList();
    return AnytimeInterval.of(
        known.stream().mapToDouble(figure).toArray(),
        known.stream().mapToInt(BlockResult::sign).toArray());
  }

  /**
   * A cost of an operation on a side, of the blocks in which it is known on both; NaN if in none.
   *
   * @param total of a block; below 0: unknown
   */
  public double cost(Side side, ToLongFunction<Costs> total) {
    long sum = 0;
    long done = 0;
    for (BlockResult block : blocks) {
      boolean known =
          block.costs().allMatch(each -> total.applyAsLong(each) >= 0 && each.operations() > 0);
      if (known) {
        sum += total.applyAsLong(block.costs().of(side));
        done += block.costs().of(side).operations();
      }
    }
    return done == 0 ? Double.NaN : (double) sum / done;
  }

  /** The effect of the data's instance: how much slower those of B are than those of A. */
  public AnytimeInterval instance() {
    double[] nanos = nanos();
    // The effect of the settings is the nuisance here.
    return interval(block -> block.sign() * weighted(block, nanos));
  }

  /** The share of the time of operations that are in no block's time of all. */
  public double leftOut() {
    double[] nanos = nanos();
    double all = Arrays.stream(nanos).sum();
    double left = 0;
    for (int i = 0; i < operations; i++) {
      int operation = i;
      boolean counts =
          blocks.stream()
              .anyMatch(each -> each.operations().get(operation).pairs() >= FEWEST_PAIRS);
      left += counts ? 0 : nanos[i];
    }
    return all == 0 ? 0 : left / all;
  }

  /** Pairs of one operation in all blocks. */
  public long pairs(int operation) {
    return blocks.stream().mapToLong(block -> block.operations().get(operation).pairs()).sum();
  }

  /** The mean time of an operation on a side in microseconds; NaN without pairs. */
  public double meanMicros(int operation, Side side) {
    long pairs = pairs(operation);
    long nanos =
        blocks.stream()
            .map(block -> block.operations().get(operation))
            .mapToLong(each -> side == Side.A ? each.nanosOfA() : each.nanosOfB())
            .sum();
    return pairs == 0 ? Double.NaN : nanos / 1e3 / pairs;
  }

  public long failedPairs() {
    return blocks.stream().mapToLong(BlockResult::failedPairs).sum();
  }

  /**
   * The operation of the first pair with two answers; -1 without one. After an operation that
   * failed the rows may differ, so later answers are no finding.
   */
  public int firstOther() {
    for (BlockResult block : blocks) {
      if (block.firstOther() >= 0) {
        return block.firstOther();
      }
      if (block.failedPairs() > 0) {
        return -1;
      }
    }
    return -1;
  }

  /** Pairs of two different operations. */
  public long unlikePairs() {
    return blocks.stream().mapToLong(BlockResult::unlikePairs).sum();
  }
}
