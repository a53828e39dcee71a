package io.ibench.workload.script;

import java.util.concurrent.atomic.AtomicLong;

/** The numbers 1, 2, 3 ... of one name. Thread-safe. */
final class Sequence {

  private final AtomicLong last;

  /** The numbers above {@code gapFrom} and up to {@code gapTo} were not drawn. */
  private volatile long gapFrom;

  private volatile long gapTo;

  /**
   * @param known the highest number that is known to have been drawn
   * @param last the next number is above it
   */
  Sequence(long known, long last) {
    this.last = new AtomicLong(last);
    gapFrom = known;
    gapTo = last;
  }

  /** Goes on after a number that was drawn. */
  static Sequence after(long number) {
    return new Sequence(number, number);
  }

  /** Draws the next number. */
  long next() {
    return last.incrementAndGet();
  }

  /** The highest number that was drawn. */
  long last() {
    return last.get();
  }

  /**
   * The number that was drawn so many draws before the highest one, 0 for that one. Those before
   * number 1 are 0, -1, -2 ... Shares no writes.
   */
  long before(long draws) {
    long number = last.get() - draws;
    return number <= gapTo && gapTo > gapFrom ? number - (gapTo - gapFrom) : number;
  }

  /** Goes on above a number that may not have been drawn. */
  void skipTo(long bound) {
    long before = last.getAndAccumulate(bound, Math::max);
    if (before < bound) {
      gapFrom = before == gapTo ? gapFrom : before;
      gapTo = bound;
    }
  }

  /** Begins with 1 again. */
  void restart() {
    last.set(0);
    gapFrom = 0;
    gapTo = 0;
  }
}
