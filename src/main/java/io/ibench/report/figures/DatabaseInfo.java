package io.ibench.report.figures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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

  /** Names of settings that are in bytes if they are whole numbers of megabytes. */
  private static final Pattern BYTES = Pattern.compile("(size|bytes|capacity|memory|limit)$");

  private static final Pattern WHOLE = Pattern.compile("[1-9]\\d{0,17}");
  private static final long MEGA = 1L << 20;
  private static final long GIGA = 1L << 30;

  public DatabaseInfo {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    warnings = List.copyOf(warnings);
  }

  /**
   * The first settings in one line, as in {@code transactions none, names long}, and the number of
   * further ones; empty without settings. Bytes are in G or M if that is exact.
   */
  public String settingsLine() {
    String line =
        settings.entrySet().stream()
            .limit(MAX_SHOWN)
            .map(setting -> setting.getKey() + " " + shown(setting.getKey(), setting.getValue()))
            .collect(Collectors.joining(", "));
    int more = settings.size() - MAX_SHOWN;
    String what = more == 1 ? " more setting" : " more settings";
    return more > 0 ? line + "; " + more + what + " in summary.json" : line;
  }

  private static String shown(String name, String value) {
    if (!BYTES.matcher(name).find() || !WHOLE.matcher(value).matches()) {
      return value;
    }
    long bytes = Long.parseLong(value);
    return bytes % GIGA == 0 ? bytes / GIGA + "G" : bytes % MEGA == 0 ? bytes / MEGA + "M" : value;
  }
}
