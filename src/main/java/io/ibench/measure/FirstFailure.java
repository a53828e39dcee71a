package io.ibench.measure;

/**
 * The first operation of a step, or of a repeat of it, that failed for good in one way. Immutable.
 *
 * @param operation by its number
 * @param kind of the failure, by its number
 * @param nanos when it had failed
 * @param text what the database said; without secrets, of limited length
 */
public record FirstFailure(int operation, int kind, long nanos, String text) {}
