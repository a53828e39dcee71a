package io.ibench.cli.learn;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that this test writes itself. */
class LearnFromMarkedLogTest {

  private static final String CANARY = "Zx9Canary7731";

  @TempDir private Path folder;

  /** A slow log of MariaDB that has some statements many times. */
  private Path log(List<String> statements) throws IOException {
    StringBuilder text =
        new StringBuilder(
            "/usr/sbin/mariadbd, Version: 10.11.19-MariaDB (Debian). started with:\n"
                + "Tcp port: 3306  Unix socket: /run/"
                + CANARY
                + ".sock\nTime\t\t    Id Command\tArgument\n# Time: 251130 10:00:00\n");
    for (int i = 0; i < 1_200; i++) {
      for (String each : statements) {
        text.append(
            String.format(
                Locale.ROOT,
                "# User@Host: %1$s[%1$s] @ %1$s [10.1.2.3]\n"
                    + "# Thread_id: %2$d  Schema: shop  QC_hit: No\n"
                    + "# Query_time: 0.000312  Lock_time: 0.0001  Rows_sent: 1  Rows_examined: 1\n"
                    + "# Rows_affected: 0  Bytes_sent: 100\nSET timestamp=1764480000;\n%3$s;\n",
                CANARY,
                100 + i % 8,
                each.replace("#n", Integer.toString(i * 7919 % 1_000))));
      }
    }
    return Files.writeString(folder.resolve("slow.log"), text);
  }

  private Cli learn(Object... arguments) {
    return ibench(Stream.concat(Stream.of("learn"), Stream.of(arguments)).toArray());
  }

  private void assertNothingIsWritten() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allMatch(name -> name.equals("slow.log") || name.equals("given"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM t WHERE b = 'CANARY' AND id = #n",
        "SELECT a FROM t WHERE b = \"CANARY\" AND id = #n",
        "SELECT a FROM t WHERE b = 'CANARY AND id = #n",
        "SELECT `a FROM t WHERE b = 'CANARY' AND id = #n",
        "SELECT a /* CANARY ' */ FROM t WHERE id = #n -- 'CANARY",
        "SELECT /*+ CANARY */ a FROM t WHERE id = #n",
        "SELECT a AS 'CANARY' FROM t WHERE id = #n",
        "SELECT a FROM t WHERE b LIKE '%CANARY%' AND id = #n",
        "SELECT a FROM t WHERE b = _latin1\"CANARY\" AND id = #n",
        "SELECT JSON_VALUE(a, '$.\"CANARY\"') FROM t WHERE id = #n",
        "SELECT GROUP_CONCAT(a SEPARATOR 'CANARY') FROM t WHERE id = #n",
        "UPDATE t SET a = '{\"b\": \"CANARY\"}' WHERE id = #n",
        "SET @a = 'CANARY'"
      })
  void aTextOfTheLogIsInNoFileAndTheScriptPassesCheck(String statement) throws IOException {
    Path log = log(List.of("SELECT c FROM t WHERE id = #n", statement.replace("CANARY", CANARY)));
    Cli cli = learn(log, "-o", folder.resolve("s.sql"));
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(cli.out() + cli.err()).doesNotContainIgnoringCase(CANARY);
    for (String name : List.of("s.sql", "s.properties", "s.report.txt", "s.report.json")) {
      assertThat(Files.readString(folder.resolve(name))).doesNotContainIgnoringCase(CANARY);
    }
    Cli check = ibench("check", folder.resolve("s.properties"), "-d", "mariadb");
    assertThat(check.code()).as(check.err()).isZero();
  }

  @Test
  void theSameLogGivesTheSameBytes() throws IOException {
    Path log = log(List.of("SELECT c FROM t WHERE id = #n", "UPDATE t SET c = 'x' WHERE id = #n"));
    learn(log, "-o", folder.resolve("a.sql"));
    learn(log, "-o", folder.resolve("b.sql"));
    for (String end : List.of("sql", "report.txt", "report.json")) {
      assertThat(folder.resolve("a." + end)).hasSameBinaryContentAs(folder.resolve("b." + end));
    }
  }

  @Test
  void aDatabaseWithoutASchemaIsRefusedAndNotMade() throws IOException {
    Path log = log(List.of("SELECT c FROM t WHERE id = #n"));
    Path given =
        Files.writeString(
            folder.resolve("given"), "database=sqlite\nfile=" + folder.resolve("x.db") + "\n");
    Cli cli = learn(log, "-o", folder.resolve("s.sql"), "-d", given);
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err().lines()).hasSize(1);
    assertNothingIsWritten();
  }

  @Test
  void aDumpWithoutATableIsRefused() throws IOException {
    Path log = log(List.of("SELECT c FROM t WHERE id = #n"));
    Path given = Files.writeString(folder.resolve("given"), "INSERT INTO t VALUES ('x');\n");
    Cli cli = learn(log, "-o", folder.resolve("s.sql"), "--schema", given);
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains("has no table that can be read");
    assertNothingIsWritten();
  }

  @Test
  void aLogOfWhatNoScriptCanHaveIsRefused() throws IOException {
    Cli cli = learn(log(List.of("HANDLER t READ FIRST")), "-o", folder.resolve("s.sql"));
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains("only transactions that no script can have");
    assertNothingIsWritten();
  }
}
