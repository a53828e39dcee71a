package io.ibench.learn.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a table is filled.
 *
 * @param rows how many
 * @param variables set for each row before its values, by name
 * @param rules of the columns that get a value, in order
 * @param keyLevels of the columns of the primary key, how many values each has below one of those
 *     before it
 * @param isDense whether each combination of the values of the primary key's columns is a row
 * @param uniqueKeys columns whose combinations are unique
 */
record TablePlan(
    Table table,
    Size rows,
    Map<String, String> variables,
    List<ColumnRule> rules,
    Map<String, Size> keyLevels,
    boolean isDense,
    List<Set<String>> uniqueKeys) {

  TablePlan {
    variables = new LinkedHashMap<>(variables);
    rules = List.copyOf(rules);
    keyLevels = new LinkedHashMap<>(keyLevels);
    uniqueKeys = List.copyOf(uniqueKeys);
  }

  ColumnRule rule(String column) {
    for (ColumnRule rule : rules) {
      if (rule.column().name().equals(column)) {
        return rule;
      }
    }
    throw new IllegalArgumentException(column);
  }

  boolean has(String column) {
    return rules.stream().anyMatch(rule -> rule.column().name().equals(column));
  }

  TablePlan with(List<ColumnRule> others) {
    return new TablePlan(table, rows, variables, others, keyLevels, isDense, uniqueKeys);
  }
}
