package io.ibench.merge;

import io.ibench.merge.Spans.Span;
import io.ibench.report.store.StoredStalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The stalls of several agents. All agents together stand still only while no operation of any
 * agent ends; what only some of them see is a stall in which operations waited while others ended.
 * Each agent names its first 100 stalls, and no others are known here. Not thread-safe.
 */
final class UnitedStalls {

  private static final int MAX_KEPT = 100;
  private static final String STOPPED = "stopped";
  private static final String SLOW = "slow";
  private static final String OLD = "old";

  private final List<StoredStalls> agents = new ArrayList<>();
  private final List<Long> shifts = new ArrayList<>();
  private int count;

  void add(StoredStalls stalls, long shiftMillis) {
    count++;
    if (stalls.count() > 0) {
      agents.add(stalls);
      shifts.add(shiftMillis);
    }
  }

  StoredStalls united() {
    if (agents.isEmpty()) {
      return StoredStalls.NONE;
    }
    if (count == 1) {
      return agents.get(0);
    }
    List<Span> stopped = stoppedByAll();
    List<Span> slow = union(SLOW);
    List<Span> waits = new ArrayList<>(union(OLD));
    union(STOPPED).stream()
        .filter(span -> stopped.stream().noneMatch(span::meets))
        .forEach(waits::add);
    waits = Spans.union(waits);
    List<StoredStalls.One> all = new ArrayList<>();
    stopped.forEach(span -> all.add(together(span, STOPPED)));
    slow.forEach(span -> all.add(together(span, SLOW)));
    waits.forEach(span -> all.add(together(span, OLD)));
    all.sort(Comparator.comparing(StoredStalls.One::started));
    return new StoredStalls(
        all.size(),
        Optional.of(sum(stopped) + sum(slow) + sum(waits)),
        stopped.size(),
        Optional.of(sum(stopped)),
        Optional.of(stopped.stream().mapToDouble(Span::seconds).max().orElse(0)),
        all.stream().limit(MAX_KEPT).toList());
  }

  private static double sum(List<Span> spans) {
    return spans.stream().mapToDouble(Span::seconds).sum();
  }

  /** The times in which each agent stood still. */
  private List<Span> stoppedByAll() {
    if (agents.size() < count) {
      return List.of();
    }
    List<Span> common = Spans.union(spans(0, STOPPED));
    for (int agent = 1; agent < agents.size(); agent++) {
      common = Spans.common(common, Spans.union(spans(agent, STOPPED)));
    }
    return common;
  }

  private List<Span> union(String kind) {
    List<Span> all = new ArrayList<>();
    for (int agent = 0; agent < agents.size(); agent++) {
      all.addAll(spans(agent, kind));
    }
    return Spans.union(all);
  }

  private List<Span> spans(int agent, String kind) {
    return agents.get(agent).first().stream()
        .filter(one -> one.kind().equals(kind))
        .map(one -> span(agent, one))
        .toList();
  }

  private Span span(int agent, StoredStalls.One one) {
    double seconds = one.seconds().map(Number::doubleValue).orElse(0.0);
    return Span.of(one.started(), seconds, shifts.get(agent));
  }

  /** With the operations of all agents that are caught in it. */
  private StoredStalls.One together(Span span, String kind) {
    long operations = 0;
    for (int agent = 0; agent < agents.size(); agent++) {
      int number = agent;
      operations +=
          agents.get(agent).first().stream()
              .filter(one -> span(number, one).meets(span))
              .mapToLong(StoredStalls.One::operations)
              .max()
              .orElse(0);
    }
    return new StoredStalls.One(span.started(), Optional.of(span.seconds()), kind, operations);
  }
}
