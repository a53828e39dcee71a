package io.ibench.measure;

import java.util.Map;

/**
 * What the server's sessions did in a stretch of a step. Immutable.
 *
 * @param endEpochMillis the time of day at its end
 * @param nanos its length
 * @param looks how often they were looked at; at least 1
 * @param sessions the mean number of sessions in each state
 */
public record WaitRow(
    long endEpochMillis,
    String step,
    int repeat,
    long nanos,
    long looks,
    Map<String, Double> sessions) {

  public WaitRow {
    sessions = Map.copyOf(sessions);
  }
}
