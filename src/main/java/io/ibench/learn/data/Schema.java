package io.ibench.learn.data;

import java.util.List;

/**
 * The tables of a database, and their statistics.
 *
 * @param isPostgres whether its types and names are those of PostgreSQL, else of MariaDB and MySQL
 * @param unknown what is not understood or not readable, one line each
 */
public record Schema(boolean isPostgres, List<Table> tables, List<String> unknown) {

  public Schema {
    tables = List.copyOf(tables);
    unknown = List.copyOf(unknown);
  }
}
