package io.ibench.report.figures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the user calls a run. It affects no figure. Immutable.
 *
 * @param tags values by the tag's name, in the user's order
 */
public record RunLabel(Optional<String> label, Map<String, String> tags) {

  /** The key of the label, beside the names of tags. */
  public static final String LABEL = "label";

  public static final RunLabel NONE = new RunLabel(Optional.empty(), Map.of());

  public RunLabel {
    tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
  }

  public boolean isEmpty() {
    return label.isEmpty() && tags.isEmpty();
  }

  /** The value of a tag, or the label; empty if the run has none. */
  public Optional<String> value(String key) {
    return key.equals(LABEL) ? label : Optional.ofNullable(tags.get(key));
  }

  /** In one line, as in {@code redo32 disk=fast redo=32G}; empty without label and tags. */
  public String text() {
    List<String> words = new ArrayList<>();
    label.ifPresent(words::add);
    tags.forEach((name, value) -> words.add(name + "=" + value));
    return String.join(" ", words);
  }

  /** The same run without one tag, or without the label. */
  public RunLabel without(String key) {
    Map<String, String> others = new LinkedHashMap<>(tags);
    others.remove(key);
    return new RunLabel(key.equals(LABEL) ? Optional.empty() : label, others);
  }
}
