package io.ibench.cli.run;

import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.PlugIns;
import io.ibench.cli.setup.SettingFiles;
import io.ibench.cli.setup.Setup;
import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Secrets;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.RunFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the settings of a run from its run.json. Secrets, which results do not contain, come from a
 * file or the environment. Stateless.
 */
final class StoredSettings {

  /** An origin that is a line of a file; the last group is the key that it was inherited from. */
  private static final Pattern LINE = Pattern.compile("(.+):\\d+(?: \\((.+)\\))?");

  private StoredSettings() {}

  /**
   * The settings of a run that is resumed. A value that hides a secret is never used as it is
   * stored: it comes again from the file and the variables that gave it.
   *
   * @param folder the result folder of the run
   * @param further a file with secrets, which wins over the files that the run used
   * @throws UsageException when they have changed or are no longer there; names all of them
   */
  static Setup read(
      Path folder, RunFile run, Optional<Path> further, Map<String, String> environment)
      throws ConfigException, UsageException {
    if (further.isEmpty()) {
      requireVariables(folder, run, environment);
    }
    Installation installation = Installation.of(environment);
    PlugIns plugIns = PlugIns.load(installation);
    Map<Path, Set<String>> files = secretFiles(run);
    Optional<Path> own = Optional.empty();
    if (further.isEmpty()) {
      requireFiles(files);
    } else {
      own = Optional.of(SettingFiles.findDatabase(further.get(), installation));
      files.keySet().removeIf(file -> !Files.isReadable(file));
    }
    String origin = folder.resolve("run.json").toString();
    Config config = new ConfigLoader(environment).again(given(run), origin, files, own);
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

  /** What the user had set, as far as results contain it. */
  private static Map<String, String> given(RunFile run) {
    Map<String, String> given = new LinkedHashMap<>();
    for (RunInfo.Setting setting : run.settings()) {
      boolean decided = setting.origin().matches("[\\w.]+ = .*");
      boolean isDefault = setting.origin().equals("default") || decided;
      if (!isDefault && !setting.hidesSecret()) {
        given.put(setting.name(), setting.value());
      }
    }
    return given;
  }

  /** The files that gave secrets, each with the keys for which it did. */
  private static Map<Path, Set<String>> secretFiles(RunFile run) {
    Map<Path, Set<String>> files = new LinkedHashMap<>();
    for (RunInfo.Setting setting : run.settings()) {
      Matcher line = LINE.matcher(setting.origin());
      if (setting.hidesSecret() && line.matches()) {
        String key = line.group(2) == null ? setting.name() : line.group(2);
        files.computeIfAbsent(Path.of(line.group(1)), file -> new LinkedHashSet<>()).add(key);
      }
    }
    return files;
  }

  private static void requireFiles(Map<Path, Set<String>> files) throws UsageException {
    List<String> missing =
        files.entrySet().stream()
            .filter(file -> !Files.isReadable(file.getKey()))
            .map(
                file ->
                    "cannot resume without the secrets in "
                        + String.join(", ", file.getValue())
                        + ": "
                        + file.getKey()
                        + ", which gave them, cannot be read; name a file that has them by -d")
            .toList();
    if (!missing.isEmpty()) {
      throw new UsageException(missing);
    }
  }

  private static void requireSame(RunFile run, Setup setup) throws UsageException {
    Map<String, RunInfo.Setting> then = new LinkedHashMap<>();
    run.settings().forEach(each -> then.put(each.name(), each));
    Map<String, RunInfo.Setting> now = new LinkedHashMap<>();
    RunInfos.settings(setup).forEach(each -> now.put(each.name(), each));
    List<String> differences =
        Stream.concat(then.keySet().stream(), now.keySet().stream())
            .distinct()
            .flatMap(
                key ->
                    difference(
                        key, Optional.ofNullable(then.get(key)), Optional.ofNullable(now.get(key)))
                        .stream())
            .toList();
    if (!differences.isEmpty()) {
      throw new UsageException(differences);
    }
  }

  private static Optional<String> difference(
      String key, Optional<RunInfo.Setting> then, Optional<RunInfo.Setting> now) {
    // An earlier version may have shown what this one masks.
    Optional<String> was = then.map(setting -> Secrets.mask(setting.value()));
    Optional<String> is = now.map(RunInfo.Setting::value);
    boolean hidden = then.filter(RunInfo.Setting::hidesSecret).isPresent();
    boolean lost = hidden && now.filter(RunInfo.Setting::hidesSecret).isEmpty();
    if (lost && (is.isEmpty() || is.equals(was) || now.get().origin().equals("default"))) {
      return Optional.of(
          "cannot resume without the secret in "
              + key
              + ", which was "
              + was.get()
              + " by "
              + then.get().origin()
              + ": results contain none; write "
              + key
              + " into a file and name it by -d");
    }
    return was.equals(is)
        ? Optional.empty()
        : Optional.of(
            "cannot resume with other settings: "
                + key
                + " is "
                + is.orElse("not set")
                + ", but was "
                + was.orElse("not set"));
  }
}
