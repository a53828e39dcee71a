package io.ibench.workload.kv;

import io.ibench.config.Key;
import io.ibench.workload.table.StepOptions;
import java.util.List;

/**
 * The model of db_bench's mixgraph (Cao and others, FAST 2020): gets, puts and seeks of hot keys in
 * hot ranges of keys, with lengths of values and scans from generalized Pareto distributions.
 * Immutable.
 */
final class MixGraph {

  private static final int SHARES = 1000;
  private static final int SHORTEST_VALUE = 10;
  private static final double LEAST_SHARE = 1e-16;

  /** A draw of 0 has an infinite length: C++ makes this of it. */
  private static final double TOO_LARGE = 0x1p63;

  private final long keys;
  private final int longestValue;
  private final long longestScan;
  private final int[] shares = new int[3];
  private final double keyA;
  private final double keyB;

  /** Where each range of keys begins among the draws; its last element is where the last ends. */
  private final long[] ranges;

  private final Pareto values;
  private final Pareto scans;

  /** A generalized Pareto distribution. */
  private record Pareto(double theta, double k, double sigma) {

    Pareto(List<Double> numbers) {
      this(numbers.get(0), numbers.get(1), numbers.get(2));
    }

    /** The value that a share {@code u} of all values exceed. */
    long above(double u) {
      double value =
          k == 0 ? theta - sigma * Math.log(u) : theta + sigma * (Math.pow(u, -k) - 1) / k;
      double up = Math.ceil(value);
      return up >= TOO_LARGE ? Long.MIN_VALUE : (long) up;
    }
  }

  private MixGraph(StepOptions reader, KvSettings settings) {
    keys = settings.num();
    longestValue = settings.longestValue();
    longestScan = reader.get(KvKeys.MAX_SCAN);
    List<Double> ratios = reader.get(KvKeys.MIX_RATIOS);
    double sum = ratios.get(0) + ratios.get(1) + ratios.get(2);
    int end = 0;
    for (int i = 0; i < shares.length; i++) {
      end += (int) Math.ceil(SHARES * (ratios.get(i) / sum));
      shares[i] = end;
    }
    List<Double> hot = reader.get(KvKeys.KEY_DIST);
    keyA = hot.get(0);
    keyB = hot.get(1);
    ranges = ranges(reader.get(KvKeys.KEYRANGE_DIST), reader.get(KvKeys.KEYRANGE_NUM).intValue());
    values = new Pareto(reader.get(KvKeys.VALUE_PARETO));
    scans = new Pareto(reader.get(KvKeys.SCAN_PARETO));
  }

  /** Reads and checks it. */
  static MixGraph read(StepOptions reader, KvSettings settings, String step) {
    MixGraph mix = new MixGraph(reader, settings);
    List<Double> ratios = reader.get(KvKeys.MIX_RATIOS);
    if (ratios.stream().anyMatch(ratio -> ratio < 0) || ratios.stream().allMatch(r -> r == 0)) {
      problem(reader, step, KvKeys.MIX_RATIOS, "are no shares: none below 0, and one above it");
    }
    if (mix.rangeDraws() <= 0) {
      problem(reader, step, KvKeys.KEYRANGE_DIST, "leaves no range of keys that is ever used");
    }
    if (mix.ranges.length - 1 > settings.num()) {
      problem(reader, step, KvKeys.KEYRANGE_NUM, "is more than all " + settings.num() + " keys");
    }
    if (settings.maxValueSize().isEmpty()) {
      reader
          .config()
          .problem(
              "",
              "",
              "",
              "step "
                  + step
                  + " writes values of several lengths: set kv.max_value_size, before the fill;"
                  + " db_bench's is 1024");
    }
    return mix;
  }

  private static void problem(StepOptions reader, String step, Key<?> key, String what) {
    reader.config().problem(what, key.under(step));
  }

  /**
   * The hotness of ranges as whole numbers of draws. The hot ones come first, until all are
   * shuffled, in an order that depends on the hotness alone.
   */
  private static long[] ranges(List<Double> hotness, int wanted) {
    if (hotness.stream().allMatch(number -> number == 0)) {
      return new long[] {0, 1};
    }
    long[] draws = new long[wanted];
    long amplify = 0;
    long all = 0;
    for (int i = 0; i < wanted; i++) {
      int range = wanted - i;
      double share =
          hotness.get(0) * Math.exp(hotness.get(1) * range)
              + hotness.get(2) * Math.exp(hotness.get(3) * range);
      if (share < LEAST_SHARE) {
        continue;
      }
      if (amplify == 0) {
        amplify = (long) Math.floor(1 / share) + 1;
      }
      draws[i] = (long) Math.floor(amplify * share);
      all += draws[i];
    }
    Mt19937x64 random = new Mt19937x64(all);
    for (int i = 0; i < wanted; i++) {
      int other = (int) Long.remainderUnsigned(random.next(), wanted);
      long swapped = draws[i];
      draws[i] = draws[other];
      draws[other] = swapped;
    }
    long[] begins = new long[wanted + 1];
    for (int i = 0; i < wanted; i++) {
      begins[i + 1] = begins[i] + draws[i];
    }
    return begins;
  }

  private long rangeDraws() {
    return ranges[ranges.length - 1];
  }

  /** What a draw stands for. */
  KvOperation operation(long draw) {
    long place = draw % shares[2];
    return place < shares[0]
        ? KvOperation.GET
        : place < shares[1] ? KvOperation.OVERWRITE : KvOperation.SEEK;
  }

  /**
   * The key.
   *
   * @param rangeDraw of its range, not negative
   * @param keyDraw of the key in it, not negative
   */
  long key(long rangeDraw, long keyDraw) {
    int count = ranges.length - 1;
    long size = keys / count;
    long place = keyDraw % size;
    if (keyA != 0 && keyB != 0) {
      double u = (double) place / size;
      long hot = (long) Math.ceil(Math.pow(u / keyA, 1 / keyB));
      place = Long.remainderUnsigned(Mt19937x64.first(hot), size);
    }
    return size * range(rangeDraw % rangeDraws()) + place;
  }

  /** The last range that begins at this draw or before. */
  private int range(long draw) {
    int start = 0;
    int end = ranges.length - 1;
    while (start + 1 < end) {
      int middle = (start + end) >>> 1;
      if (draw < ranges[middle]) {
        end = middle;
      } else {
        start = middle;
      }
    }
    return start;
  }

  /**
   * The bytes of a value; of one that is too long the remainder, as in db_bench.
   *
   * @param u 0 .. 1, exclusive
   */
  int valueLength(double u) {
    long length = values.above(u);
    return length < SHORTEST_VALUE
        ? Math.min(SHORTEST_VALUE, longestValue)
        : (int) (length > longestValue ? Math.max(1, length % longestValue) : length);
  }

  /** The rows that a seek reads. */
  int scanLength(double u) {
    return (int) Math.max(0, scans.above(u) % longestScan);
  }

  /** The draws of one worker. Confined to its thread; allocates nothing. */
  final class Draws {

    private static final double UNIT = 0x1p-53;
    private static final int UNIT_BITS = 53;

    private final KeyStream stream;
    private final boolean likeDbBench;
    private long key;
    private double length;

    /**
     * @param likeDbBench one number decides on everything; else each has its own
     */
    Draws(KeyStream stream, boolean likeDbBench) {
      this.stream = stream;
      this.likeDbBench = likeDbBench;
    }

    /** Draws the next request. */
    KvOperation next() {
      if (likeDbBench) {
        stream.chooseDatabase();
        long draw = stream.uniform();
        key = MixGraph.this.key(draw, draw);
        length = (double) draw / keys;
        return operation(draw);
      }
      key = MixGraph.this.key(stream.draw() >>> 1, stream.uniform());
      length = (stream.draw() >>> Long.SIZE - UNIT_BITS) * UNIT;
      return operation(stream.draw() >>> 1);
    }

    long key() {
      return key;
    }

    int valueLength() {
      return MixGraph.this.valueLength(length);
    }

    int scanLength() {
      return MixGraph.this.scanLength(length);
    }
  }
}
