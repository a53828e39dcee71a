package io.ibench.db.sqlite;

import io.ibench.db.DatabaseException;
import io.ibench.db.DiagnosticText;
import io.ibench.db.FailureKind;
import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import io.ibench.db.jdbc.JdbcDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** An open SQLite file. Thread-safe. */
final class SqliteDatabase extends JdbcDatabase {

  private final SqliteFile file;
  private final SqliteDialect dialect;
  private final boolean isNew;

  private SqliteDatabase(SqliteFile file, SqliteDialect dialect) throws DatabaseException {
    super("sqlite", dialect, file);
    isNew = !Files.exists(file.path());
    this.file = file;
    this.dialect = dialect;
  }

  static SqliteDatabase open(SqliteAdapter.SqliteTarget target) throws DatabaseException {
    Path path = target.path();
    if (!Files.exists(path) && !Files.isWritable(path.getParent())) {
      throw new DatabaseException(
          FailureKind.DENIED, "no permission to create " + path + " in its folder");
    }
    SqliteFile file = new SqliteFile(path, target.sync(), target.cacheBytes());
    return new SqliteDatabase(file, new SqliteDialect(file));
  }

  /** Waits for this process's writers. */
  @Override
  public void execute(String text) throws DatabaseException {
    file.writeLock().lock();
    try {
      super.execute(text);
    } finally {
      file.writeLock().unlock();
    }
  }

  @Override
  public List<DiagnosticText> diagnostics(List<Table> tables) throws DatabaseException {
    if (!Files.exists(file.path())) {
      return List.of(new DiagnosticText("files.txt", SqliteDiagnostics.files(file.path())));
    }
    try (var own = file.lookAsSession()) {
      return SqliteDiagnostics.of(own, file.path(), dialect, tables);
    } catch (SQLException e) {
      throw dialect.of(e);
    }
  }

  @Override
  public void deleteIfNew() {
    if (!isNew) {
      return;
    }
    for (String suffix : List.of("", "-wal", "-shm")) {
      try {
        Files.deleteIfExists(Path.of(file.path() + suffix));
      } catch (IOException e) {
        // It stays, without tables.
        return;
      }
    }
  }

  @Override
  public Quiescence quiesce(List<Table> tables) {
    return SqliteQuiescence.begin(file, dialect, tables);
  }
}
