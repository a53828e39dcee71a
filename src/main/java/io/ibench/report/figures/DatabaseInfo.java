package io.ibench.report.figures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The database that a result is about. Immutable; no secrets in it.
 *
 * @param fields its description by JSON names
 * @param settings what else of it shapes the numbers, by the product's names, in their order
 * @param warnings what a reader must know and would not expect, one line each
 */
public record DatabaseInfo(
    @JsonUnwrapped Map<String, String> fields,
    Map<String, String> settings,
    List<String> warnings) {

  /** Above it, the head of a report would hide its tables. */
  private static final int MOST_SHOWN = 10;

  public DatabaseInfo {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    warnings = List.copyOf(warnings);
  }

  /**
   * The first settings in one line, as in {@code transactions none, names long}, and how many more
   * there are; empty without any.
   */
  public String settingsLine() {
    String line =
        settings.entrySet().stream()
            .limit(MOST_SHOWN)
            .map(setting -> setting.getKey() + " " + setting.getValue())
            .collect(Collectors.joining(", "));
    int more = settings.size() - MOST_SHOWN;
    return more > 0 ? line + "; " + more + " more settings in summary.json" : line;
  }
}
