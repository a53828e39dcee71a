package io.ibench.server;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The user's options for a server: those of {@code server.conf_file}, as the product reads them,
 * and {@code conf.*}, which win. Finds options that ibench sets itself, and paths that leave the
 * server's folders: a copied configuration must not write into somebody else's folder. Stateless.
 */
final class ConfFile {

  /**
   * An option of the user's file. Immutable.
   *
   * @param name with _ for -
   * @param value empty: the option stands alone, without {@code =}
   * @param where file and line
   */
  record Option(String name, Optional<String> value, String where) {

    /** A value that stands alone is the empty text, as in {@code conf.*}. */
    String text() {
      return value.orElse("");
    }
  }

  /** Reads the user's file, with the product's help. */
  interface Reader {

    /**
     * @throws ServerException when it cannot be read, with one line that says why
     */
    List<Option> read(ServerSpec spec) throws ServerException;
  }

  private ConfFile() {}

  /**
   * The lines of the user's file. Comments may be in an old encoding, in which each byte is a
   * character; the product does not mind.
   */
  static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * The mistakes in the options of the user's file.
   *
   * @param reserved options that ibench sets itself; those of the file are left out
   * @param readOnly options that name files which the server only reads
   */
  static List<String> fileMistakes(
      ServerSpec spec, Reader reader, Set<String> reserved, Set<String> readOnly) {
    List<Option> ofFile;
    try {
      ofFile = reader.read(spec);
    } catch (ServerException e) {
      return List.of(e.getMessage());
    }
    List<String> mistakes = new ArrayList<>();
    for (Option option : ofFile) {
      if (!reserved.contains(option.name()) && !readOnly.contains(option.name())) {
        path(spec, option.where() + ": " + option.name(), option.text(), mistakes);
      }
    }
    return mistakes;
  }

  /**
   * The mistakes in {@code conf.*}.
   *
   * @param reserved options that ibench sets itself
   * @param readOnly options that name files which the server only reads
   */
  static List<String> mistakes(ServerSpec spec, Set<String> reserved, Set<String> readOnly) {
    List<String> mistakes = new ArrayList<>();
    spec.conf()
        .forEach(
            (option, value) -> {
              String key = "conf." + option;
              if (reserved.contains(option)) {
                mistakes.add(key + ": ibench sets it itself; leave it out");
              } else if (!readOnly.contains(option)) {
                path(spec, key, value, mistakes);
              }
              if (value.indexOf('\n') >= 0) {
                mistakes.add(key + ": has a line break; allowed: one line");
              }
            });
    return mistakes;
  }

  private static void path(ServerSpec spec, String key, String value, List<String> mistakes) {
    for (String part : value.split("[;,:=\\s]+")) {
      boolean absolute = part.startsWith("/");
      boolean inside =
          absolute
              && List.of(spec.data(), spec.log()).stream()
                  .flatMap(Optional::stream)
                  .map(folder -> folder.toAbsolutePath().normalize())
                  .anyMatch(folder -> Path.of(part).normalize().startsWith(folder));
      boolean leaves = Path.of(part.replace('\0', ' ')).normalize().startsWith("..");
      if (absolute && !inside || !absolute && leaves) {
        mistakes.add(
            key
                + " = "
                + value
                + ": leaves the server's folder; allowed: a relative path, or one below"
                + " server.data or server.log");
        return;
      }
    }
  }

  /**
   * The options in the order in which the server reads them: ibench's defaults, the file's with
   * each repetition, {@code conf.*}; without those that are taken out. Of a file that cannot be
   * read the user was told before.
   */
  static List<Option> merged(
      ServerSpec spec, Map<String, String> defaults, Reader reader, Set<String> reserved) {
    List<Option> own = new ArrayList<>();
    read(spec, reader).stream()
        .filter(option -> !reserved.contains(option.name()))
        .forEach(own::add);
    Set<String> removed = new HashSet<>();
    spec.conf()
        .forEach(
            (name, value) -> {
              if (value.equals(ServerSpec.REMOVED)) {
                removed.add(name.replace('-', '_'));
              } else {
                own.add(ofKey(name, value));
              }
            });
    List<Option> all = new ArrayList<>();
    defaults.forEach(
        (name, value) -> {
          if (own.stream().noneMatch(option -> option.name().equals(name))) {
            all.add(ofKey(name, value));
          }
        });
    all.addAll(own);
    all.removeIf(option -> removed.contains(option.name()));
    return all;
  }

  private static List<Option> read(ServerSpec spec, Reader reader) {
    try {
      return reader.read(spec);
    } catch (ServerException e) {
      return List.of();
    }
  }

  private static Option ofKey(String name, String value) {
    Optional<String> given = value.isEmpty() ? Optional.empty() : Optional.of(value);
    return new Option(name, given, "conf." + name);
  }

  /**
   * The value of each option; the last one wins.
   *
   * @param joined options whose repetitions add up, with what stands between two values
   */
  static Map<String, String> values(List<Option> options, Map<String, String> joined) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Option option : options) {
      Optional<String> between = Optional.ofNullable(joined.get(option.name()));
      values.merge(
          option.name(),
          option.text(),
          (before, value) -> between.map(sign -> added(before, sign, value)).orElse(value));
    }
    return values;
  }

  /**
   * Of two parts with the same key, such as {@code mrr=on} and {@code mrr=off}, the last counts.
   */
  private static String added(String before, String sign, String value) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (String part : (before + sign + value).split(Pattern.quote(sign))) {
      parts.put(part.replaceAll("=.*", ""), part);
    }
    return String.join(sign, parts.values());
  }

  /**
   * What becomes of each option of the file, one line each: {@code conf.sort_buffer_size = 1M
   * (my.cnf:3)}, or why it has no effect.
   *
   * @param adding options whose repetitions add up
   */
  static List<String> taken(
      ServerSpec spec, Reader reader, Set<String> reserved, Set<String> adding) {
    List<Option> ofFile;
    try {
      ofFile = reader.read(spec);
    } catch (ServerException e) {
      return List.of(e.getMessage());
    }
    List<String> lines = new ArrayList<>();
    for (Option option : ofFile) {
      String where = " (" + option.where() + ")";
      if (reserved.contains(option.name())) {
        lines.add(option.name() + where + " is left out: ibench sets it");
      } else if (givesWay(spec, option.name(), adding)) {
        lines.add(option.name() + where + " gives way to conf." + option.name());
      } else {
        String value = option.value().map(text -> (" = " + text).stripTrailing()).orElse("");
        lines.add("conf." + option.name() + value + where);
      }
    }
    return lines;
  }

  /** Whether conf.OPTION replaces or removes it. */
  private static boolean givesWay(ServerSpec spec, String option, Set<String> adding) {
    String value = spec.conf().get(option);
    return value != null && (!adding.contains(option) || value.equals(ServerSpec.REMOVED));
  }
}
