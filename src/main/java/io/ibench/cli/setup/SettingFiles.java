package io.ibench.cli.setup;

import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.config.Suggestion;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The user's files of settings, found in the current folder or in the installation. */
public record SettingFiles(Path workload, Optional<Path> database) {

  /** The folder of suites in the installation. */
  public static final String SUITES = "suites";

  private static final String WORKLOADS = "workloads";
  private static final String DATABASES = "conf";

  /**
   * Finds the files.
   *
   * @throws UsageException if one is missing; suggests a similar name
   */
  public static SettingFiles find(Given given, Installation installation) throws UsageException {
    Path workload = installation.findSettings(given.workload(), WORKLOADS);
    Optional<Path> database =
        given.database().map(named -> installation.findSettings(named, DATABASES));
    List<String> missing = new ArrayList<>();
    if (Files.notExists(workload)) {
      Path suite = installation.findSettings(given.workload(), SUITES);
      missing.add(
          Files.isRegularFile(suite)
              ? given.workload() + " is a suite, and no workload: ibench suite " + given.workload()
              : missing(workload, WORKLOADS, installation));
    }
    if (database.isPresent() && Files.notExists(database.get())) {
      missing.add(missing(database.get(), DATABASES, installation));
    }
    if (!missing.isEmpty()) {
      throw new UsageException(missing);
    }
    return new SettingFiles(workload, database);
  }

  /**
   * Finds a database's file.
   *
   * @throws UsageException if it is missing; suggests a similar name
   */
  public static Path findDatabase(Path named, Installation installation) throws UsageException {
    Path found = installation.findSettings(named, DATABASES);
    if (Files.notExists(found)) {
      throw new UsageException(missing(found, DATABASES, installation));
    }
    return found;
  }

  private static String missing(Path named, String folder, Installation installation) {
    Map<String, String> known = new TreeMap<>();
    installation.home().ifPresent(home -> known.putAll(files(home.resolve(folder), folder)));
    known.putAll(files(Path.of(folder), folder));
    return "there is no file " + named + hint(named, known);
  }

  private static String hint(Path named, Map<String, String> known) {
    if (known.isEmpty()) {
      return "";
    }
    Collection<String> all = known.values();
    return "; "
        + Suggestion.nearest(name(named), known.keySet())
            .map(nearest -> "did you mean " + known.get(nearest) + "?")
            .orElse("there are: " + String.join(", ", all));
  }

  /** The files that can be given, by their names without ending. */
  private static Map<String, String> files(Path place, String folder) {
    Map<String, String> files = new TreeMap<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(place, "*" + Installation.SETTINGS_ENDING)) {
      found.forEach(file -> files.put(name(file), folder + "/" + file.getFileName()));
    } catch (IOException e) {
      // No such folder, or unreadable: no suggestions.
      return Map.of();
    }
    return files;
  }

  /** The name of a file of settings without its ending. */
  public static String name(Path file) {
    String name = String.valueOf(file.getFileName());
    String ending = Installation.SETTINGS_ENDING;
    return name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
  }
}
