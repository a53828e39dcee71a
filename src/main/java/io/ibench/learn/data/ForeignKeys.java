package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Foreign keys from rows of a catalogue: table, name, column, parent, column of the parent. */
final class ForeignKeys {

  private ForeignKeys() {}

  static Map<String, List<ForeignKey>> of(List<Object[]> rows) {
    Map<String, List<Object[]>> byName = new LinkedHashMap<>();
    for (Object[] row : rows) {
      byName
          .computeIfAbsent(Rows.text(row[0]) + "\0" + Rows.text(row[1]), k -> new ArrayList<>())
          .add(row);
    }
    Map<String, List<ForeignKey>> found = new LinkedHashMap<>();
    for (List<Object[]> key : byName.values()) {
      List<String> columns = key.stream().map(row -> Rows.text(row[2])).toList();
      List<String> parents = key.stream().map(row -> Rows.text(row[4])).toList();
      found
          .computeIfAbsent(Rows.text(key.get(0)[0]), t -> new ArrayList<>())
          .add(new ForeignKey(columns, Rows.text(key.get(0)[3]), parents, false));
    }
    return found;
  }
}
