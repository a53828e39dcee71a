package io.ibench.config;

/**
 * Where a value comes from: {@code default}, {@code workloads/linkbench.properties:7}, {@code -s},
 * for an inherited value also the key that was given: {@code a.properties:7 (request.threads)}, and
 * for a default that another key decides that key and its value: {@code linkbench.era = 2017}.
 */
public record Origin(String description) {

  static final Origin DEFAULT = new Origin("default");
  static final Origin OVERRIDE = new Origin("-s");

  static Origin at(String file, int line) {
    return new Origin(file + ":" + line);
  }

  static Origin decidedBy(Setting decider) {
    return new Origin(decider.name() + " = " + decider.value());
  }

  /** Nobody has written it, but the key itself. */
  public boolean isDefault() {
    return equals(DEFAULT);
  }

  Origin inheritedFrom(String key) {
    return new Origin(description + " (" + key + ")");
  }

  @Override
  public String toString() {
    return description;
  }
}
