package io.ibench.db;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Adapters as a user reaches them: by name and settings. */
public final class Adapters {

  private Adapters() {}

  public static Adapter named(String name) {
    return ServiceLoader.load(Adapter.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(adapter -> adapter.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Opens a database; the caller closes it. */
  public static Database open(String name, Map<String, String> settings) throws DatabaseException {
    Config config = Config.of(settings);
    Adapter.Target target = named(name).bind(config);
    List<Problem> problems = config.problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.toString());
    }
    return target.open();
  }

  /** What is wrong with the settings, as a user reads it. */
  public static List<String> problems(String name, Map<String, String> settings) {
    Config config = Config.of(settings);
    named(name).bind(config);
    return config.problems().stream().map(Problem::toString).toList();
  }
}
