package io.ibench.server;

import io.ibench.server.ConfFile.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a file of PostgreSQL with the files that it includes. The grammar is that of {@code
 * guc-file.l}: a name, {@code =} or not, a value with quotes or without, a comment. Whether the
 * file is right is said by the product itself, which reads it too. Stateless.
 */
final class PostgresFile {

  private static final Pattern LINE =
      Pattern.compile(
          "\\s*([A-Za-z_\\x80-\\uffff][\\w$.\\x80-\\uffff-]*+)\\s*+=?+\\s*+"
              + "(?:'((?:[^'\\\\]|''|\\\\.)*+)'|([^\\s#']*+))\\s*+(?:#.*)?");

  private static final Pattern ESCAPE = Pattern.compile("''|\\\\([0-7]{1,3}|.)");

  /** As many as PostgreSQL follows. */
  private static final int MAX_DEPTH = 10;

  private PostgresFile() {}

  /** The options in the order of the server; lines that are none are left to the server. */
  static List<Option> options(Path file) throws IOException {
    List<Option> options = new ArrayList<>();
    read(file, 0, options);
    return options;
  }

  private static void read(Path file, int depth, List<Option> options) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException(file + ": includes of more than " + MAX_DEPTH + " levels");
    }
    List<String> lines = ConfFile.lines(file);
    for (int i = 0; i < lines.size(); i++) {
      Matcher line = LINE.matcher(lines.get(i));
      if (!line.matches()) {
        continue;
      }
      String name = line.group(1).toLowerCase(Locale.ROOT);
      String value = line.group(2) == null ? line.group(3) : unescaped(line.group(2));
      Path named = file.resolveSibling(value);
      switch (name) {
        case "include" -> read(named, depth + 1, options);
        case "include_if_exists" -> {
          if (Files.exists(named)) {
            read(named, depth + 1, options);
          }
        }
        case "include_dir" -> {
          for (Path each : files(named)) {
            read(each, depth + 1, options);
          }
        }
        default -> options.add(new Option(name, Optional.of(value), file + ":" + (i + 1)));
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("[^.].*\\.conf"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  private static String unescaped(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            found -> {
              String escaped = found.group(1);
              String plain =
                  escaped == null
                      ? "'"
                      : switch (escaped.charAt(0)) {
                        case 'b' -> "\b";
                        case 'f' -> "\f";
                        case 'n' -> "\n";
                        case 'r' -> "\r";
                        case 't' -> "\t";
                        case '0', '1', '2', '3', '4', '5', '6', '7' ->
                            String.valueOf((char) Integer.parseInt(escaped, 8));
                        default -> escaped;
                      };
              return Matcher.quoteReplacement(plain);
            });
  }
}
