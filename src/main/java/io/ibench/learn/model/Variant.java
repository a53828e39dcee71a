package io.ibench.learn.model;

import java.util.Set;

/**
 * Transactions of a type that leave some of its statements out. Immutable.
 *
 * @param missing the places that it leaves out
 */
public record Variant(Set<Integer> missing, long count) {

  public Variant {
    missing = Set.copyOf(missing);
  }
}
