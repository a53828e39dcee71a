package io.ibench.host.remote;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The samples of an answer in Prometheus' text format. Ignores comments, lines of another form, and
 * times.
 */
final class PrometheusText {

  private final String line;
  private int at;

  private PrometheusText(String line) {
    this.line = line;
  }

  /**
   * A sample: one number.
   *
   * @param value may be NaN or infinite
   */
  record Sample(String name, Map<String, String> labels, double value) {

    Sample {
      labels = Map.copyOf(labels);
    }

    /** The label's value; empty if it is missing. */
    String label(String label) {
      return labels.getOrDefault(label, "");
    }
  }

  /** The samples whose names are wanted, in order. */
  static List<Sample> parse(String text, Predicate<String> wanted) {
    List<Sample> all = new ArrayList<>();
    // A label may contain any other line terminator.
    for (String line : text.split("\n")) {
      if (!line.startsWith("#")) {
        new PrometheusText(line).series(wanted).ifPresent(all::add);
      }
    }
    return all;
  }

  private Optional<Sample> series(Predicate<String> wanted) {
    String name = until("{ \t");
    if (!wanted.test(name)) {
      return Optional.empty();
    }
    Map<String, String> labels = new HashMap<>();
    skipBlanks();
    if (at < line.length() && line.charAt(at) == '{' && !labels(labels)) {
      return Optional.empty();
    }
    skipBlanks();
    return number(until(" \t")).map(value -> new Sample(name, labels, value));
  }

  /** Parses the labels in brackets; false if the closing bracket is missing. */
  private boolean labels(Map<String, String> labels) {
    at++;
    while (at < line.length()) {
      skipBlanks();
      if (at < line.length() && line.charAt(at) == '}') {
        at++;
        return true;
      }
      String label = until("=}").strip();
      at++;
      skipBlanks();
      if (at >= line.length() || line.charAt(at) != '"') {
        return false;
      }
      Optional<String> value = quoted();
      if (value.isEmpty()) {
        return false;
      }
      labels.put(label, value.get());
      skipBlanks();
      if (at < line.length() && line.charAt(at) == ',') {
        at++;
      }
    }
    return false;
  }

  /**
   * Parses a value in quotes; a backslash escapes a backslash or a quote, or is a line feed with n.
   */
  private Optional<String> quoted() {
    StringBuilder value = new StringBuilder();
    for (at++; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == '"') {
        at++;
        return Optional.of(value.toString());
      }
      if (c == '\\' && at + 1 < line.length()) {
        at++;
        char escaped = line.charAt(at);
        value.append(escaped == 'n' ? '\n' : escaped);
      } else {
        value.append(c);
      }
    }
    return Optional.empty();
  }

  private static Optional<Double> number(String word) {
    return switch (word) {
      case "NaN" -> Optional.of(Double.NaN);
      case "+Inf", "Inf" -> Optional.of(Double.POSITIVE_INFINITY);
      case "-Inf" -> Optional.of(Double.NEGATIVE_INFINITY);
      default -> {
        try {
          yield Optional.of(Double.parseDouble(word));
        } catch (NumberFormatException e) {
          yield Optional.empty();
        }
      }
    };
  }

  private String until(String ends) {
    int from = at;
    while (at < line.length() && ends.indexOf(line.charAt(at)) < 0) {
      at++;
    }
    return line.substring(from, at);
  }

  private void skipBlanks() {
    while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
      at++;
    }
  }
}
