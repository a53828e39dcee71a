package io.ibench.workload.internal;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.List;

/**
 * Creates a plan's tables once under another name, with their indexes and a row, and drops them: so
 * errors show before the tables with data are dropped. Examples are a missing privilege, an unknown
 * engine or table option, and a read-only server or file.
 */
final class TrialDdl {

  private static final String NAME = "ibench_trial";

  private final Database database;

  TrialDdl(Database database) {
    this.database = database;
  }

  /**
   * Tries all tables.
   *
   * @throws DatabaseException of the kind of the failure; its message says that nothing was dropped
   */
  void of(List<Table> tables) throws DatabaseException {
    String name = freeName();
    mayDrop(name);
    for (Table table : tables.stream().filter(Table::hasKnownColumns).toList()) {
      Table trial = table.renamed(name);
      try {
        database.create(trial);
      } catch (DatabaseException e) {
        throw failed("create " + table.name(), e);
      }
      try {
        fill(trial);
      } catch (DatabaseException e) {
        remove(trial, e);
        throw failed("fill " + table.name(), e);
      }
      database.drop(name);
    }
  }

  /** A missing privilege to drop shows even when there is no such table. */
  private void mayDrop(String missing) throws DatabaseException {
    try {
      database.drop(missing);
    } catch (DatabaseException e) {
      if (e.kind() != FailureKind.NOT_FOUND) {
        throw failed("drop tables", e);
      }
    }
  }

  /** A table of this name may exist already. */
  private String freeName() throws DatabaseException {
    String name = NAME;
    for (int i = 2; database.exists(name); i++) {
      name = NAME + "_" + i;
    }
    return name;
  }

  private void fill(Table trial) throws DatabaseException {
    for (Index index : trial.indexes()) {
      // On some products the names of indexes must differ between tables.
      database.createIndex(trial, new Index(trial.name() + "_" + index.name(), index.columns()));
    }
    try (Session session = database.session()) {
      Prepared insert = session.prepare(new Command.Insert(trial, trial.columnNames(), 1));
      List<Column> columns = trial.columns();
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).type().isNumber()) {
          insert.setLong(i, columns.get(i).type() == ColumnType.TIME ? 0 : 1);
        } else {
          insert.setBytes(i, new byte[0], 0);
        }
      }
      insert.execute();
    }
  }

  private void remove(Table trial, DatabaseException cause) {
    try {
      database.drop(trial.name());
    } catch (DatabaseException e) {
      cause.addSuppressed(e);
    }
  }

  private static DatabaseException failed(String what, DatabaseException e) {
    return new DatabaseException(
        e.kind(),
        "cannot " + what + ", tried under another name, so nothing was dropped: " + e.getMessage(),
        e);
  }
}
