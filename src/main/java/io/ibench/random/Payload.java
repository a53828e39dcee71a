package io.ibench.random;

/** Makes the bytes of a payload. Immutable; filling does not allocate. */
public interface Payload {

  /**
   * Fills the first length bytes of the buffer and does not change the others.
   *
   * @param into at least length bytes
   */
  void fill(Random64 random, byte[] into, int length);
}
