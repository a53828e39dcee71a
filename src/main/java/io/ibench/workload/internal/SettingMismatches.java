package io.ibench.workload.internal;

import io.ibench.db.internal.TableRegister.Row;
import io.ibench.workload.Plan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The differences between the settings of a plan and those of the load. */
final class SettingMismatches {

  private static final String NOT_SET = "not set";

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
      lines.addAll(of(plan.dataSettings(), row.settings()));
    }
    List<String> all = new ArrayList<>(lines);
    if (loads.size() > 1) {
      all.add("the tables were loaded by different runs: " + String.join(", ", loads));
    }
    return all;
  }

  private static List<String> of(Map<String, String> planned, Map<String, String> loaded) {
    Set<String> keys = new LinkedHashSet<>(planned.keySet());
    keys.addAll(loaded.keySet());
    List<String> lines = new ArrayList<>();
    for (String key : keys) {
      String now = planned.getOrDefault(key, NOT_SET);
      String then = loaded.getOrDefault(key, NOT_SET);
      if (!now.equals(then)) {
        lines.add(line(key, now, then));
      }
    }
    return lines;
  }

  private static String line(String key, String now, String then) {
    return key + " is " + now + ", but the data was loaded with " + then;
  }
}
