package io.ibench.merge;

import java.util.BitSet;

/**
 * Places the rows of one agent's step on a grid of equal slots that all agents share, because they
 * all begin at the same time. A row that is longer than a slot, as after a late tick, ends in the
 * slot of its end; the slots that it covers are then one for all agents. Not thread-safe.
 */
final class Slots {

  private final double length;
  private final BitSet joined;
  private int last = -1;

  /**
   * @param length of a slot
   * @param joined receives the slots that are one with the slot after them
   */
  Slots(double length, BitSet joined) {
    this.length = length;
    this.joined = joined;
  }

  /** The slot of the last row; -1 before the first one. */
  int last() {
    return last;
  }

  /**
   * The slot in which the next row ends; each row has another slot.
   *
   * @param end of the row since the step's start, in the unit of the length
   */
  int next(double end) {
    int first = last + 1;
    last = Math.max(first, (int) Math.round(end / length) - 1);
    joined.set(first, last);
    return last;
  }
}
