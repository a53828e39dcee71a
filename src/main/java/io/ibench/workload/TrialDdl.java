package io.ibench.workload;

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
 * Makes a plan's tables once under another name, with their indexes and a row, and removes them:
 * what the server would refuse is found before the tables with data in them are dropped. Such are a
 * missing privilege, an unknown engine or table option, a server or file that is read-only.
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
   * @throws DatabaseException of the kind of what failed; says that nothing was changed
   */
  void of(List<Table> tables) throws DatabaseException {
    String name = freeName();
    mayDrop(name);
    for (Table table : tables) {
      Table trial = table.named(name);
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

  /** Whoever may not drop is told so even when there is no such table. */
  private void mayDrop(String missing) throws DatabaseException {
    try {
      database.drop(missing);
    } catch (DatabaseException e) {
      if (e.kind() != FailureKind.NOT_FOUND) {
        throw failed("drop tables", e);
      }
    }
  }

  /** A table of this name may be somebody's. */
  private String freeName() throws DatabaseException {
    String name = NAME;
    for (int i = 2; database.exists(name); i++) {
      name = NAME + "_" + i;
    }
    return name;
  }

  private void fill(Table trial) throws DatabaseException {
    for (Index index : trial.indexes()) {
      // On some products an index needs a name that no other table's has.
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
