package io.ibench.measure;

/**
 * A server's own figure.
 *
 * @param rising it counts up from an arbitrary start, so that only differences have a meaning;
 *     otherwise it is a level
 */
public record Counter(long value, boolean rising) {

  /** Whether the counter was reset since the earlier value. */
  boolean wasResetSince(Counter before) {
    return rising && before.rising && value < before.value;
  }
}
