package io.ibench.measure;

/**
 * A figure that a server keeps of itself.
 *
 * @param rising it counts up from some start, so that only differences tell; otherwise it is a
 *     level that stands for itself
 */
public record Counter(long value, boolean rising) {

  /** Whether it must have counted anew since: what counts up does not fall by itself. */
  boolean isBelow(Counter before) {
    return rising && before.rising && value < before.value;
  }
}
