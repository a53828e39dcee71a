package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverheadCommandTest {

  @TempDir private Path temporary;

  private Path sqlite() throws Exception {
    return Files.writeString(
        temporary.resolve("sqlite.properties"),
        "database = sqlite\nfile = " + temporary.resolve("test.db") + "\n");
  }

  @Test
  void aDatabaseWithoutAJdbcDriverIsAMistakeOfOneLine() {
    Cli overhead = ibench("overhead", "-d", Path.of("conf", "memory.properties"));

    assertThat(overhead.code()).isEqualTo(2);
    assertThat(overhead.out()).isEmpty();
    assertThat(overhead.err())
        .startsWith("ibench: database = memory has no JDBC driver, and -d compares with")
        .hasLineCount(1);
  }

  /** Opening it would make its folder. */
  @Test
  void aDatabaseWithoutAJdbcDriverIsNotOpened() {
    Path folder = temporary.resolve("rocksdb");

    Cli overhead =
        ibench("overhead", "-d", Path.of("conf", "rocksdb.properties"), "-s", "dir=" + folder);

    assertThat(overhead.code()).isEqualTo(2);
    assertThat(overhead.err())
        .startsWith("ibench: database = rocksdb has no JDBC driver")
        .hasLineCount(1);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aPlaceThatTakesNoFolderIsRefusedBeforeTheMeasurement() throws Exception {
    Path file = Files.writeString(temporary.resolve("file"), "");

    Cli overhead = ibench("overhead", "-d", sqlite(), "-o", file.resolve("result"));

    assertThat(overhead.code()).isEqualTo(2);
    assertThat(overhead.out()).isEmpty();
    assertThat(overhead.err())
        .startsWith("ibench: cannot create the result folder " + file.resolve("result"))
        .hasLineCount(1);
    assertThat(temporary.resolve("test.db")).doesNotExist();
  }

  @Test
  void aDatabaseThatIsAwayIsAMistakeOfOneLine() throws Exception {
    Path settings =
        Files.writeString(
            temporary.resolve("away.properties"),
            "database = postgres\nurl = jdbc:postgresql://127.0.0.1:1/none\nuser = x\n");

    Cli overhead = ibench("overhead", "-d", settings);

    assertThat(overhead.code()).isEqualTo(2);
    assertThat(overhead.out()).isEmpty();
    assertThat(overhead.err()).startsWith("ibench: connection_lost: cannot open postgres: ");
    assertThat(overhead.err()).hasLineCount(1).contains("away.properties");
  }

  @Test
  void settingsNeedADatabaseAndTheFolderMustBeNew() {
    Cli settings = ibench("overhead", "-s", "user=x");
    Cli folder = ibench("overhead", "-o", temporary);

    assertThat(settings.code()).isEqualTo(2);
    assertThat(settings.err()).isEqualTo("ibench: -s sets keys of a database; name one with -d\n");
    assertThat(folder.code()).isEqualTo(2);
    assertThat(folder.err()).contains(temporary + " exists already").hasLineCount(1);
  }

  @Test
  void aTableOfSomebodyElseIsNotTouched() throws Exception {
    Path settings = sqlite();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("test.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE ibench_overhead_links (mine INTEGER PRIMARY KEY)");

      Cli overhead = ibench("overhead", "-d", settings);

      assertThat(overhead.code()).isEqualTo(2);
      assertThat(overhead.err())
          .startsWith("ibench: there are tables with names that overhead uses")
          .contains(": ibench_overhead_links; nothing was touched")
          .hasLineCount(1);
      try (var rows = statement.executeQuery("SELECT count(mine) FROM ibench_overhead_links")) {
        assertThat(rows.getInt(1)).isZero();
      }
    }
  }

  @Test
  void aResultOfOverheadIsNotComparedWithARun() throws Exception {
    Path overhead = Files.createDirectory(temporary.resolve("overhead"));
    Files.writeString(overhead.resolve("overhead.json"), "{}");

    Cli compare = ibench("compare", overhead, "src/test/resources");

    assertThat(compare.code()).isEqualTo(2);
    assertThat(compare.err())
        .startsWith("ibench: a result of overhead is compared with one other result of overhead")
        .hasLineCount(1);
  }
}
