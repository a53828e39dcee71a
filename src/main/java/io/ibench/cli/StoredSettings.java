package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.RunFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the settings of a run from its run.json. Secrets, which results do not contain, come from a
 * file or the environment. Stateless.
 */
final class StoredSettings {

  static final String MASKED = "***";

  private StoredSettings() {}

  /**
   * The settings of a run that is resumed.
   *
   * @param folder the result folder of the run
   * @param database the file with its secrets; empty: the file that the run used
   * @throws UsageException when they have changed; names all of them
   */
  static Setup read(
      Path folder, RunFile run, Optional<Path> database, Map<String, String> environment)
      throws ConfigException, UsageException {
    if (database.isEmpty()) {
      requireVariables(folder, run, environment);
    }
    Installation installation = Installation.of(environment);
    PlugIns plugIns = PlugIns.load(installation);
    Optional<Path> secrets =
        database.isPresent()
            ? Optional.of(SettingFiles.findDatabase(database.get(), installation))
            : secretsFile(run);
    String origin = folder.resolve("run.json").toString();
    Config config = new ConfigLoader(environment).again(given(run), origin, secrets);
    Setup setup = Setup.of(config, plugIns);
    requireSame(run, setup);
    return setup;
  }

  /** Without them the server would refuse a password that nobody has given. */
  private static void requireVariables(Path folder, RunFile run, Map<String, String> environment)
      throws UsageException {
    List<String> missing =
        run.secretVariables().stream().filter(name -> !environment.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      throw new UsageException(
          "cannot resume "
              + folder
              + ": not set in the environment, but secrets of the run came from there: "
              + String.join(", ", missing)
              + "; set the same, or name a file with the secrets by -d");
    }
  }

  /** What the user had set. */
  private static Map<String, String> given(RunFile run) {
    Map<String, String> given = new LinkedHashMap<>();
    for (RunInfo.Setting setting : run.settings()) {
      boolean decided = setting.origin().matches("[\\w.]+ = .*");
      boolean isDefault = setting.origin().equals("default") || decided;
      if (!isDefault && !setting.value().equals(MASKED)) {
        given.put(setting.name(), setting.value());
      }
    }
    return given;
  }

  private static Optional<Path> secretsFile(RunFile run) {
    return run.settings().stream()
        .filter(setting -> setting.value().equals(MASKED))
        .map(setting -> Path.of(setting.origin().replaceAll(":\\d+( \\(.*\\))?$", "")))
        .reduce((first, last) -> last);
  }

  private static void requireSame(RunFile run, Setup setup) throws UsageException {
    Map<String, String> then = new LinkedHashMap<>();
    run.settings().forEach(each -> then.put(each.name(), each.value()));
    Map<String, String> now = new LinkedHashMap<>();
    RunInfos.settings(setup).forEach(each -> now.put(each.name(), each.value()));
    List<String> differences =
        Stream.concat(then.keySet().stream(), now.keySet().stream())
            .distinct()
            .filter(key -> !String.valueOf(then.get(key)).equals(String.valueOf(now.get(key))))
            .map(
                key ->
                    "cannot resume with other settings: "
                        + key
                        + " is "
                        + now.getOrDefault(key, "not set")
                        + ", but was "
                        + then.getOrDefault(key, "not set"))
            .toList();
    if (!differences.isEmpty()) {
      throw new UsageException(differences);
    }
  }
}
