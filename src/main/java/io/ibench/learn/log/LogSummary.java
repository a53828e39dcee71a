package io.ibench.learn.log;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a log was, without any of its texts.
 *
 * @param version the server's, if the log says it
 * @param files in the order in which they were read
 * @param bytes without compression
 * @param statements that the sink took
 * @param sessions of all statements, also of those that the filter left out
 * @param firstMicros when the first statement began that the sink took
 * @param lastMicros when the last one began
 * @param shortestMicros the shortest duration of all statements
 * @param noticed what was counted, without zeros
 * @param places where each was first seen, as {@code slow.log:17}
 */
public record LogSummary(
    LogFormat format,
    Optional<String> version,
    List<String> files,
    long bytes,
    long statements,
    long sessions,
    OptionalLong firstMicros,
    OptionalLong lastMicros,
    OptionalLong shortestMicros,
    Map<Noticed, Long> noticed,
    Map<Noticed, String> places) {

  public LogSummary {
    files = List.copyOf(files);
    noticed = Map.copyOf(noticed);
    places = Map.copyOf(places);
  }

  public long count(Noticed what) {
    return noticed.getOrDefault(what, 0L);
  }
}
