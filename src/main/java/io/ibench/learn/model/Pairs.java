package io.ibench.learn.model;

import io.ibench.learn.sql.Literal;
import java.util.Arrays;
import java.util.List;

/**
 * Compares the values of each parameter with the values before it in the same transaction. Two
 * passes over the samples: the first one finds by which number two values differ most often, the
 * second one counts. Not thread-safe.
 */
final class Pairs {

  private static final int NEAREST = 160;
  private static final long MOST_WORK = 150_000_000;
  private static final byte ABSENT = -1;

  private final Parameters parameters;
  private final List<Sample> samples;
  private final int count;
  private final int used;
  private final List<Loop> loops;

  private final int[][] sources;
  private final int[][] both;
  private final int[][] equal;
  private final int[][] byChance;
  private final int[][] chances;
  private final long[][] plus;
  private final int[][] votes;
  private final int[][] exact;

  private final byte[] kinds;
  private final long[] bits;
  private final byte[] otherKinds;
  private final long[] otherBits;

  /** Per parameter. */
  final int[] seen;

  final boolean[] isList;
  final Vote[] constant;
  final Vote[] step;
  final Vote[] begin;
  final int[] now;
  final int[] nowMillis;
  final int[] nowSeconds;

  /** The value that most of a row of values have, if more than half have it. */
  static final class Vote {
    long value;
    byte kind;
    int weight;
    int hits;
    int all;

    void vote(byte kind, long value) {
      if (weight == 0) {
        this.value = value;
        this.kind = kind;
        weight = 1;
      } else {
        weight += this.value == value && this.kind == kind ? 1 : -1;
      }
    }

    void count(byte kind, long value) {
      all++;
      hits += this.value == value && this.kind == kind ? 1 : 0;
    }

    double share() {
      return all == 0 ? 0 : (double) hits / all;
    }
  }

  Pairs(TransactionType type, Parameters parameters, List<Loop> loops) {
    this.parameters = parameters;
    this.loops = loops;
    this.samples = type.samples();
    count = parameters.count();
    sources = new int[count][];
    both = new int[count][];
    equal = new int[count][];
    byChance = new int[count][];
    chances = new int[count][];
    plus = new long[count][];
    votes = new int[count][];
    exact = new int[count][];
    kinds = new byte[count];
    bits = new long[count];
    otherKinds = new byte[count];
    otherBits = new long[count];
    seen = new int[count];
    isList = new boolean[count];
    constant = votes(count);
    step = votes(count);
    begin = votes(count);
    now = new int[count];
    nowMillis = new int[count];
    nowSeconds = new int[count];
    long work = 0;
    for (int q = 0; q < count; q++) {
      sources[q] = sources(q);
      int length = sources[q].length;
      both[q] = new int[length];
      equal[q] = new int[length];
      byChance[q] = new int[length];
      chances[q] = new int[length];
      plus[q] = new long[length];
      votes[q] = new int[length];
      exact[q] = new int[length];
      work +=
          (long) length * Math.max(1, Math.round(type.perTransaction(parameters.get(q).place())));
    }
    used = (int) Math.min(samples.size(), Math.max(500, MOST_WORK / Math.max(1, work)));
    pass(true);
    pass(false);
  }

  private static Vote[] votes(int count) {
    Vote[] all = new Vote[count];
    for (int i = 0; i < count; i++) {
      all[i] = new Vote();
    }
    return all;
  }

  /** The parameters before one that are known where it is used. */
  private int[] sources(int q) {
    int[] found = new int[q];
    int made = 0;
    for (int p = q - 1; p >= 0 && made < NEAREST; p--) {
      if (Loop.isKnown(parameters.get(p).place(), parameters.get(q).place(), loops)) {
        found[made++] = p;
      }
    }
    return Arrays.copyOf(found, made);
  }

  private void pass(boolean first) {
    Arrays.fill(otherKinds, ABSENT);
    for (int i = 0; i < used; i++) {
      Arrays.fill(kinds, ABSENT);
      sample(samples.get(i), first);
      System.arraycopy(kinds, 0, otherKinds, 0, count);
      System.arraycopy(bits, 0, otherBits, 0, count);
    }
  }

  private void sample(Sample sample, boolean first) {
    for (int t = 0; t < sample.places.length; t++) {
      int place = sample.places[t];
      int before = -1;
      for (int v = sample.firstValue[t]; v < sample.firstValue[t + 1]; v++) {
        int slot = sample.slots[v];
        int q = parameters.index(place, slot);
        if (slot <= before) {
          isList[q] = true; // Another value of a list or row.
          continue;
        }
        before = slot;
        value(q, sample.kinds[v], sample.bits[v], sample.startMicros, first);
      }
    }
  }

  private void value(int q, byte kind, long value, long startMicros, boolean first) {
    byte kindBefore = kinds[q];
    long valueBefore = bits[q];
    kinds[q] = kind;
    bits[q] = value;
    if (kind == Literal.LOST) {
      return;
    }
    if (first) {
      seen[q]++;
      constant[q].vote(kind, value);
      time(q, kind, value, startMicros);
    } else {
      constant[q].count(kind, value);
    }
    if (kindBefore == ABSENT) {
      vote(begin[q], kind, value, first);
    } else if (kind == Literal.INTEGER && kindBefore == kind) {
      vote(step[q], kind, value - valueBefore, first);
    } else {
      vote(step[q], kind, Long.MIN_VALUE, first);
    }
    if (kind == Literal.NULL) {
      return;
    }
    int[] from = sources[q];
    for (int i = 0; i < from.length; i++) {
      int p = from[i];
      if (kinds[p] == ABSENT || kinds[p] == Literal.NULL) {
        continue;
      }
      pair(q, i, kind, value, kinds[p], bits[p], first);
      if (first && otherKinds[p] != ABSENT) {
        chances[q][i]++;
        byChance[q][i] += otherKinds[p] == kind && otherBits[p] == value ? 1 : 0;
      }
    }
  }

  private void pair(
      int q, int i, byte kind, long value, byte otherKind, long other, boolean first) {
    boolean number = kind == Literal.INTEGER && otherKind == kind;
    if (!first) {
      exact[q][i] += number && value - other == plus[q][i] ? 1 : 0;
      return;
    }
    both[q][i]++;
    equal[q][i] += kind == otherKind && value == other ? 1 : 0;
    if (number) {
      long difference = value - other;
      if (votes[q][i] == 0) {
        plus[q][i] = difference;
        votes[q][i] = 1;
      } else {
        votes[q][i] += plus[q][i] == difference ? 1 : -1;
      }
    }
  }

  private static void vote(Vote vote, byte kind, long value, boolean first) {
    if (first) {
      vote.vote(kind, value);
    } else {
      vote.count(kind, value);
    }
  }

  private void time(int q, byte kind, long value, long startMicros) {
    if (startMicros < 0) {
      return;
    }
    if (kind == Literal.TIME) {
      long away = Math.floorMod(value - startMicros + 450_000_000L, 900_000_000L) - 450_000_000L;
      boolean day = Math.abs(value - startMicros) <= 15 * 3_600_000_000L;
      now[q] += day && Math.abs(away) <= 5_000_000 ? 1 : 0;
    } else if (kind == Literal.INTEGER) {
      nowMillis[q] += Math.abs(value - startMicros / 1_000) <= 5_000 ? 1 : 0;
      nowSeconds[q] += Math.abs(value - startMicros / 1_000_000) <= 5 ? 1 : 0;
    }
  }

  /** Of which parameters the values were compared with those of a parameter. */
  int[] sourcesOf(int q) {
    return sources[q];
  }

  /** In how many comparisons there were both values. */
  int both(int q, int source) {
    return both[q][source];
  }

  /** The share of equal values above what chance gives; 1: all are equal. */
  double equalShare(int q, int source) {
    if (both[q][source] == 0) {
      return 0;
    }
    double share = (double) equal[q][source] / both[q][source];
    double chance = chances[q][source] == 0 ? 0 : (double) byChance[q][source] / chances[q][source];
    return chance >= 0.98 ? 0 : Math.max(0, (share - chance) / (1 - chance));
  }

  /** By which number two values differ most often. */
  long plus(int q, int source) {
    return plus[q][source];
  }

  /** In which share they differ by that. */
  double plusShare(int q, int source) {
    return both[q][source] == 0 ? 0 : (double) exact[q][source] / both[q][source];
  }

  /** How many samples were compared. */
  int used() {
    return used;
  }
}
