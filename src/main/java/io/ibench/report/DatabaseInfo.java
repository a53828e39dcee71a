package io.ibench.report;

import io.ibench.report.StoredObject.DamageException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The database that a result is about. Immutable; no secrets in it.
 *
 * @param fields its description by JSON names
 * @param settings what else of it shapes the numbers, by the product's names, in their order
 * @param warnings what a reader must know and would not expect, one line each
 */
public record DatabaseInfo(
    Map<String, String> fields, Map<String, String> settings, List<String> warnings) {

  public DatabaseInfo {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    warnings = List.copyOf(warnings);
  }

  /** Results of older versions have neither settings nor warnings. */
  static DatabaseInfo of(StoredObject json) throws DamageException {
    return new DatabaseInfo(json.texts(), json.object("settings").texts(), json.texts("warnings"));
  }

  /** As it stands in run.json and summary.json. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>(fields);
    json.put("settings", settings);
    json.put("warnings", warnings);
    return json;
  }

  /** The settings in one line, as in {@code transactions none, names long}; empty without any. */
  public String settingsLine() {
    return String.join(
        ", ",
        settings.entrySet().stream()
            .map(setting -> setting.getKey() + " " + setting.getValue())
            .toList());
  }
}
