package io.ibench.learn.model;

import java.util.List;

/**
 * Places of a type that are repeated. Immutable.
 *
 * @param begin the first place
 * @param end the place after the last one
 */
public record Loop(int begin, int end) {

  public boolean contains(int place) {
    return place >= begin && place < end;
  }

  public boolean contains(Loop other) {
    return begin <= other.begin && other.end <= end;
  }

  /** Whether what a place has is known at a later one: it is in no repeat that has ended there. */
  static boolean isKnown(int source, int use, List<Loop> loops) {
    return loops.stream().allMatch(loop -> !loop.contains(source) || loop.contains(use));
  }

  boolean crosses(Loop other) {
    boolean apart = end <= other.begin || other.end <= begin;
    return !apart && !contains(other) && !other.contains(this);
  }
}
