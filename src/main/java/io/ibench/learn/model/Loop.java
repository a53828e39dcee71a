package io.ibench.learn.model;

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

  boolean crosses(Loop other) {
    boolean apart = end <= other.begin || other.end <= begin;
    return !apart && !contains(other) && !other.contains(this);
  }
}
