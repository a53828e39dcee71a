package io.ibench.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A key's defaults, by the value of another key, the decider. Immutable.
 *
 * @param texts as a user would write them
 */
record Presets<D, T>(Key<D> decider, Map<D, String> texts, Map<D, T> values) {

  Presets {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("no defaults by " + decider);
    }
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  String text(D decision) {
    String text = texts.get(decision);
    if (text == null) {
      throw new IllegalArgumentException("no default for " + decider + " = " + decision);
    }
    return text;
  }

  T first() {
    return values.values().iterator().next();
  }

  /** Such as {@code 8 (2011), 23 (2017)}. */
  @Override
  public String toString() {
    return texts.entrySet().stream()
        .map(preset -> preset.getValue() + " (" + preset.getKey() + ")")
        .collect(Collectors.joining(", "));
  }
}
