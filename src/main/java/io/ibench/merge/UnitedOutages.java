package io.ibench.merge;

import io.ibench.merge.Spans.Span;
import io.ibench.report.store.StoredOutages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The outages of several agents. Those that meet in time are one outage; each agent names its first
 * 100, and from the moment of the last of these the longest count of an agent is taken. Not
 * thread-safe.
 */
final class UnitedOutages {

  private static final int MAX_KEPT = 100;

  private final List<StoredOutages> all = new ArrayList<>();
  private final List<StoredOutages.One> named = new ArrayList<>();
  private int agents;

  void add(StoredOutages outages, long shiftMillis) {
    agents++;
    if (outages.count() > 0) {
      all.add(outages);
      outages.first().forEach(one -> named.add(shifted(one, shiftMillis)));
    }
  }

  private static StoredOutages.One shifted(StoredOutages.One one, long millis) {
    return new StoredOutages.One(
        one.started().plusMillis(millis),
        one.seconds(),
        one.workers(),
        one.operationsLost(),
        one.kind(),
        one.cause());
  }

  StoredOutages united() {
    if (all.isEmpty()) {
      return StoredOutages.NONE;
    }
    if (agents == 1) {
      return all.get(0);
    }
    List<Span> spans = Spans.union(named.stream().map(UnitedOutages::span).toList());
    List<StoredOutages.One> first = spans.stream().limit(MAX_KEPT).map(this::together).toList();
    double seconds = spans.stream().mapToDouble(Span::seconds).sum();
    StoredOutages longest =
        all.stream().max(Comparator.comparingDouble(UnitedOutages::seconds)).orElseThrow();
    return new StoredOutages(
        Math.max(spans.size(), all.stream().mapToLong(StoredOutages::count).max().orElse(0)),
        Optional.of(Math.max(seconds, seconds(longest))),
        all.stream().mapToLong(StoredOutages::operationsLost).sum(),
        first);
  }

  private static double seconds(StoredOutages outages) {
    return outages.seconds().map(Number::doubleValue).orElse(0.0);
  }

  private static Span span(StoredOutages.One one) {
    return Span.of(one.started(), one.seconds().map(Number::doubleValue).orElse(0.0), 0);
  }

  private StoredOutages.One together(Span span) {
    List<StoredOutages.One> parts =
        named.stream()
            .filter(one -> span(one).meets(span))
            .sorted(Comparator.comparing(StoredOutages.One::started))
            .toList();
    StoredOutages.One earliest = parts.get(0);
    return new StoredOutages.One(
        earliest.started(),
        Optional.of(span.seconds()),
        parts.stream().mapToLong(StoredOutages.One::workers).sum(),
        parts.stream().mapToLong(StoredOutages.One::operationsLost).sum(),
        earliest.kind(),
        earliest.cause());
  }
}
