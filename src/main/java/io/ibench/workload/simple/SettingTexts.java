package io.ibench.workload.simple;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The values of keys in a canonical form: equal settings have equal texts. Stateless. */
final class SettingTexts {

  private static final String NOT_SET = "not set";

  private SettingTexts() {}

  static Map<String, String> of(Config config, List<Key<?>> keys) {
    Map<String, String> values = new LinkedHashMap<>();
    keys.forEach(key -> values.put(key.name(), text(config, key)));
    return values;
  }

  private static String text(Config config, Key<?> key) {
    return key.isRequired()
        ? text(config.get(key))
        : config.find(key).map(SettingTexts::text).orElse(NOT_SET);
  }

  private static String text(Object value) {
    return value instanceof Enum<?> choice
        ? choice.name().toLowerCase(Locale.ROOT)
        : String.valueOf(value);
  }
}
