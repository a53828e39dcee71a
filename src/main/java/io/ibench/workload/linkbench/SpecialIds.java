package io.ibench.workload.linkbench;

import java.util.Arrays;

/**
 * Some ids of a range, numbered from 0 in ascending order, with the links that they have more than
 * other ids; never fewer for a higher id. Immutable.
 */
interface SpecialIds {

  long count();

  /** The special id of this number, 0 .. count - 1. */
  long id(long number);

  /** How many links the special id of this number has more than others. */
  long extra(long number);

  /** How many special ids are below this id, which is in the range or its end. */
  long below(long id);

  /** No special ids. */
  static SpecialIds none() {
    return new Listed(new long[0], new long[0]);
  }

  /** The multiples of step, which is at least 1; each has step links more. */
  static SpecialIds multiples(long startId, long endId, long step) {
    return new Multiples((startId - 1) / step, (endId - 1) / step, step);
  }

  /**
   * The powers of base, which is at least 2: base^k has base^k - base^(k-1) more, and 1 has one.
   */
  static SpecialIds powersOf(long startId, long endId, long base) {
    long[] ids = new long[Long.SIZE];
    long[] extras = new long[Long.SIZE];
    int count = 0;
    long before = 0;
    for (long power = 1; power < endId; power = WholePowers.times(power, base)) {
      if (power >= startId) {
        ids[count] = power;
        extras[count++] = power - before;
      }
      before = power;
    }
    return new Listed(Arrays.copyOf(ids, count), Arrays.copyOf(extras, count));
  }

  /** K^exponent for every K, with an exponent of 2 or more; it has K^e - (K-1)^e more. */
  static SpecialIds perfectPowers(long startId, long endId, int exponent) {
    return new PerfectPowers(
        WholePowers.rootUp(startId, exponent), WholePowers.rootUp(endId, exponent), exponent);
  }

  /** A short list of ids and extras, ascending. */
  record Listed(long[] ids, long[] extras) implements SpecialIds {

    @Override
    public long count() {
      return ids.length;
    }

    @Override
    public long id(long number) {
      return ids[(int) number];
    }

    @Override
    public long extra(long number) {
      return extras[(int) number];
    }

    @Override
    public long below(long id) {
      int below = 0;
      while (below < ids.length && ids[below] < id) {
        below++;
      }
      return below;
    }
  }

  /**
   * The multiples from the one after {@code before} times step to {@code last} times step.
   *
   * @param before how many multiples are below the range
   */
  record Multiples(long before, long last, long step) implements SpecialIds {

    @Override
    public long count() {
      return last - before;
    }

    @Override
    public long id(long number) {
      return (before + 1 + number) * step;
    }

    @Override
    public long extra(long number) {
      return step;
    }

    @Override
    public long below(long id) {
      return (id - 1) / step - before;
    }
  }

  /** The powers of all roots from the first to before the end. */
  record PerfectPowers(long firstRoot, long endRoot, int exponent) implements SpecialIds {

    @Override
    public long count() {
      return endRoot - firstRoot;
    }

    @Override
    public long id(long number) {
      return WholePowers.power(firstRoot + number, exponent);
    }

    @Override
    public long extra(long number) {
      return id(number) - WholePowers.power(firstRoot + number - 1, exponent);
    }

    @Override
    public long below(long id) {
      return WholePowers.rootUp(id, exponent) - firstRoot;
    }
  }
}
