package io.ibench.db.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.DiagnosticText;
import io.ibench.db.Prepared;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.Session;
import io.ibench.db.jdbc.Accounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class SqliteCountersTest {

  private static final List<String> NAMES =
      List.of(
          "freelist_count",
          "page_count",
          "page_size",
          "wal.bytes",
          "wal.frames",
          "wal.frames_backfilled",
          "wal.pages",
          "wal.transactions");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("counted.db");
  }

  private Database open() throws DatabaseException {
    return Adapters.open("sqlite", Map.of("file", file().toString(), "sync", "normal"));
  }

  private static Map<String, Long> counters(Database database) throws DatabaseException {
    return database.counters().stream()
        .collect(Collectors.toMap(ServerCounter::name, ServerCounter::value));
  }

  /**
   * SQLite's lock on byte 128 of the index tells other processes that the index is in use. A
   * process that closes a descriptor of the file loses it, and the next one truncates the index.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void readingTheCountersKeepsTheLocksOfTheLog() throws Exception {
    try (Database database = open()) {
      database.create(Accounts.TABLE);
      Session session = database.session();
      counters(database);
      counters(database);

      String index = Files.getAttribute(Path.of(file() + "-shm"), "unix:ino").toString();
      String own = " " + ProcessHandle.current().pid() + " ";
      assertThat(Files.readAllLines(Path.of("/proc/locks")))
          .anyMatch(line -> line.contains(own) && line.contains(":" + index + " 128 128"));
      session.close();
    }
  }

  @Test
  void aMissingFileHasTheSameCountersAndIsNotMade() throws Exception {
    try (Database database = open()) {
      assertThat(database.counters()).extracting(ServerCounter::name).isEqualTo(NAMES);
      assertThat(counters(database)).containsEntry("wal.transactions", 0L);
      assertThat(database.diagnostics(List.of(Accounts.TABLE)))
          .extracting(DiagnosticText::text)
          .containsExactly(
              "counted.db\tnot there\ncounted.db-wal\tnot there\ncounted.db-shm\tnot there\n");
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void everyTransactionAndEveryPageOfTheLogIsCounted() throws Exception {
    try (Database database = open()) {
      Accounts.create(database);
      Map<String, Long> before = counters(database);
      try (Session session = database.session()) {
        Prepared insert = session.prepare(Accounts.INSERT);
        for (long id = 3; id < 103; id++) {
          Accounts.bound(insert, id, 0).execute();
        }
      }
      Map<String, Long> after = counters(database);
      assertThat(after.get("wal.transactions") - before.get("wal.transactions")).isEqualTo(100);
      assertThat(after.get("wal.frames")).isGreaterThanOrEqualTo(before.get("wal.frames") + 100);
      assertThat(after.get("wal.pages")).isGreaterThanOrEqualTo(after.get("wal.frames"));
      assertThat(after.get("wal.bytes")).isEqualTo(Files.size(Path.of(file() + "-wal")));
      assertThat(after.get("page_size")).isEqualTo(4096);
      assertThat(after.get("page_count")).isGreaterThan(1);
      assertThat(after.get("wal.frames_backfilled")).isZero();
    }
  }

  @Test
  void aCheckpointMovesPagesToTheFileAndKeepsTheCountOfTransactions() throws Exception {
    try (Database database = open()) {
      Accounts.create(database);
      long transactions = counters(database).get("wal.transactions");
      Quiescence quiescence = database.quiesce(List.of());
      while (!quiescence.isSettled()) {
        Thread.onSpinWait();
      }
      quiescence.close();
      Map<String, Long> after = counters(database);
      assertThat(after).containsEntry("wal.bytes", 0L).containsEntry("wal.pages", 0L);
      assertThat(after.get("wal.transactions")).isGreaterThanOrEqualTo(transactions);
      assertThat(after.get("page_count") * 4096).isEqualTo(Files.size(file()));
    }
  }

  @Test
  void settingsAreThoseOfASession() throws Exception {
    try (Database database = open()) {
      Map<String, String> settings = database.description().settings();
      assertThat(settings)
          .containsEntry("page_size", "4096")
          .containsEntry("cache_size", "-8192")
          .containsEntry("synchronous", "1")
          .containsEntry("journal_mode", "wal")
          .containsEntry("locking_mode", "normal");
      assertThat(folder).isEmptyDirectory();
    }
  }
}
