package io.ibench.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the settings of a run.
 *
 * <p>Later wins: defaults, workload file, database file, overrides. What a file includes comes just
 * before that file, in the order it is named. The syntax is {@code key = value} in UTF-8, comments
 * are whole lines that begin with # or !, and a \ at the end of a line continues it.
 */
public final class ConfigLoader {

  private final Map<String, String> environment;

  /** {@code environment} is where {@code ${NAME}} in a value is looked up. */
  public ConfigLoader(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * Never throws for what the files and overrides hold, nor for files that cannot be read: those
   * are {@link Config#problems()}.
   *
   * @param overrides {@code key=value} each, as given to -s
   */
  public Config load(Path workloadFile, Optional<Path> databaseFile, List<String> overrides) {
    Sources sources = new Sources(new Variables(environment));
    FileReader files = new FileReader(sources);
    files.read(workloadFile);
    databaseFile.ifPresent(files::read);
    new Overrides(sources).read(overrides);
    return new Config(sources);
  }
}
