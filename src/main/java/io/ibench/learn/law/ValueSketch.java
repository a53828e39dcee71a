package io.ibench.learn.law;

import io.ibench.learn.sql.Literal;
import io.ibench.random.Random64;
import org.jspecify.annotations.Nullable;

/**
 * The values of a place in statements, in bounded memory: a sample of the draws, a sample of the
 * keys, and sums. Not thread-safe. It never holds a text, only hashes and lengths.
 */
public final class ValueSketch {

  static final int VALUES = 20_000;
  private static final int DISTANCES = 4_000;
  private static final int KINDS = Literal.BYTES + 1;

  /** New maxima of n draws that do not rise: ln n; so many more are no chance. */
  private static final double RECORDS_FACTOR = 5;

  private static final long RECORDS_MORE = 10;
  private static final double ALMOST_ALL = 0.95;
  private static final long FEW = 20;

  private final long seed;
  private final long[] counts = new long[KINDS];
  private final @Nullable Reservoir[] reservoirs = new @Nullable Reservoir[KINDS];
  private final KeySample keys = new KeySample();
  private @Nullable Reservoir distances;
  private boolean offsets;
  private int shapes;
  private int digits;
  private int shortest = Integer.MAX_VALUE;
  private int longest;
  private long quoted;

  private long numbers;
  private long last;
  private long rises;
  private long steps;
  private long highest = Long.MIN_VALUE;
  private long lowest = Long.MAX_VALUE;
  private long records;

  /**
   * @param seed of the samples: the same values and seed give the same sketch
   */
  public ValueSketch(long seed) {
    this.seed = seed;
  }

  /** Adds a value as {@link Literal} describes it. */
  public void add(byte kind, long bits, int length, int shape) {
    if (kind == Literal.INTEGER) {
      add(kind, bits, length, shape, Math.max(highest, bits));
    } else {
      add(kind, bits, length, shape, Long.MIN_VALUE);
    }
  }

  /**
   * Adds a value of a column whose largest value so far is known, from all statements.
   *
   * @param columnMax that value, this one included; {@code Long.MIN_VALUE} if it is not known
   */
  public void add(byte kind, long bits, int length, int shape, long columnMax) {
    counts[kind]++;
    if (kind == Literal.NULL) {
      return;
    }
    if ((shape & Literal.QUOTED) != 0) {
      quoted++;
    }
    reservoir(kind).add(bits);
    keys.add(bits);
    if (kind == Literal.INTEGER || kind == Literal.TIME) {
      follow(bits);
      if (kind == Literal.INTEGER && columnMax != Long.MIN_VALUE) {
        distance(columnMax - bits);
      }
    } else if (kind == Literal.TEXT || kind == Literal.BYTES) {
      shapes |= shape;
      shortest = Math.min(shortest, length);
      longest = Math.max(longest, length);
    } else if (kind == Literal.DECIMAL) {
      digits = Math.max(digits, length);
    }
  }

  /**
   * Adds a time as its distance from the time of its statement, both in microseconds since 1970.
   */
  public void addTime(long micros, long statementMicros) {
    offsets = true;
    add(Literal.TIME, micros - statementMicros, 0, 0);
  }

  private void follow(long bits) {
    if (numbers++ > 0) {
      if (bits > last) {
        rises++;
      }
      if (bits - last == 1) {
        steps++;
      }
    }
    last = bits;
    lowest = Math.min(lowest, bits);
    if (bits > highest) {
      highest = bits;
      records++;
    }
  }

  private void distance(long distance) {
    Reservoir to = distances;
    if (to == null) {
      to = new Reservoir(DISTANCES, Random64.hash(seed, KINDS));
      distances = to;
    }
    to.add(distance);
  }

  private Reservoir reservoir(byte kind) {
    Reservoir found = reservoirs[kind];
    if (found == null) {
      found = new Reservoir(VALUES, Random64.hash(seed, kind));
      reservoirs[kind] = found;
    }
    return found;
  }

  /** Adds the values of another place, as if they had been added here. */
  public void merge(ValueSketch other) {
    for (byte kind = 0; kind < KINDS; kind++) {
      counts[kind] += other.counts[kind];
      Reservoir from = other.reservoirs[kind];
      if (from != null) {
        reservoir(kind).merge(from);
      }
    }
    Reservoir from = other.distances;
    if (from != null) {
      if (distances == null) {
        distances = new Reservoir(DISTANCES, Random64.hash(seed, KINDS));
      }
      distances.merge(from);
    }
    keys.merge(other.keys);
    offsets |= other.offsets;
    shapes |= other.shapes;
    digits = Math.max(digits, other.digits);
    shortest = Math.min(shortest, other.shortest);
    longest = Math.max(longest, other.longest);
    quoted += other.quoted;
    numbers += other.numbers;
    rises += other.rises;
    steps += other.steps;
    records = Math.max(records, other.records);
    highest = Math.max(highest, other.highest);
    lowest = Math.min(lowest, other.lowest);
  }

  /** Whether the values of the places differ by more than chance, with an error of 1 %. */
  public boolean differs(ValueSketch other) {
    return difference(other) < 0.01;
  }

  /**
   * The probability that two places with the same law differ at least so much: the smaller one of
   * two tests, of kinds and of values, doubled.
   */
  public double difference(ValueSketch other) {
    if (count() == 0 || other.count() == 0) {
      return 1;
    }
    double least = 1;
    byte kind = kind();
    if (kind != other.kind()) {
      return 0;
    }
    long ofKind = counts[kind];
    long ofOther = other.counts[kind];
    double all = count() + other.count();
    double share = (ofKind + ofOther) / all;
    double spread = share * (1 - share) * (1.0 / count() + 1.0 / other.count());
    if (spread > 0) {
      double z =
          Math.abs((double) ofKind / count() - (double) ofOther / other.count())
              / Math.sqrt(spread);
      least = Chance.ofNormal(z);
    }
    Reservoir mine = reservoirs[kind];
    Reservoir others = other.reservoirs[kind];
    if (mine != null && others != null) {
      least = Math.min(least, Chance.ofTwoSamples(mine.values(), others.values()));
    }
    return Math.min(1, 2 * least);
  }

  /** All values, NULL included. */
  public long count() {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** The number of values of a kind of {@link Literal}. */
  public long count(byte kind) {
    return counts[kind];
  }

  /** The number of different values: exact up to some thousands, within 5 % above. */
  public long distinct() {
    return keys.distinct();
  }

  /**
   * Whether the values rise with time: by 1 almost always, or at all. Sessions that overtake each
   * other may exchange one in 20.
   */
  public boolean isRising() {
    return numbers >= FEW && rises >= ALMOST_ALL * (numbers - 1);
  }

  /** The share of values that are the one before plus 1. */
  public double steps() {
    return numbers < 2 ? 0 : (double) steps / (numbers - 1);
  }

  /** Whether the largest value rises over the whole log, so that there are newer and older ones. */
  boolean grows() {
    return numbers >= FEW && records > RECORDS_MORE + RECORDS_FACTOR * Math.log(numbers);
  }

  /** The kind that most values have, but NULL; NULL if there is no other. */
  byte kind() {
    byte most = Literal.NULL;
    for (byte kind = 1; kind < KINDS; kind++) {
      if (counts[kind] > 0 && (most == Literal.NULL || counts[kind] > counts[most])) {
        most = kind;
      }
    }
    return most == Literal.INTEGER && counts[Literal.DECIMAL] > 0 ? Literal.DECIMAL : most;
  }

  /** A sample of the values of a kind, in no order. */
  long[] values(byte kind) {
    Reservoir found = reservoirs[kind];
    return found == null ? new long[0] : found.values();
  }

  long[] distances() {
    return distances == null ? new long[0] : distances.values();
  }

  boolean hasOffsets() {
    return offsets;
  }

  int digits() {
    return digits;
  }

  int shortest() {
    return longest < shortest ? 0 : shortest;
  }

  int longest() {
    return longest;
  }

  int shapes() {
    return shapes;
  }

  /** Whether most values stood in quotes. */
  public boolean isQuoted() {
    return quoted * 2 > count() - counts[Literal.NULL];
  }
}
