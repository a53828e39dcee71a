package io.ibench.measure;

import java.util.List;

/**
 * When a step began and ended on one driver of a run of several, by the server's clock, which all
 * drivers share. Immutable. Times are in microseconds.
 *
 * @param offsetMicros the server's clock minus this driver's clock, when the step began
 * @param uncertaintyMicros how far the offset may be off: half of the fastest round trip
 * @param driftMicros how much the offset has changed from the step's begin to its end
 * @param startMicros the agreed start, since 1970 UTC: the same for all drivers
 * @param startLateMicros how long after the agreed start the driver released its workers; 0 or more
 * @param endMicros when its own foreground had ended, after the agreed start
 * @param statements that it has sent to the meeting table during the step, without its workers
 * @param lost the ranks of drivers that were lost in the step, ascending
 */
public record DriverStep(
    long offsetMicros,
    long uncertaintyMicros,
    long driftMicros,
    long startMicros,
    long startLateMicros,
    long endMicros,
    long statements,
    List<Integer> lost) {

  public DriverStep {
    lost = List.copyOf(lost);
  }
}
