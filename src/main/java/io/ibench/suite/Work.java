package io.ibench.suite;

import java.util.List;

/**
 * What the cells of a variant run. Immutable.
 *
 * @param words of the command that runs it, up to the workload's file
 * @param search words of the command that searches its highest rate; empty: the cells run it
 * @param settings {@code key=value} each, as of -s
 * @param loadSteps the steps that make the data; empty if a copy is not possible
 * @param laterSteps the steps after them
 * @param seconds that it takes at least, by its settings; 0 if they say nothing, as of a search
 * @param unknown the steps whose time is not in it
 * @param bytes of its tables, about; 0 if unknown
 */
public record Work(
    List<String> words,
    List<String> search,
    List<String> settings,
    List<String> loadSteps,
    List<String> laterSteps,
    double seconds,
    List<String> unknown,
    long bytes) {}
