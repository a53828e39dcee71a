package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the data cannot be like, in lines for a reader who knows the tables. */
final class Limits {

  private final Map<String, List<String>> byTable = new LinkedHashMap<>();
  private final List<String> refused = new ArrayList<>();

  void add(String table, String reason) {
    byTable.computeIfAbsent(table, name -> new ArrayList<>()).add(reason);
  }

  void refuse(String table, String reason) {
    refused.add("table " + table + " is left out: " + reason);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>(refused);
    byTable.forEach(
        (table, reasons) -> reasons.forEach(reason -> lines.add("table " + table + ": " + reason)));
    return lines;
  }
}
