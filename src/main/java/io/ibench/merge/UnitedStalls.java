package io.ibench.merge;

import io.ibench.merge.Spans.Span;
import io.ibench.report.store.StoredStalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The stalls of several drivers. All drivers together stand still only while no operation of any
 * driver ends; what only some of them see is a stall in which operations waited while others ended.
 * Each driver names its first 100 stalls, and no others are known here. Not thread-safe.
 */
final class UnitedStalls {

  private static final int MAX_KEPT = 100;
  private static final String STOPPED = "stopped";
  private static final String SLOW = "slow";
  private static final String OLD = "old";

  private final List<StoredStalls> drivers = new ArrayList<>();
  private final List<Long> shifts = new ArrayList<>();
  private int count;

  void add(StoredStalls stalls, long shiftMillis) {
    count++;
    if (stalls.count() > 0) {
      drivers.add(stalls);
      shifts.add(shiftMillis);
    }
  }

  StoredStalls united() {
    if (drivers.isEmpty()) {
      return StoredStalls.NONE;
    }
    if (count == 1) {
      return drivers.get(0);
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

  /** The times in which each driver stood still. */
  private List<Span> stoppedByAll() {
    if (drivers.size() < count) {
      return List.of();
    }
    List<Span> common = Spans.union(spans(0, STOPPED));
    for (int driver = 1; driver < drivers.size(); driver++) {
      common = Spans.common(common, Spans.union(spans(driver, STOPPED)));
    }
    return common;
  }

  private List<Span> union(String kind) {
    List<Span> all = new ArrayList<>();
    for (int driver = 0; driver < drivers.size(); driver++) {
      all.addAll(spans(driver, kind));
    }
    return Spans.union(all);
  }

  private List<Span> spans(int driver, String kind) {
    return drivers.get(driver).first().stream()
        .filter(one -> one.kind().equals(kind))
        .map(one -> span(driver, one))
        .toList();
  }

  private Span span(int driver, StoredStalls.One one) {
    double seconds = one.seconds().map(Number::doubleValue).orElse(0.0);
    return Span.of(one.started(), seconds, shifts.get(driver));
  }

  /** With the operations of all drivers that are caught in it. */
  private StoredStalls.One together(Span span, String kind) {
    long operations = 0;
    for (int driver = 0; driver < drivers.size(); driver++) {
      int number = driver;
      operations +=
          drivers.get(driver).first().stream()
              .filter(one -> span(number, one).meets(span))
              .mapToLong(StoredStalls.One::operations)
              .max()
              .orElse(0);
    }
    return new StoredStalls.One(span.started(), Optional.of(span.seconds()), kind, operations);
  }
}
