package io.ibench.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the settings of a run.
 *
 * <p>Later settings win: defaults, workload file, database file, overrides. Included files come
 * just before the file that includes them, in the given order. The syntax is {@code key = value} in
 * UTF-8; comments are whole lines that begin with # or !; a \ at the end of a line continues it.
 */
public final class ConfigLoader {

  private final Map<String, String> environment;

  /** Values of {@code ${NAME}} come from {@code environment}. */
  public ConfigLoader(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * Never throws because of the content of files and overrides, or because a file cannot be read:
   * those are {@link Config#problems()}.
   *
   * @param overrides {@code key=value} each, as given to -s
   */
  public Config load(Path workloadFile, Optional<Path> databaseFile, List<String> overrides) {
    return load(workloadFile, databaseFile, overrides, List.of());
  }

  /** The text of an override that the user typed as {@code --conf}, for messages. */
  public static String conf(String setting) {
    return Overrides.CONF + " " + setting;
  }

  /** Like the other method; {@code options} win over {@code overrides}. */
  public Config load(
      Path workloadFile,
      Optional<Path> databaseFile,
      List<String> overrides,
      List<OptionSetting> options) {
    Sources sources = new Sources(new Variables(environment));
    FileReader files = new FileReader(sources);
    files.read(workloadFile);
    databaseFile.ifPresent(files::read);
    new Overrides(sources).read(overrides);
    sources.add(options);
    return new Config(sources);
  }

  /**
   * The settings of an earlier run.
   *
   * @param settings as they took effect, without those that results do not contain
   * @param origin where they come from
   * @param secrets the files that have the others, each with the keys for which it was the last
   * @param further a file with any of the others, which wins; empty: there is none
   */
  public Config again(
      Map<String, String> settings,
      String origin,
      Map<Path, Set<String>> secrets,
      Optional<Path> further) {
    Sources sources = new Sources(new Variables(environment), settings.keySet());
    Set<String> hidden =
        secrets.values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    secrets.forEach(
        (file, own) -> {
          List<Entry> entries = sources.entries();
          int before = entries.size();
          new FileReader(sources).read(file);
          entries
              .subList(before, entries.size())
              .removeIf(entry -> hidden.contains(entry.key()) && !own.contains(entry.key()));
        });
    further.ifPresent(new FileReader(sources)::read);
    settings.forEach(
        (key, value) ->
            sources.add(sources.checked(new Entry(key, value, new Origin(origin), false))));
    return new Config(sources);
  }
}
