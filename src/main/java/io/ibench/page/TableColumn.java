package io.ibench.page;

/**
 * A column of a {@link Table}.
 *
 * @param above the first line of its head, which may be empty
 * @param definition what its numbers are, with their unit; empty for names
 * @param text it holds text, flush left; else numbers, flush right
 */
public record TableColumn(String above, String name, String definition, boolean text) {}
