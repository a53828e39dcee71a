package io.ibench.learn.model;

/**
 * A value of a type of transactions: a place of a statement, and a slot of its form. Immutable.
 *
 * @param index its number among the parameters of the type, in the order of the text
 */
public record Parameter(int index, int place, int slot) {}
