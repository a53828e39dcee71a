package io.ibench.workload.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields that a command on documents returns, as its projection says, so that a wrong name is
 * found before the server is asked. Stateless.
 */
final class DocumentFields {

  private static final Pattern PROJECTION =
      Pattern.compile("(?s)\"(?:projection|fields|\\$project)\"\\s*:\\s*\\{([^{}]*)\\}");
  private static final Pattern FIELD = Pattern.compile("\"([^\"]+)\"\\s*:\\s*(1|true|0|false)\\b");
  private static final Pattern WORD = Pattern.compile("\"(?:projection|fields|\\$project)\"");

  private DocumentFields() {}

  /** The names in order; empty when only the server knows them. */
  static Optional<List<String>> names(String command) {
    Matcher projection = PROJECTION.matcher(command);
    String last = "";
    int read = 0;
    while (projection.find()) {
      last = projection.group(1);
      read++;
    }
    boolean all = read == WORD.matcher(command).results().count();
    if (!all || !FIELD.matcher(last).replaceAll("").replace(",", "").isBlank()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    Matcher field = FIELD.matcher(last);
    while (field.find()) {
      if (field.group(2).equals("1") || field.group(2).equals("true")) {
        names.add(field.group(1));
      }
    }
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }
}
