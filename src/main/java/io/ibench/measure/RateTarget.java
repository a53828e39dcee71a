package io.ibench.measure;

/**
 * A target rate of a step, all clients together. Immutable.
 *
 * @param group the name of the group of threads; empty in a step with one group
 * @param role what the rate counts
 */
public record RateTarget(String group, Role role, double perSecond) {}
