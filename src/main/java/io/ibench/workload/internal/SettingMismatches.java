package io.ibench.workload.internal;

import io.ibench.db.internal.TableRegister.Row;
import io.ibench.workload.Plan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The differences between the settings of a plan and those of the load. */
public final class SettingMismatches {

  private static final String NOT_SET = "not set";

  /** Comes before what a text is, in the settings that are kept with the data. */
  private static final String TEXT = "text of ";

  private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{64}");

  private SettingMismatches() {}

  /** One line for each differing key, however many tables were loaded with it. */
  static List<String> of(String workload, Plan plan, Collection<Row> rows) {
    Set<String> lines = new LinkedHashSet<>();
    Set<String> loads = new TreeSet<>();
    for (Row row : rows) {
      loads.add(row.runId());
      if (!row.workload().equals(workload)) {
        lines.add(line("workload", workload, row.workload()));
      }
      lines.addAll(of(plan, row.settings()));
    }
    List<String> all = new ArrayList<>(lines);
    if (loads.size() > 1) {
      all.add("the tables were loaded by different runs: " + String.join(", ", loads));
    }
    return all;
  }

  /** The plan's texts as settings that are kept with the data. */
  static Map<String, String> texts(Plan plan) {
    Map<String, String> texts = new LinkedHashMap<>();
    plan.dataTexts().forEach((what, sum) -> texts.put(TEXT + what.replace('=', '-'), sum));
    return texts;
  }

  /** Whether both values of a setting are checksums of texts, which say nothing to a reader. */
  public static boolean areChecksums(String now, String then) {
    return CHECKSUM.matcher(now).matches() && CHECKSUM.matcher(then).matches();
  }

  private static List<String> of(Plan plan, Map<String, String> given) {
    Map<String, String> loaded = named(plan, given);
    Map<String, String> planned = named(plan, plan.dataSettings());
    Set<String> keys = new LinkedHashSet<>(planned.keySet());
    keys.addAll(loaded.keySet());
    keys.removeIf(key -> key.startsWith(TEXT));
    List<String> lines = new ArrayList<>();
    for (String key : keys) {
      String now = planned.getOrDefault(key, NOT_SET);
      String then = loaded.getOrDefault(key, NOT_SET);
      if (areChecksums(now, then)) {
        if (!now.equals(then)) {
          lines.addAll(changes(key, texts(plan), loaded));
        }
      } else if (!now.equals(then)) {
        lines.add(line(key, now, then));
      }
    }
    return lines;
  }

  /** The settings by the names that readers know. */
  private static Map<String, String> named(Plan plan, Map<String, String> settings) {
    Map<String, String> names = new LinkedHashMap<>();
    settings.forEach((stored, value) -> names.put(plan.dataName(stored), value));
    return names;
  }

  /** Which texts behind a checksum have changed. */
  private static List<String> changes(
      String key, Map<String, String> planned, Map<String, String> loaded) {
    Set<String> all = new LinkedHashSet<>(planned.keySet());
    loaded.keySet().stream().filter(each -> each.startsWith(TEXT)).forEach(all::add);
    List<String> lines = new ArrayList<>();
    boolean known = loaded.keySet().stream().anyMatch(each -> each.startsWith(TEXT));
    for (String each : known ? all : Set.<String>of()) {
      String what = key + ": " + each.substring(TEXT.length());
      if (!loaded.containsKey(each)) {
        lines.add(what + " is new since the data was loaded");
      } else if (!planned.containsKey(each)) {
        lines.add(what + " is gone since the data was loaded");
      } else if (!planned.get(each).equals(loaded.get(each))) {
        lines.add(what + " has changed since the data was loaded");
      }
    }
    return lines.isEmpty()
        ? List.of(key + ": the text that loads has changed since the data was loaded")
        : lines;
  }

  private static String line(String key, String now, String then) {
    return key
        + " is "
        + now
        + ", but the data was loaded "
        + (then.equals(NOT_SET) ? "without it" : "with " + then);
  }
}
