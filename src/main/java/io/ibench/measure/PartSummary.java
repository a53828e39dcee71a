package io.ibench.measure;

/**
 * The times of a part of an operation in a step, such as a statement of a transaction. Immutable.
 *
 * @param operation the operation's number
 * @param name of the part, unique in the operation
 * @param service from the end of the part before it, or the start of the attempt, to its end; of
 *     successful operations, without the attempts that failed
 */
public record PartSummary(int operation, String name, LatencySummary service) {}
