package io.ibench.workload;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Setting;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the load profile of a step of requests, which replaces its rate and its end. */
final class ProfileReader {

  private static final Pattern ORIGIN = Pattern.compile("(.+):[0-9]+.*");

  private final Config config;
  private final String name;
  private final List<String> chain;

  /**
   * @param chain the step's name and the steps that it is like
   */
  ProfileReader(Config config, String name, List<String> chain) {
    this.config = config;
    this.name = name;
    this.chain = chain;
  }

  /**
   * Reads it.
   *
   * @param groups the number of groups of threads that the step names
   */
  Optional<Profile> read(int groups) {
    Optional<String> text = config.find(StepKeys.PROFILE, chain);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Key<String> key = StepKeys.PROFILE.under(name);
    if (groups > 1) {
      config.problem("needs a step with one group of threads", key);
      return Optional.empty();
    }
    if (config.get(StepKeys.PACING, chain) == Pacing.BURSTY) {
      config.problem("cannot come in bursts; allowed: even, poisson", StepKeys.PACING.under(name));
    }
    chain.forEach(this::replace);
    try {
      return Optional.of(ProfileParser.parse(text.get(), folder()));
    } catch (InvalidPathException e) {
      config.problem("is not the name of a file: " + e.getReason(), key);
    } catch (IllegalArgumentException e) {
      config.problem(String.valueOf(e.getMessage()), key);
    }
    return Optional.empty();
  }

  /** The settings whose place the profile takes. */
  private void replace(String step) {
    for (Key<?> key :
        List.of(StepKeys.RATE, StepKeys.UNTIL, StepKeys.OPERATIONS, StepKeys.REPEAT)) {
      Key<?> own = key.under(step);
      config.declare(own);
      if (config.has(own.name())) {
        config.unused(own);
      }
    }
  }

  /** A file is beside the settings that name it, or else in the current folder. */
  private Path folder() {
    for (Setting setting : config.effective()) {
      Matcher origin = ORIGIN.matcher(setting.origin().description());
      if (setting.name().equals(StepKeys.PROFILE.under(name).name()) && origin.matches()) {
        Path folder = Path.of(origin.group(1)).toAbsolutePath().getParent();
        if (Files.exists(Objects.requireNonNull(folder).resolve(setting.value().strip()))) {
          return folder;
        }
      }
    }
    return Path.of("");
  }
}
