package io.ibench.db;

/** Adds {@code delta} to a number column; a row that does not exist yet counts as 0. */
public record Add(String column, long delta) {}
