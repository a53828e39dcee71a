package io.ibench.workload;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.ArrayList;
import java.util.List;

/** What most workloads do in the steps that drop, create and index their tables. Stateless. */
public final class TableActions {

  private static final int MAX_NAMES = 4;

  private TableActions() {}

  /** Drops the tables that exist. */
  public static Outcome drop(List<Table> tables, Dataset dataset) throws DatabaseException {
    List<String> dropped = new ArrayList<>();
    for (Table table : tables) {
      if (dataset.drop(table)) {
        dropped.add(table.name());
      }
    }
    String names =
        dropped.size() > MAX_NAMES ? dropped.size() + " tables" : String.join(", ", dropped);
    List<String> facts = dropped.isEmpty() ? List.of() : List.of("dropped " + names);
    return new Outcome(0, facts, List.of());
  }

  /** Creates the tables, without secondary indexes. */
  public static Outcome create(List<Table> tables, Dataset dataset) throws DatabaseException {
    for (Table table : tables) {
      dataset.create(table);
    }
    return Outcome.NOTHING;
  }

  /**
   * Creates the secondary indexes of the tables, one table after the other.
   *
   * @param rows the rows of the indexed tables; 0 if unknown
   */
  public static Outcome index(List<Table> tables, Database database, long rows)
      throws DatabaseException {
    for (Table table : tables) {
      if (!table.indexes().isEmpty()) {
        database.createIndexes(table, table.indexes());
      }
    }
    return new Outcome(rows, List.of(), List.of());
  }
}
