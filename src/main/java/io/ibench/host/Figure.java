package io.ibench.host;

import io.ibench.measure.Gauge.Sink;

/**
 * A value, or the reason why it is absent.
 *
 * @param reason empty if the value is present
 */
record Figure(long value, String reason) {

  interface Reading {
    long get() throws ProcException;
  }

  static Figure of(Reading source) {
    try {
      return new Figure(source.get(), "");
    } catch (ProcException e) {
      return new Figure(0, String.valueOf(e.getMessage()));
    }
  }

  boolean isPresent() {
    return reason.isEmpty();
  }

  void report(HostMetric metric, Sink sink) {
    report(metric.key(), sink);
  }

  void report(String key, Sink sink) {
    if (isPresent()) {
      sink.put(key, value);
    } else {
      sink.absent(key, reason);
    }
  }
}
