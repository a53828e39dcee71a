package io.ibench.page;

/** One of the few numbers that a page begins with. */
public record Headline(String label, String value, String unit, String definition) {}
