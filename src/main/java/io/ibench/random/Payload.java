package io.ibench.random;

/** Makes the bytes of a payload. Immutable, shared between threads; filling does not allocate. */
public interface Payload {

  /**
   * Fills the first length bytes of the buffer and leaves the others alone.
   *
   * @param into at least length bytes
   */
  void fill(Random64 random, byte[] into, int length);
}
