package io.ibench.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Javas of this machine: the running one and those beside it, or else those that the
 * environment variable {@code IBENCH_TEST_JAVA_HOMES} names.
 */
public final class Javas {

  public static final String VARIABLE = "IBENCH_TEST_JAVA_HOMES";

  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"?(\\d+)");
  private static final Path RUNNING = Path.of(System.getProperty("java.home"));

  private Javas() {}

  /**
   * A home for each version, the running Java's among them.
   *
   * @param named what the variable says, if anything
   * @throws IllegalArgumentException when a named folder holds no Java
   */
  static TreeMap<Integer, Path> find(Optional<String> named) throws IOException {
    TreeMap<Integer, Path> homes = new TreeMap<>();
    if (named.isPresent()) {
      for (String folder : named.get().split(File.pathSeparator)) {
        Path home = Path.of(folder);
        int version =
            version(home)
                .orElseThrow(
                    () -> new IllegalArgumentException(VARIABLE + ": no Java in " + folder));
        homes.put(version, home);
      }
    } else {
      for (Path home : beside(RUNNING)) {
        version(home).ifPresent(version -> homes.putIfAbsent(version, home));
      }
    }
    homes.put(Runtime.version().feature(), RUNNING);
    return homes;
  }

  private static List<Path> beside(Path home) throws IOException {
    try (Stream<Path> folders = Files.list(home.getParent())) {
      return new ArrayList<>(folders.sorted().toList());
    }
  }

  private static Optional<Integer> version(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/java"))) {
      return Optional.empty();
    }
    Matcher matcher = VERSION.matcher(Files.readString(release));
    return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
  }

  /** The home of a version, if it exists. */
  public static Optional<Path> home(int version) throws IOException {
    return Optional.ofNullable(find(Optional.ofNullable(System.getenv(VARIABLE))).get(version));
  }
}
