package io.ibench.report.figures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The database that a result is about. Immutable; without secrets.
 *
 * @param fields its description by JSON names
 * @param settings further settings that affect the results, by the product's names, in their order
 * @param warnings what a reader must know and would not expect, one line each
 */
public record DatabaseInfo(
    @JsonUnwrapped Map<String, String> fields,
    Map<String, String> settings,
    List<String> warnings) {

  /** More settings would hide the tables below the head of a report. */
  private static final int MAX_SHOWN = 10;

  public DatabaseInfo {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    warnings = List.copyOf(warnings);
  }

  /**
   * The first settings in one line, as in {@code transactions none, names long}, and the number of
   * further ones; empty without settings.
   */
  public String settingsLine() {
    String line =
        settings.entrySet().stream()
            .limit(MAX_SHOWN)
            .map(setting -> setting.getKey() + " " + setting.getValue())
            .collect(Collectors.joining(", "));
    int more = settings.size() - MAX_SHOWN;
    String what = more == 1 ? " more setting" : " more settings";
    return more > 0 ? line + "; " + more + what + " in summary.json" : line;
  }
}
