package io.ibench.workload.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;

/**
 * The generation of each page that was written last, in a mapped file, which survives the death of
 * the process. The lock of a page protects its number.
 */
final class Generations {

  static final String FILE = "GENERATIONS";

  private final ByteBuffer numbers;

  Generations(ByteBuffer mapped) {
    numbers = mapped.order(ByteOrder.nativeOrder());
  }

  /**
   * The generation; below 0 when the outcome of the last write is unknown: then the page may be
   * anything, and its opposite is the one before. 0: never written.
   */
  int get(long page) {
    return numbers.getInt((int) (page * Integer.BYTES));
  }

  void set(long page, int generation) {
    numbers.putInt((int) (page * Integer.BYTES), generation);
  }

  /** The generation of the next write. */
  int next(long page) {
    int now = get(page);
    return now < 0 ? 2 - now : now + 1;
  }

  void force() {
    if (numbers instanceof MappedByteBuffer mapped) {
      mapped.force();
    }
  }

  /** The outcome of a write is unknown. */
  void forget(long page) {
    set(page, -Math.max(1, Math.abs(get(page))));
  }
}
