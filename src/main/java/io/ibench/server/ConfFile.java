package io.ibench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The user's options for a server: those of {@code server.conf_file}, and {@code conf.*}, which
 * win. Finds options that ibench sets itself, and paths that leave the server's folders: a copied
 * configuration must not write into somebody else's folder. Stateless.
 */
final class ConfFile {

  private ConfFile() {}

  /**
   * Options of a file, by name with _ for -.
   *
   * @param sections whose options count; empty: the file has no sections
   */
  static Map<String, String> options(Path file, Set<String> sections) throws IOException {
    Map<String, String> options = new LinkedHashMap<>();
    boolean counts = sections.isEmpty();
    for (String raw : Files.readAllLines(file)) {
      String line = raw.strip();
      if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) {
        continue;
      }
      if (line.startsWith("[") && line.endsWith("]") && !sections.isEmpty()) {
        counts = sections.contains(line.substring(1, line.length() - 1).strip());
      } else if (line.startsWith("!") || line.startsWith("include")) {
        throw new IOException(line + ": ibench does not follow includes; write the options here");
      } else if (counts) {
        int equals = line.indexOf('=');
        String name = equals < 0 ? line : line.substring(0, equals);
        options.put(
            name.strip().replace('-', '_'), equals < 0 ? "" : value(line.substring(equals + 1)));
      }
    }
    return options;
  }

  /** Without quotes, and without a comment after a blank. */
  private static String value(String text) {
    String value = text.strip();
    if (value.length() > 1 && (value.charAt(0) == '\'' || value.charAt(0) == '"')) {
      int end = value.indexOf(value.charAt(0), 1);
      return end > 0 ? value.substring(1, end) : value;
    }
    return value.replaceAll("\\s+#.*", "");
  }

  /**
   * The mistakes in all options.
   *
   * @param sections of the file whose options count
   * @param reserved options that ibench sets itself; those of the file are left out in silence
   * @param readOnly options that name files which the server only reads
   */
  static List<String> mistakes(
      ServerSpec spec, Set<String> sections, Set<String> reserved, Set<String> readOnly) {
    List<String> mistakes = new ArrayList<>();
    spec.confFile()
        .ifPresent(
            file -> {
              try {
                options(file, sections)
                    .forEach(
                        (option, value) -> {
                          if (!reserved.contains(option) && !readOnly.contains(option)) {
                            path(spec, file + ": " + option, value, mistakes);
                          }
                        });
              } catch (IOException e) {
                mistakes.add("server.conf_file = " + file + " cannot be read: " + e.getMessage());
              }
            });
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
                  .flatMap(java.util.Optional::stream)
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
   * The options in the order in which the server reads them: ibench's defaults, the file's, {@code
   * conf.*}; without those that are taken out.
   */
  static Map<String, String> merged(
      ServerSpec spec, Map<String, String> defaults, Set<String> sections, Set<String> reserved) {
    Map<String, String> all = new LinkedHashMap<>(defaults);
    spec.confFile()
        .ifPresent(
            file -> {
              try {
                Map<String, String> options = options(file, sections);
                options.keySet().removeAll(reserved);
                all.putAll(options);
              } catch (IOException e) {
                // Reported as a mistake before.
              }
            });
    all.putAll(spec.conf());
    all.values().removeIf(ServerSpec.REMOVED::equals);
    return all;
  }
}
