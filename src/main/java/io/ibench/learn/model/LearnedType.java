package io.ibench.learn.model;

import java.util.List;

/**
 * A type of transactions, and where each of its values comes from. Immutable.
 *
 * @param name for a section of a script
 * @param origins by the index of the parameter
 */
public record LearnedType(
    String name,
    TransactionType type,
    Parameters parameters,
    List<Loop> loops,
    List<Origin> origins) {

  public LearnedType {
    loops = List.copyOf(loops);
    origins = List.copyOf(origins);
  }
}
