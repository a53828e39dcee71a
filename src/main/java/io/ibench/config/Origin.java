package io.ibench.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a value comes from: {@code default}, {@code workloads/linkbench.properties:7} or {@code
 * -s}; with the given key for an inherited value: {@code a.properties:7 (request.threads)}; the
 * other key and its value for a default that it decides: {@code linkbench.era = 2017}. Immutable.
 */
public record Origin(String description) {

  private static final Pattern LINE = Pattern.compile("(.+):\\d+( \\(.*\\))?");

  static final Origin DEFAULT = new Origin("default");
  static final Origin OVERRIDE = new Origin("-s");

  /** That of an option that is short for -s. */
  static final Origin CONF = new Origin(Overrides.CONF);

  static Origin at(String file, int line) {
    return new Origin(file + ":" + line);
  }

  static Origin decidedBy(Setting decider) {
    return new Origin(decider.name() + " = " + decider.value());
  }

  /** Whether it is the key's default. */
  public boolean isDefault() {
    return is(DEFAULT);
  }

  /** Whether it is given on the command line. */
  public boolean isOverride() {
    return is(OVERRIDE) || is(CONF);
  }

  /** As {@code equals}, which a record links at its first call: that takes a start 20 ms. */
  private boolean is(Origin other) {
    return description.equals(other.description);
  }

  /** The file that gives it, as the user or an include named it; empty if no file does. */
  public Optional<Path> file() {
    Matcher line = LINE.matcher(description);
    return line.matches() ? Optional.of(Path.of(line.group(1))) : Optional.empty();
  }

  Origin inheritedFrom(String key) {
    return new Origin(description + " (" + key + ")");
  }

  @Override
  public String toString() {
    return description;
  }
}
