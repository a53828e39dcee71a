package io.ibench.db.mongo;

import io.ibench.db.Column;
import io.ibench.db.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The setting {@code mongo.names}: the names of columns in documents, each of which repeats them.
 * The primary key is always {@code _id}.
 */
enum FieldNames {
  /** The workload's names, such as {@code visibility}. */
  LONG {
    @Override
    String of(String column, List<String> all) {
      return column;
    }
  },

  /**
   * The shortest prefix of each name that no other column of the table begins with, such as {@code
   * vi} beside {@code version}. If another name begins with the whole name, such as {@code id2}
   * with {@code id}, the name stays complete. Independent of the order of columns.
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
