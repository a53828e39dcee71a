package io.ibench.db;

import java.util.List;

/**
 * Reads many rows as a stream in ascending order, with bounded memory on both sides.
 *
 * @param where conditions that take parameters, in this order
 * @param orderBy the leading columns of the primary key or of an index, which the product should
 *     walk
 */
public record Scan(Table table, List<String> columns, List<Condition> where, List<String> orderBy) {

  public Scan {
    columns = List.copyOf(columns);
    where = List.copyOf(where);
    orderBy = List.copyOf(orderBy);
  }
}
