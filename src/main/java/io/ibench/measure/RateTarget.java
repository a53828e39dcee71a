package io.ibench.measure;

/**
 * A rate that a step was to hold, all clients together.
 *
 * @param group the name of the group of threads; empty where a step has only one
 * @param role what the rate counts
 */
public record RateTarget(String group, Role role, double perSecond) {}
