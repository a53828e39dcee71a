package io.ibench.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Programs and libraries that came with a file of settings: of a relative folder, or inside the
 * current folder or that of the file. Who only checks a file does not want to run them. Stateless.
 */
public final class BroughtPrograms {

  /** Options by which a server that prints its version or its options may load a library. */
  private static final Pattern LOADS =
      Pattern.compile(".*(plugin_dir|basedir|library_path|preload_libraries|plugin_load).*");

  /** Those whose value is a folder also without a slash. */
  private static final Pattern FOLDER = Pattern.compile(".*(plugin_dir|basedir|library_path).*");

  /** Servers take the beginning of a name for the name, and these words before it. */
  private static final Pattern BEFORE =
      Pattern.compile("^(?:(?:loose|skip|disable|enable|maximum)_)+");

  /** Nothing, or the installed libraries in the words of PostgreSQL. */
  private static final Pattern INSTALLED = Pattern.compile("|\\$libdir(/[^/]+)?");

  private BroughtPrograms() {}

  /**
   * What a product would run or load when it is asked for its version and its options.
   *
   * @param files with the settings; their folders are not trusted
   * @param settings of the command line, such as {@code server.home=/opt/x}; these are the user's
   * @return such as {@code server.home = bin/x}; empty: what it would run is installed
   */
  public static List<String> of(
      ServerProduct product, ServerSpec spec, Collection<Path> files, Collection<String> settings) {
    List<Path> folders = new ArrayList<>(List.of(Path.of("").toAbsolutePath()));
    files.stream().map(file -> file.toAbsolutePath().getParent()).forEach(folders::add);
    List<String> found = new ArrayList<>();
    spec.home()
        .map(Path::toString)
        .filter(home -> isBrought(home, folders) && !isGiven("server.home", home, settings))
        .ifPresent(home -> found.add("server.home = " + home));
    if (!found.isEmpty()) {
      return found; // its options may be known only by its program
    }
    for (Map.Entry<String, String> option : product.asked(spec).entrySet()) {
      String name = option.getKey().replace('-', '_').toLowerCase(Locale.ROOT);
      String value = option.getValue();
      boolean isFolder = isFolder(name);
      boolean brought =
          (isFolder || LOADS.matcher(name).matches())
              && Stream.of(value.split("[,:;'\"]"))
                  .map(String::strip)
                  .filter(each -> each.contains("/") || isFolder)
                  .anyMatch(each -> !INSTALLED.matcher(each).matches() && isBrought(each, folders));
      if (brought && !isGiven("conf." + option.getKey(), value, settings)) {
        found.add("conf." + option.getKey() + " = " + value);
      }
    }
    return found;
  }

  private static boolean isFolder(String name) {
    String plain = BEFORE.matcher(name).replaceFirst("");
    return FOLDER.matcher(name).matches()
        || Stream.of("plugin_dir", "basedir").anyMatch(each -> each.startsWith(plain));
  }

  /** What a check says of a server that it does not ask. */
  public static Optional<String> notAsked(List<String> brought) {
    return brought.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not asked for its version and options: "
                + String.join(", ", brought)
                + " may have come with the file; --trust runs its programs");
  }

  /** A suite's setting of the command line may have levels before its key. */
  private static boolean isGiven(String key, String value, Collection<String> settings) {
    return settings.stream()
        .map(setting -> setting.split("=", 2))
        .anyMatch(
            setting ->
                setting.length == 2
                    && ("." + setting[0].strip()).endsWith("." + key)
                    && setting[1].strip().equals(value.strip()));
  }

  private static boolean isBrought(String text, List<Path> folders) {
    Path path = Path.of(text);
    return !path.isAbsolute()
        || Stream.of(path.normalize(), real(path))
            .anyMatch(each -> folders.stream().anyMatch(folder -> isInside(each, folder)));
  }

  /** Everything is inside the root of the file system, which nobody unpacks a download into. */
  private static boolean isInside(Path path, Path folder) {
    return Stream.of(folder.normalize(), real(folder))
        .anyMatch(each -> each.getNameCount() > 0 && path.startsWith(each));
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.normalize();
    }
  }
}
