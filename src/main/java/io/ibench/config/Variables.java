package io.ibench.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Replaces {@code ${NAME}} and {@code ${NAME:default}}; {@code $${NAME}} is the literal text {@code
 * ${NAME}}.
 *
 * <p>In one pass: the value of a variable is not searched for variables. The default is used if the
 * variable does not exist; an empty variable exists. Immutable.
 */
final class Variables {

  /** The text and its errors, which name variables but never show their values. */
  record Replaced(String text, List<String> flaws, UsedVariables variables) {}

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final int MAX_LENGTH = 1 << 20;
  private static final String ALLOWED = "; allowed: ${NAME}, ${NAME:default}, $${ for a plain ${";

  private final Map<String, String> environment;

  Variables(Map<String, String> environment) {
    this.environment = environment;
  }

  Replaced replace(String raw) {
    StringBuilder text = new StringBuilder();
    List<String> flaws = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int at = 0;
    while (at < raw.length()) {
      if (text.length() > MAX_LENGTH) {
        flaws.add("is longer than 1 MB with its variables replaced; allowed: at most 1 MB");
        break;
      }
      if (raw.startsWith("$${", at)) {
        text.append("${");
        at += 3;
      } else if (raw.startsWith("${", at)) {
        int end = raw.indexOf('}', at);
        if (end < 0) {
          flaws.add("has ${ without }" + ALLOWED);
          break;
        }
        variable(raw.substring(at + 2, end), text, flaws, names);
        at = end + 1;
      } else {
        text.append(raw.charAt(at++));
      }
    }
    return new Replaced(text.toString(), flaws, used(names.stream().distinct().toList()));
  }

  private UsedVariables used(List<String> names) {
    return new UsedVariables(
        names.stream().filter(environment::containsKey).toList(),
        names.stream().filter(name -> !environment.containsKey(name)).toList());
  }

  private void variable(String inside, StringBuilder text, List<String> flaws, List<String> names) {
    int colon = inside.indexOf(':');
    String name = colon < 0 ? inside : inside.substring(0, colon);
    names.add(name);
    String fallback = colon < 0 ? "" : inside.substring(colon + 1);
    if (!NAME.matcher(name).matches()) {
      flaws.add("has a variable whose name is not of letters, digits and _" + ALLOWED);
    } else if (fallback.contains("${")) {
      flaws.add("has a variable inside the default of " + name + ALLOWED);
    } else if (environment.containsKey(name)) {
      text.append(environment.get(name));
    } else if (colon < 0) {
      String instead = "${" + name + ":default}";
      flaws.add("the environment variable " + name + " is not set; set it, or write " + instead);
    } else {
      text.append(fallback);
    }
  }
}
