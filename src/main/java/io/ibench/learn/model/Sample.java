package io.ibench.learn.model;

import java.util.Arrays;

/**
 * What is kept of one transaction of a type: for each statement its place in the type, and its
 * values. Immutable.
 */
final class Sample {

  final long startMicros;
  final int[] places;
  final int[] firstValue;
  final byte[] kinds;
  final long[] bits;
  final short[] slots;

  Sample(Transaction of, int[] places) {
    startMicros = of.startMicros;
    this.places = Arrays.copyOf(places, of.count);
    firstValue = Arrays.copyOf(of.firstValue, of.count + 1);
    firstValue[of.count] = of.values;
    kinds = Arrays.copyOf(of.kinds, of.values);
    bits = Arrays.copyOf(of.bits, of.values);
    slots = new short[of.values];
    for (int i = 0; i < of.values; i++) {
      slots[i] = (short) of.slots[i];
    }
  }

  private Sample(Sample of, int[] places) {
    startMicros = of.startMicros;
    this.places = places;
    firstValue = of.firstValue;
    kinds = of.kinds;
    bits = of.bits;
    slots = of.slots;
  }

  /** The same at other places. */
  Sample mapped(int[] mapping) {
    int[] mapped = new int[places.length];
    for (int i = 0; i < mapped.length; i++) {
      mapped[i] = mapping[places[i]];
    }
    return new Sample(this, mapped);
  }

  /** How much memory it takes, in values. */
  int size() {
    return bits.length + places.length + 8;
  }
}
