package io.ibench.db.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.jdbc.Accounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class SqliteQuiescenceTest {

  @TempDir Path folder;

  private Path file;
  private Database database;
  private Session session;

  @BeforeEach
  void open() throws DatabaseException {
    file = folder.resolve("rest.db");
    database = Adapters.open("sqlite", Map.of("file", file.toString(), "sync", "normal"));
    Accounts.create(database);
    session = database.session();
  }

  @AfterEach
  void close() throws DatabaseException {
    session.close();
    database.close();
  }

  private List<String> resolved() throws DatabaseException {
    try (Quiescence quiescence = database.quiesce(List.of(Accounts.TABLE))) {
      while (!quiescence.isSettled()) {
        Thread.onSpinWait();
      }
      return quiescence.facts();
    }
  }

  @Test
  void foldsTheLogIntoTheFile() throws DatabaseException, IOException {
    Path log = Path.of(file + "-wal");
    assertThat(Files.size(log)).isPositive();
    assertThat(resolved())
        .containsExactly(
            "ANALYZE accounts: done", "checkpoint: all of the write-ahead log is in the file");
    assertThat(Files.size(log)).isZero();
    assertThat(Accounts.amount(database, 2)).isZero();
  }

  @Test
  void saysThatTheCheckpointWasBusy() throws DatabaseException {
    Scan scan = new Scan(Accounts.TABLE, List.of("id"), List.of(), List.of("id"));
    try (Cursor reader = session.scan(scan)) {
      assertThat(reader.next()).isTrue();
      assertThat(resolved()).hasSize(2).last().asString().startsWith("checkpoint: busy");
    }
  }
}
