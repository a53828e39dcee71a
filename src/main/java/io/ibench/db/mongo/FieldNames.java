package io.ibench.db.mongo;

import io.ibench.db.Column;
import io.ibench.db.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code mongo.names} says: how a table's columns are called in its documents, each of which
 * repeats the names. The primary key is {@code _id} either way.
 */
enum FieldNames {
  /** As the workload calls them, such as {@code visibility}. */
  LONG {
    @Override
    String of(String column, List<String> all) {
      return column;
    }
  },

  /**
   * Each by its shortest beginning that no other column of the table begins with, such as {@code
   * vi} beside {@code version}; a name that another one begins with, such as {@code id} beside
   * {@code id2}, stays whole. They depend on the table's columns alone, not on their order.
   */
  SHORT {
    @Override
    String of(String column, List<String> all) {
      for (int length = 1; length < column.length(); length++) {
        String beginning = column.substring(0, length);
        if (all.stream().filter(name -> name.startsWith(beginning)).count() == 1) {
          return beginning;
        }
      }
      return column;
    }
  };

  abstract String of(String column, List<String> all);

  /** The field of each column. */
  Map<String, String> of(Table table) {
    Map<String, String> names = new LinkedHashMap<>();
    for (Column column : table.columns()) {
      names.put(column.name(), of(column.name(), table.columnNames()));
    }
    return names;
  }
}
