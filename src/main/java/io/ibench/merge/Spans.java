package io.ibench.merge;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Stretches of time of several agents, by one clock. Stateless. */
final class Spans {

  private static final double MILLIS = 1e3;

  private Spans() {}

  /** A stretch of time, in milliseconds since 1970 UTC. */
  record Span(double from, double to) {

    static Span of(Instant started, double seconds, long shiftMillis) {
      double from = started.toEpochMilli() + (double) shiftMillis;
      return new Span(from, from + seconds * MILLIS);
    }

    boolean meets(Span other) {
      return from <= other.to && other.from <= to;
    }

    double seconds() {
      return (to - from) / MILLIS;
    }

    Instant started() {
      return Instant.ofEpochMilli(Math.round(from));
    }
  }

  /** Spans that meet are one; in order. */
  static List<Span> union(List<Span> spans) {
    List<Span> united = new ArrayList<>();
    for (Span span : spans.stream().sorted(Comparator.comparingDouble(Span::from)).toList()) {
      int last = united.size() - 1;
      if (last >= 0 && united.get(last).meets(span)) {
        Span before = united.get(last);
        united.set(last, new Span(before.from(), Math.max(before.to(), span.to())));
      } else {
        united.add(span);
      }
    }
    return united;
  }

  /** The time that is in a span of both lists, each of which is a {@link #union}. */
  static List<Span> common(List<Span> some, List<Span> others) {
    List<Span> common = new ArrayList<>();
    int next = 0;
    for (Span span : some) {
      while (next < others.size() && others.get(next).to() < span.from()) {
        next++;
      }
      for (int i = next; i < others.size() && others.get(i).from() < span.to(); i++) {
        double from = Math.max(span.from(), others.get(i).from());
        double to = Math.min(span.to(), others.get(i).to());
        if (from < to) {
          common.add(new Span(from, to));
        }
      }
    }
    return common;
  }
}
