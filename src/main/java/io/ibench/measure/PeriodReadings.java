package io.ibench.measure;

import java.util.Map;

/**
 * What the gauges said of a period. Immutable.
 *
 * @param start the gauges at its start
 * @param end the gauges at its end
 * @param highest the highest value of each metric at its start, its intervals' ends and its end
 * @param countersReset a counter of the server's own fell between two readings: the server was
 *     restarted or its counters were reset, and the growth of all of them is unknown
 */
public record PeriodReadings(
    Readings start, Readings end, Map<String, Long> highest, boolean countersReset) {

  /** Gauges of which nothing else is known. */
  public static PeriodReadings of(Readings start, Readings end) {
    return new PeriodReadings(start, end, Map.of(), false);
  }
}
