package io.ibench.workload.custom;

/**
 * A use of {@code count(child.column)} in a fill. It is right only if the child's fill takes the
 * rows in turn, which is known when all fills are read.
 */
record Counting(Token place, String child, String column) {}
