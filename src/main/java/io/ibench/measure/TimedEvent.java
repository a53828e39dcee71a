package io.ibench.measure;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A command of the user that ran in the middle of a step, and what it did to the rate. Immutable.
 *
 * @param name the setting that holds it
 * @param nanos how long the command ran
 * @param failure why it failed, if it did
 * @param ratePerSecond the median rate of all operations before it; empty without enough intervals
 * @param lowestBeforePercent the lowest rate of an interval before it, of that median
 * @param lowestPercent the lowest rate of an interval from its start until the rate was back
 * @param backNanos from its start until the rate was back, see {@code docs/running.md}; empty when
 *     the step ended first
 */
public record TimedEvent(
    String name,
    long startEpochMillis,
    long nanos,
    Optional<String> failure,
    OptionalDouble ratePerSecond,
    OptionalDouble lowestBeforePercent,
    OptionalDouble lowestPercent,
    OptionalLong backNanos) {}
