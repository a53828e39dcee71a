package io.ibench.db.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** RocksDB's own forms of options: {@code a=b;c={d=e}}, and its files of options. Stateless. */
public final class OptionText {

  /** The option of a family that has the options of its files in braces. */
  public static final String TABLES = "block_based_table_factory";

  private static final Pattern FILE = Pattern.compile("OPTIONS-\\d+");

  private OptionText() {}

  /**
   * Splits {@code a=b;c={d=e;f=g}}: a value may be options in braces.
   *
   * @param mistakes takes what is wrong, a line each
   */
  public static Map<String, String> parse(String text, Consumer<String> mistakes) {
    Map<String, String> options = new LinkedHashMap<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      char each = i == text.length() ? ';' : text.charAt(i);
      depth += each == '{' ? 1 : each == '}' ? -1 : 0;
      if (each == ';' && (depth == 0 || i == text.length())) {
        String part = text.substring(start, i).strip();
        start = i + 1;
        int equals = part.indexOf('=');
        if (equals > 0) {
          options.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
        } else if (!part.isEmpty()) {
          mistakes.accept("has no name and value in \"" + part + "\"; allowed: a=b;c=d");
        }
      }
    }
    if (depth != 0) {
      mistakes.accept("has an unequal number of { and }");
    }
    return options;
  }

  /** The inverse of {@link #parse}. */
  public static String text(Map<String, String> options) {
    return options.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(";"));
  }

  /** The options in a value's braces, if it has them. */
  public static Map<String, String> inBraces(String value) {
    boolean braces = value.startsWith("{") && value.endsWith("}");
    return parse(braces ? value.substring(1, value.length() - 1) : value, mistake -> {});
  }

  /** The newest file of options in a database's folder: the effective ones. */
  public static Optional<Path> newestFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> FILE.matcher(file.getFileName().toString()).matches())
          .max(Comparator.comparing(file -> file.getFileName().toString()));
    }
  }

  /** The sections of a file of options by their heads without brackets and spaces around. */
  public static Map<String, Map<String, String>> sections(Path file) throws IOException {
    Map<String, Map<String, String>> sections = new LinkedHashMap<>();
    Map<String, String> section = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String text = line.strip();
      int equals = text.indexOf('=');
      if (text.startsWith("[") && text.endsWith("]")) {
        section = new LinkedHashMap<>();
        sections.put(text.substring(1, text.length() - 1).strip(), section);
      } else if (equals > 0 && !text.startsWith("#")) {
        section.put(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
      }
    }
    return sections;
  }
}
