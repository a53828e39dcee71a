package io.ibench.host;

import io.ibench.measure.Gauge.Sink;

/**
 * A value, or the reason why there is none.
 *
 * @param reason empty when there is a value
 */
record Figure(long value, String reason) {

  interface Source {
    long get() throws ProcException;
  }

  static Figure of(Source source) {
    try {
      return new Figure(source.get(), "");
    } catch (ProcException e) {
      return new Figure(0, e.getMessage());
    }
  }

  boolean isPresent() {
    return reason.isEmpty();
  }

  void hand(HostMetric metric, Sink sink) {
    hand(metric.key(), sink);
  }

  void hand(String key, Sink sink) {
    if (isPresent()) {
      sink.put(key, value);
    } else {
      sink.absent(key, reason);
    }
  }
}
