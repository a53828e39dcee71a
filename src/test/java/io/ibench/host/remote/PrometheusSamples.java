package io.ibench.host.remote;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What ibench's own reader of Prometheus' text format finds in a text. */
public final class PrometheusSamples {

  private PrometheusSamples() {}

  /** The values by name and labels, as in {@code ibench_rows_total{operation="A",step="s"}}. */
  public static Map<String, Double> of(String text) {
    Map<String, Double> all = new TreeMap<>();
    for (PrometheusText.Sample sample : PrometheusText.parse(text, name -> true)) {
      all.put(sample.name() + new TreeMap<>(sample.labels()), sample.value());
    }
    return all;
  }

  /** The names of the metrics. */
  public static Collection<String> names(String text) {
    List<String> names = new ArrayList<>();
    PrometheusText.parse(text, name -> true).forEach(sample -> names.add(sample.name()));
    return names;
  }
}
