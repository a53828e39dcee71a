package io.ibench.workload.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of each transaction in files, so that runs of edited files can be told apart. Stateless.
 */
final class TransactionTexts {

  /** Comes before the name of a transaction in the names of settings. */
  static final String PREFIX = "script.transaction.";

  private static final Pattern DIRECTIVE =
      Pattern.compile("--@\\s*(\\S+)\\s*([A-Za-z]\\w*(?!\\w*=))?.*");

  private static final int DIGITS = 16;

  private TransactionTexts() {}

  /**
   * The first digits of each transaction's SHA-256, by the name of a setting. The texts for all
   * products are in it, so that runs on two products have the same one. Comments, blank lines and
   * indents are not.
   *
   * @param files the texts by their names
   */
  static Map<String, String> checksums(Map<String, String> files) {
    Map<String, StringBuilder> texts = new LinkedHashMap<>();
    files.forEach((file, text) -> collect(ScriptReader.transactionName(file), text, texts));
    Map<String, String> checksums = new LinkedHashMap<>();
    texts.forEach(
        (name, text) ->
            checksums.put(PREFIX + name, PlanReader.sha256(text.toString()).substring(0, DIGITS)));
    return checksums;
  }

  private static void collect(String fileName, String file, Map<String, StringBuilder> texts) {
    String name = fileName;
    for (String line : file.split("\\R")) {
      String stripped = line.strip();
      Matcher directive = DIRECTIVE.matcher(line);
      if (directive.matches()) {
        boolean transaction = directive.group(1).equals("transaction");
        String given = directive.group(2) == null ? fileName : directive.group(2);
        name = transaction ? given : "";
      } else if (!name.isEmpty() && !stripped.isEmpty() && !stripped.startsWith("--")) {
        texts.computeIfAbsent(name, any -> new StringBuilder()).append(stripped).append('\n');
      }
    }
  }
}
