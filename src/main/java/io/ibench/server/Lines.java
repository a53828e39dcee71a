package io.ibench.server;

import java.util.LinkedHashMap;
import java.util.Map;

/** Texts of {@code name=value} lines. Stateless. */
final class Lines {

  private Lines() {}

  /** Later lines win; lines without = are ignored. */
  static Map<String, String> values(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    text.lines()
        .filter(line -> line.indexOf('=') > 0)
        .forEach(
            line ->
                values.put(
                    line.substring(0, line.indexOf('=')).strip(),
                    line.substring(line.indexOf('=') + 1).strip()));
    return values;
  }
}
