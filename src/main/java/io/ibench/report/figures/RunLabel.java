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

  /** The tags that all of several runs have, with one value. */
  public static Map<String, String> common(List<RunLabel> runs) {
    Map<String, String> common = new LinkedHashMap<>();
    if (runs.size() > 1) {
      common.putAll(runs.get(0).tags());
      runs.forEach(run -> common.entrySet().retainAll(run.tags().entrySet()));
    }
    return common;
  }

  /**
   * What distinguishes the run from others: without the tags that are common to them, and without
   * those that its label says, as that of a suite's cell does: {@code redo4.fast}.
   */
  public RunLabel beside(Map<String, String> common) {
    Map<String, String> own = new LinkedHashMap<>(tags);
    own.entrySet().removeAll(common.entrySet());
    List<String> said = label.map(text -> List.of(text.split("[.]"))).orElse(List.of());
    own.entrySet()
        .removeIf(
            tag ->
                said.contains(tag.getValue())
                    || said.contains(tag.getKey() + "=" + tag.getValue()));
    return new RunLabel(label, own);
  }

  /** The same run without one tag, or without the label. */
  public RunLabel without(String key) {
    Map<String, String> others = new LinkedHashMap<>(tags);
    others.remove(key);
    return new RunLabel(key.equals(LABEL) ? Optional.empty() : label, others);
  }
}
