package io.ibench.measure;

/**
 * The first operation of a step or repeat that finally failed with one kind of failure. Immutable.
 *
 * @param operation its number
 * @param kind the number of the kind of failure
 * @param nanos when it failed
 * @param text the database's message; without secrets, of limited length
 */
public record FirstFailure(int operation, int kind, long nanos, String text) {}
