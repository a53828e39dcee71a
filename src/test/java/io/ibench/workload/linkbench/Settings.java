package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes LinkBench's settings from {@code key=value}, without the prefix. */
final class Settings {

  private Settings() {}

  private static Config config(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", "4711");
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      all.put("linkbench." + parts[0], parts[1]);
    }
    return Config.of(all);
  }

  /** Settings without mistakes. */
  static LinkBenchSettings of(String... settings) {
    Config config = config(settings);
    LinkBenchSettings read = LinkBenchSettings.from(config);
    if (!config.problems().isEmpty()) {
      throw new IllegalArgumentException(config.problems().toString());
    }
    return read;
  }

  /** The mistakes of settings, one line each. */
  static List<String> problems(String... settings) {
    Config config = config(settings);
    LinkBenchSettings.from(config);
    return config.problems().stream().map(Problem::toString).toList();
  }

  /** A setting's value and origin, as they take effect. */
  static String inForce(String key, String... settings) {
    Config config = config(settings);
    LinkBenchSettings.from(config);
    return config.effective().stream()
        .filter(setting -> setting.name().equals("linkbench." + key))
        .map(setting -> setting.value() + " # " + setting.origin())
        .findFirst()
        .orElse("not in force");
  }
}
