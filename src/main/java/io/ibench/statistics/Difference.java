package io.ibench.statistics;

/**
 * The difference between two means, and its noise. Immutable.
 *
 * @param difference the other's mean minus the base's
 * @param noise the difference, in either direction, that chance alone exceeds with the probability
 *     of the test's level
 * @param p the probability of a difference of at least this size by chance alone
 * @param degreesOfFreedom of Student's t
 */
public record Difference(double difference, double noise, double p, double degreesOfFreedom) {}
