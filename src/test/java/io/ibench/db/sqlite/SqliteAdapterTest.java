package io.ibench.db.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.jdbc.Accounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteAdapterTest {

  @TempDir Path folder;

  private static List<String> problems(Path file) {
    return Adapters.problems("sqlite", Map.of("file", file.toString()));
  }

  @Test
  void refusesAFileInAMissingFolderAndMakesNothing() {
    Path missing = folder.resolve("missing").resolve("ibench.db");
    assertThat(problems(missing))
        .hasSize(1)
        .first()
        .asString()
        .contains("lies in a folder that does not exist");
    assertThat(missing.getParent()).doesNotExist();
  }

  @Test
  void refusesAFolderForAFile() {
    assertThat(problems(folder)).hasSize(1).first().asString().contains("is a folder");
    assertThat(problems(Path.of("/"))).hasSize(1).first().asString().contains("is a folder");
  }

  @Test
  void refusesAnUnknownSync() {
    String file = folder.resolve("ibench.db").toString();
    assertThat(Adapters.problems("sqlite", Map.of("file", file, "sync", "never"))).hasSize(1);
  }

  @Test
  void touchesNothingUntilItIsOpened() throws DatabaseException {
    Path file = folder.resolve("ibench.db");
    assertThat(problems(file)).isEmpty();
    assertThat(file).doesNotExist();
    try (Database database = Adapters.open("sqlite", Map.of("file", file.toString()))) {
      assertThat(database.exists("accounts")).isFalse();
      assertThat(database.description().version()).isNotBlank();
    }
    assertThat(folder).isEmptyDirectory();
    try (Database database = Adapters.open("sqlite", Map.of("file", file.toString()))) {
      Accounts.create(database);
      assertThat(folder.resolve("ibench.db-wal")).as("the log of an open database").exists();
    }
    assertThat(file).exists();
  }

  @Test
  void leavesAFileOfOthersAsItIsUntilItIsUsed() throws Exception {
    Path file = folder.resolve("others.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE accounts (id INTEGER PRIMARY KEY)");
    }
    byte[] before = Files.readAllBytes(file);
    try (Database database = Adapters.open("sqlite", Map.of("file", file.toString()))) {
      assertThat(database.exists("accounts")).isTrue();
      assertThat(database.differences(Accounts.TABLE)).isNotEmpty();
    }
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void refusesNamesThatAreNone() {
    assertThat(Adapters.problems("sqlite", Map.of("file", "")))
        .containsExactly("settings: file: is empty; it names the database file");
    assertThat(Adapters.problems("sqlite", Map.of("file", "a\ud800b.db")))
        .singleElement()
        .asString()
        .contains("is not the name of a file on this system");
    assertThat(Adapters.problems("sqlite", Map.of("cache", "2TB")))
        .singleElement()
        .asString()
        .contains("allowed: at most 1TB");
  }

  @Test
  void saysWhatACommitWaitsFor() throws DatabaseException {
    String file = folder.resolve("ibench.db").toString();
    for (String sync : List.of("full", "normal")) {
      try (Database database = Adapters.open("sqlite", Map.of("file", file, "sync", sync))) {
        assertThat(database.description().durability()).contains("sync=" + sync);
      }
    }
  }

  @Test
  void aFileThatIsNotThereYetHasTheSettingsOfOneThatIs() throws DatabaseException {
    Map<String, String> file = Map.of("file", folder.resolve("ibench.db").toString());
    try (Database none = Adapters.open("sqlite", file)) {
      Accounts.create(none);
      try (Database there = Adapters.open("sqlite", file)) {
        assertThat(List.copyOf(none.description().settings().entrySet()))
            .isEqualTo(List.copyOf(there.description().settings().entrySet()))
            .anyMatch(setting -> setting.getKey().equals("mmap_size"));
      }
    }
  }

  @Test
  void growsWithItsRows() throws Exception {
    Path file = folder.resolve("ibench.db");
    try (Database database =
        Adapters.open("sqlite", Map.of("file", file.toString(), "sync", "normal"))) {
      Accounts.create(database);
      long before = database.size(List.of(Accounts.TABLE)).bytes().orElseThrow();
      try (Session session = database.session()) {
        Prepared insert =
            session.prepare(new Command.Insert(Accounts.TABLE, Accounts.TABLE.columnNames(), 1000));
        for (long id = 10; id < 10_010; id++) {
          Accounts.bound(insert, id, id).addBatch();
          if (id % 1000 == 9) {
            insert.execute();
          }
        }
      }
      long after = database.size(List.of(Accounts.TABLE)).bytes().orElseThrow();
      assertThat(after).isGreaterThan(before + 100_000);
    }
    assertThat(Files.size(file)).isGreaterThan(100_000);
    try (Database again = Adapters.open("sqlite", Map.of("file", file.toString()))) {
      assertThat(Accounts.amount(again, 10)).isEqualTo(10);
    }
  }
}
