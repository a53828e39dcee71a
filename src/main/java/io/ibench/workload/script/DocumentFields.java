package io.ibench.workload.script;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields that a command on documents returns, as its projection says. Stateless. */
final class DocumentFields {

  private static final Pattern PROJECTION =
      Pattern.compile("(?s)\"(?:projection|fields|\\$project)\"\\s*:\\s*\\{([^{}]*)\\}");
  private static final Pattern FIELD = Pattern.compile("\"([^\"]+)\"\\s*:\\s*(1|true)\\b");

  private DocumentFields() {}

  /** The names in order. */
  static List<String> names(String command) throws SyntaxException {
    Matcher projection = PROJECTION.matcher(command);
    String last = "";
    while (projection.find()) {
      last = projection.group(1);
    }
    List<String> names = new ArrayList<>();
    Matcher field = FIELD.matcher(last);
    while (field.find()) {
      names.add(field.group(1));
    }
    if (names.isEmpty()) {
      throw new SyntaxException(
          "needs a command with a projection, such as \"projection\": {\"sum\": 1, \"_id\": 0}");
    }
    return names;
  }
}
