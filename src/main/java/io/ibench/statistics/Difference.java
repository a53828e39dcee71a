package io.ibench.statistics;

/**
 * How one mean differs from another, and whether that is more than noise. Immutable.
 *
 * @param difference the other's mean less the base's
 * @param noise the difference, in either direction, that chance alone would exceed with the
 *     probability of the test's level
 * @param p how probable a difference of at least this size is when there is none
 * @param degreesOfFreedom of Student's t
 */
public record Difference(double difference, double noise, double p, double degreesOfFreedom) {}
