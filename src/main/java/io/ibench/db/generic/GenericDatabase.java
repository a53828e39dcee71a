package io.ibench.db.generic;

import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import io.ibench.db.jdbc.JdbcDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** A database of any product. Thread-safe. */
final class GenericDatabase extends JdbcDatabase {

  private final GenericDialect dialect;

  GenericDatabase(GenericDialect dialect) throws DatabaseException {
    super("jdbc", dialect);
    this.dialect = dialect;
  }

  /** Tries which text locks a row. If it cannot be tried, the driver's word counts. */
  @Override
  public void beforeWrites() {
    try {
      dialect.takeRowLock(
          RowLockTrial.of(this, dialect.rowLocksToTry(), dialect::abort, System::nanoTime));
    } catch (DatabaseException | SQLException e) {
      dialect.leaveRowLockUntried(String.valueOf(e.getMessage()));
    }
  }

  /** Says so if nothing is done. */
  @Override
  public Quiescence quiesce(List<Table> tables) throws DatabaseException {
    if (dialect.analyzes() || tables.isEmpty()) {
      return super.quiesce(tables);
    }
    String names = tables.stream().map(Table::name).collect(Collectors.joining(", "));
    return Quiescence.settled(
        List.of(names + ": nothing was done, because the settings have no analyze = STATEMENT"));
  }

  /** With the warnings of now. */
  @Override
  public Description description() {
    return super.description().withWarnings(dialect.warnings());
  }
}
