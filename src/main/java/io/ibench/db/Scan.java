package io.ibench.db;

import java.util.List;

/**
 * Streams many rows in ascending order, with bounded memory in client and server. Immutable.
 *
 * @param where conditions; parameters are in their order
 * @param orderBy the leading columns of the primary key or of an index, which the product should
 *     use
 */
public record Scan(Table table, List<String> columns, List<Condition> where, List<String> orderBy) {

  public Scan {
    columns = List.copyOf(columns);
    where = List.copyOf(where);
    orderBy = List.copyOf(orderBy);
  }
}
