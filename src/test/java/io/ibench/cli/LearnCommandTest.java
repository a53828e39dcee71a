package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ibench.random.Random64;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnCommandTest {

  private static final String CANARY = "Zx9Canary7731";
  private static final String CANARY_NUMBER = "77317319";

  @TempDir private Path temporary;

  private final Random64 random = new Random64(3);
  private final StringBuilder slow = new StringBuilder();
  private final StringBuilder csv = new StringBuilder();
  private long seconds = 1_796_000_000L;
  private int line;

  private void slow(long thread, String user, String sql) {
    slow.append("# User@Host: " + user + "[" + user + "] @ " + user + ".example [127.0.0.1]\n")
        .append("# Thread_id: " + thread + "  Schema: shop  QC_hit: No\n")
        .append("# Query_time: 0.000199  Lock_time: 0.000000  Rows_sent: 1  Rows_examined: 1\n")
        .append("# Rows_affected: 0  Bytes_sent: 111\n")
        .append("SET timestamp=" + seconds + ";\n")
        .append(sql)
        .append(";\n");
  }

  private void csv(String user, String message, String detail) {
    csv.append(
            "2026-11-30 06:16:25.4"
                + (10 + line % 90)
                + " UTC,\""
                + user
                + "\",\"shop\",123,\"127.0.0.1:5\",6a.7b,")
        .append(++line)
        .append(",\"SELECT\",2026-11-30 06:16:00 UTC,3/12,0,LOG,00000,\"duration: 0.040 ms  ")
        .append(message.replace("\"", "\"\""))
        .append("\",\"")
        .append(detail)
        .append("\",,,,,,,,\"app " + user + "\",\"client backend\",,0\n");
  }

  /** A buyer's transactions and a reader's statements. */
  private void shop(String user, String mark, String number) {
    for (int i = 0; i < 500; i++) {
      seconds += i % 10 == 0 ? 1 : 0;
      long item = 1 + random.nextLong(1000);
      String text = mark + i % 7;
      slow(1, user, "BEGIN");
      slow(1, user, "SELECT stock FROM item WHERE id = " + item + " /* " + mark + " */");
      slow(1, user, "UPDATE item SET stock = stock - 1, note = '" + text + "' WHERE id = " + item);
      slow(
          1,
          user,
          "INSERT INTO sale (item, price, who) VALUES ("
              + item
              + ", "
              + number
              + ", '"
              + mark
              + "')");
      slow(1, user, "COMMIT");
      slow(
          2,
          user,
          "SELECT id FROM item WHERE note = '" + text + "' AND price > " + (number + i % 2));
      csv(user, "statement: BEGIN", "");
      csv(
          user,
          "execute S_1: SELECT stock FROM item WHERE id = $1",
          "parameters: $1 = '" + item + "'");
      csv(
          user,
          "execute S_2: INSERT INTO sale (item, price, who) VALUES ($1, $2, $3)",
          "parameters: $1 = '" + item + "', $2 = '" + number + i % 2 + "', $3 = '" + text + "'");
      csv(user, "statement: COMMIT", "");
    }
    slow(3, user, "CREATE USER " + mark + " IDENTIFIED BY '" + mark + "'");
    slow(3, user, "SELECT '" + mark + "'");
    csv(user, "statement: ALTER ROLE " + user + " PASSWORD '" + mark + "'", "");
  }

  private Path file(String name, CharSequence text) throws IOException {
    Path file = temporary.resolve(name);
    Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    return file;
  }

  private static Cli learn(Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("learn"));
    all.addAll(List.of(arguments));
    return ibench(all.toArray());
  }

  private static void assertRefused(Cli cli, String... parts) {
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err()).contains(parts);
  }

  private String read(String name) throws IOException {
    return Files.readString(temporary.resolve(name));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  private Path schema() throws IOException {
    return file(
        "tables.sql",
        "CREATE TABLE `item` (`id` int NOT NULL, `stock` int DEFAULT NULL COMMENT '"
            + CANARY
            + "', `note` varchar(40) DEFAULT '"
            + CANARY
            + "', `price` int, PRIMARY KEY (`id`)) COMMENT='"
            + CANARY
            + "';\nCREATE TABLE `sale` (`item` int NOT NULL, `price` int, `who` varchar(40));\n");
  }

  @Test
  void aLogBecomesAScriptThatCanBeChecked() throws IOException {
    shop("app", "text", "4");
    Cli cli = learn(file("slow.log", slow), "-o", temporary.resolve("shop.sql"));
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("2 transactions have 100.0 % of 2,001 statements");
    assertThat(files())
        .containsExactly(
            "shop.properties", "shop.report.json", "shop.report.txt", "shop.sql", "slow.log");
    assertThat(read("shop.sql"))
        .contains(
            "--@ transaction insert_sale weight=49",
            "\\set id random(1, 1000)",
            "SELECT stock FROM item WHERE id = :id;",
            "WHERE id = :id;",
            "VALUES (:id, 4, ");
    JsonNode report = JsonMapper.builder().build().readTree(read("shop.report.json"));
    assertThat(report.path("covered").asDouble()).isGreaterThan(0.999);
    Cli check =
        ibench("check", temporary.resolve("shop.properties"), "-d", "conf/sqlite.properties");
    assertThat(check.code()).as(check.err()).isZero();
  }

  @Test
  void tablesOfADumpBecomeDataOfTheScript() throws IOException {
    shop("app", "text", "4");
    Path log = file("slow.log", slow);
    Cli cli = learn(log, "-o", temporary.resolve("shop.sql"), "--schema", schema());
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(read("shop.sql")).contains("--@ schema", "--@ load item rows=", "--@ cleanup");
    Cli check =
        ibench("check", temporary.resolve("shop.properties"), "-d", "conf/mariadb.properties");
    assertThat(check.code()).as(check.err()).isZero();
  }

  @Test
  void namesCanBeOnesThatSayNothing() throws IOException {
    shop("app", "text", "4");
    Path log = file("slow.log", slow);
    Path tables = schema();
    Cli cli = learn(log, "-o", temporary.resolve("my.sql"), "--schema", tables, "--rename");
    assertThat(cli.code()).as(cli.err()).isZero();
    assertThat(read("my.sql")).contains("CREATE TABLE t1 (c1 ", "UPDATE t1 SET c2 = c2 - 1");
    for (String name : List.of("my.sql", "my.report.txt", "my.report.json")) {
      assertThat(read(name))
          .as(name)
          .doesNotContainPattern("(?i)\\b\\w*(item|sale|stock|note|price)");
    }
    assertThat(cli.out()).doesNotContainPattern("(?i)item|sale|stock|note|price");
    Cli check =
        ibench("check", temporary.resolve("my.properties"), "-d", "conf/mariadb.properties");
    assertThat(check.code()).as(check.err()).isZero();
    assertRefused(learn(log, "-o", temporary.resolve("a.sql"), "--rename"), "--rename needs -d");
  }

  @Test
  void theSameLogGivesTheSameBytes() throws IOException {
    shop("app", "text", "4");
    Path log = file("slow.log", slow);
    learn(log, "-o", temporary.resolve("a.sql"), "--schema", schema());
    learn(log, "-o", temporary.resolve("b.sql"), "--schema", schema());
    assertThat(read("a.sql")).isEqualTo(read("b.sql"));
    assertThat(read("a.report.txt")).isEqualTo(read("b.report.txt"));
    assertThat(read("a.report.json")).isEqualTo(read("b.report.json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"slow.log", "log.csv"})
  void noTextNumberNameOrPasswordOfALogIsInAnyOutput(String name) throws IOException {
    shop(CANARY, CANARY, CANARY_NUMBER);
    Path log = file(name, name.endsWith(".csv") ? csv : slow);
    Cli plain = learn(log, "-o", temporary.resolve("plain.sql"));
    Cli tables = learn(log, "-o", temporary.resolve("tables.sql.sql"), "--schema", schema());
    Cli again = learn("--compare", temporary.resolve("plain.sql"), log);
    for (Cli each : List.of(plain, tables, again)) {
      assertThat(each.code()).as(each.err()).isZero();
      assertThat(each.out() + each.err()).doesNotContainIgnoringCase(CANARY);
    }
    for (String file : files()) {
      if (!file.equals(name) && !file.equals("tables.sql")) {
        assertThat(read(file)).as(file).doesNotContainIgnoringCase(CANARY);
        assertThat(read(file)).as(file).doesNotContain(CANARY_NUMBER + "0", CANARY_NUMBER + "1");
      }
    }
  }

  @Test
  void aRunOfTheScriptIsComparedWithTheLog() throws IOException {
    shop("app", "text", "4");
    Path log = file("slow.log", slow);
    learn(log, "-o", temporary.resolve("shop.sql"));
    Cli same = learn("--compare", temporary.resolve("shop.sql"), log);
    assertThat(same.code()).isZero();
    assertThat(same.out()).startsWith("faithful: per statement the server does the same");
  }

  @Test
  void mistakesOfOptionsAreToldAtOnceAndNothingIsWritten() throws IOException {
    shop("app", "text", "4");
    Path log = file("slow.log", slow);
    assertRefused(
        learn(log, "--scale", "0", "--from", "nine", "--scan", "-s", "a=b"),
        "say which script to write, as in -o shop.sql",
        "--scale 0.0: allowed: above 0",
        "--from: 'nine' is no time",
        "--scan reads tables of a server; it needs -d",
        "-s sets something of a database; it needs -d");
    assertRefused(learn(log, "-o", "shop.txt"), "-o shop.txt: is no name of a script");
    assertRefused(learn(log, "-o", temporary.resolve("no/shop.sql")), "there is no folder");
    file("shop.report.txt", "mine");
    assertRefused(
        learn(log, "-o", temporary.resolve("shop.sql")), "shop.report.txt exists already");
    assertRefused(
        learn("--compare", temporary.resolve("other.sql"), log), "needs the report beside it");
    assertThat(files()).containsExactly("shop.report.txt", "slow.log");
  }

  @Test
  void aLogThatSaysTooLittleIsRefused() throws IOException {
    for (int i = 0; i < 100; i++) {
      slow(1, "app", "SELECT a FROM t WHERE id = " + i);
    }
    assertRefused(
        learn(file("slow.log", slow), "-o", temporary.resolve("shop.sql")),
        "has 100 statements of transactions",
        "right: 1000 and more");
    assertThat(files()).containsExactly("slow.log");
  }

  @Test
  void aLogWhoseStatementsAllDifferIsRefused() throws IOException {
    for (int i = 0; i < 3_000; i++) {
      slow(
          1,
          "app",
          "SELECT a FROM t WHERE c"
              + Integer.toString(i, 36).replaceAll("\\d", "x")
              + "y".repeat(i % 9)
              + " = 1");
    }
    assertRefused(
        learn(file("slow.log", slow), "-o", temporary.resolve("shop.sql")),
        "of the statements are in no frequent transaction",
        "by --user");
  }

  @Test
  void anotherFileIsNoLog() throws IOException {
    assertRefused(
        learn(file("notes.txt", "hello\nworld\n"), "-o", temporary.resolve("shop.sql")),
        "notes.txt",
        "unknown format");
    assertRefused(
        learn(temporary.resolve("none.log"), "-o", temporary.resolve("shop.sql")), "none.log");
    assertThat(String.format(Locale.ROOT, "%s", files())).isEqualTo("[notes.txt]");
  }
}
