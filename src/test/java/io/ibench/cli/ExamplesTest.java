package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The examples of CONTRIBUTING.md: compiled, packed, dropped into a folder of plug-ins, and run.
 */
@Slow
class ExamplesTest {

  private static final Path EXAMPLES = Path.of("examples");
  private static final Path COUNTER = Path.of("examples/counter/counter.properties");
  private static final Path ORDERS = Path.of("examples/orders/orders.properties");
  private static final Path H2 = Path.of("examples/h2/h2.properties");
  private static final Path GUIDE = Path.of("CONTRIBUTING.md");
  private static final Pattern BLOCK =
      Pattern.compile("```(java|properties|text)\n(.*?)```", Pattern.DOTALL);

  @TempDir private static Path plugIns;
  @TempDir private Path temporary;

  @BeforeAll
  static void makeJars(@TempDir Path work) throws IOException {
    make(work.resolve("counter"), "counter", "CounterWorkload.java");
    make(work.resolve("orders"), "orders", "OrdersWorkload.java");
    make(work.resolve("h2"), "h2", "H2Adapter.java");
  }

  private static void make(Path classes, String name, String source) throws IOException {
    Path folder = EXAMPLES.resolve(name);
    PlugInMaker.compile(classes, List.of(folder.resolve(source)));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    for (Path file : files(folder.resolve("META-INF/services"))) {
      Files.copy(file, services.resolve(file.getFileName()));
    }
    PlugInMaker.pack(plugIns.resolve(name + ".jar"), classes);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(Files::isRegularFile).toList();
    }
  }

  private static Cli call(List<Object> arguments) {
    return ibench(Map.of("IBENCH_PLUGINS", plugIns.toString()), arguments.toArray());
  }

  private static Cli call(Object... arguments) {
    return call(List.of(arguments));
  }

  /** A run on a SQLite file, with a result folder of the given name. */
  private Cli onSqlite(String result, String... settings) {
    List<Object> arguments = new ArrayList<>(List.of("run", COUNTER));
    arguments.addAll(List.of("-o", temporary.resolve(result)));
    arguments.addAll(List.of("-s", "file=" + temporary.resolve("test.db"), "-s", "sync=normal"));
    arguments.addAll(List.of("-s", "counter.rows=2500", "-s", "request.until=300ms"));
    for (String setting : settings) {
      arguments.addAll(List.of("-s", setting));
    }
    return call(arguments);
  }

  private JsonNode summary(String result) throws IOException {
    Path file = temporary.resolve(result).resolve("summary.json");
    return new ObjectMapper().readTree(file.toFile());
  }

  private static long rows(JsonNode summary, int step, String operation) {
    for (JsonNode entry : summary.at("/steps/" + step + "/operations")) {
      if (entry.get("name").asText().equals(operation)) {
        return entry.get("rows").asLong();
      }
    }
    throw new AssertionError("no " + operation + " in " + summary.at("/steps/" + step));
  }

  private long query(String sql) throws SQLException {
    String url = "jdbc:sqlite:" + temporary.resolve("test.db");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      if (!sql.startsWith("SELECT")) {
        return statement.executeUpdate(sql);
      }
      try (ResultSet results = statement.executeQuery(sql)) {
        return results.getLong(1);
      }
    }
  }

  @Test
  void allAreListedWithTheirKeysAndJars() {
    Cli list = call("list");

    // The line breaks of the output do not matter.
    assertThat(list.out().replaceAll("\\s+", " "))
        .contains("workload counter: ", "(plug-in " + plugIns.resolve("counter.jar") + ")")
        .contains("database h2: ", "(plug-in " + plugIns.resolve("h2.jar") + ")")
        .contains(" counter.rows ", " orders.customers ", " file = ./ibench-h2 ");
  }

  @Test
  void checkTellsThePlanAndRefusesWhatIsNoKeyOrValue() {
    Cli check = call("check", COUNTER, "-d", H2);
    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.out()).contains("counter on h2").containsPattern("counters +10,000 rows");

    Cli wrong =
        call("check", COUNTER, "-d", H2, "-s", "counter.rowz=5", "-s", "request.mix=WRITE");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .contains("counter.rowz: unknown key; did you mean counter.rows?")
        .contains("request.mix = WRITE: names WRITE, no operation here; allowed: READ, INCREMENT");
  }

  @Test
  void countersAreLoadedIncrementedAndVerifiedOnSqlite() throws Exception {
    Cli run = onSqlite("first");

    assertThat(run.code()).as(run.err() + run.out()).isZero();
    JsonNode summary = summary("first");
    assertThat(rows(summary, 2, "LOAD_COUNTERS")).isEqualTo(2500);
    long increments = rows(summary, 3, "INCREMENT");
    assertThat(increments).isPositive();
    assertThat(rows(summary, 3, "READ")).isPositive();
    assertThat(query("SELECT COUNT(*) FROM counters")).isEqualTo(2500);
    assertThat(query("SELECT SUM(value) FROM counters")).isEqualTo(increments);
    assertThat(summary.at("/data/totals/counters/sum_value").asLong()).isEqualTo(increments);
  }

  @Test
  void aSecondRunGoesOnFromTheFirstAndALostIncrementIsFound() throws Exception {
    onSqlite("first");
    Cli second = onSqlite("second", "steps=request,verify");

    assertThat(second.code()).as(second.err() + second.out()).isZero();
    long increments =
        rows(summary("first"), 3, "INCREMENT") + rows(summary("second"), 0, "INCREMENT");
    assertThat(query("SELECT SUM(value) FROM counters")).isEqualTo(increments);

    query("UPDATE counters SET value = value + 1 WHERE id = 7");
    Cli damaged = onSqlite("third", "steps=request,verify");
    assertThat(damaged.code()).isEqualTo(1);
    assertThat(damaged.out()).contains("sum of counters.value: expected ");

    Cli other = onSqlite("fourth", "steps=request", "counter.rows=2501");
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err()).contains("counter.rows");
  }

  @Test
  void countersAreVerifiedOnH2AndResultsNameBothJars() throws Exception {
    Path result = temporary.resolve("result");
    String own = "file=" + temporary.resolve("h2");
    Cli run = call("run", COUNTER, "-d", H2, "-s", own, "-s", "request.until=300ms", "-o", result);

    assertThat(run.code()).as(run.err() + run.out()).isZero();
    JsonNode summary = summary("result");
    long increments = rows(summary, 3, "INCREMENT");
    assertThat(increments).isPositive();
    assertThat(run.out())
        .contains(String.format("sum of counters.value: %,d as booked", increments));
    for (String file : List.of("run.json", "summary.json")) {
      JsonNode versions =
          new ObjectMapper().readTree(result.resolve(file).toFile()).findValue("versions");
      assertThat(versions.path("plugin counter.jar").asText())
          .isEqualTo("1.2, SHA-256 " + sha256(plugIns.resolve("counter.jar")));
      assertThat(versions.path("plugin h2.jar").asText())
          .isEqualTo("1.2, SHA-256 " + sha256(plugIns.resolve("h2.jar")));
    }
  }

  private static String sha256(Path file) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(hash);
  }

  @Test
  void aRunWithoutPlugInsNamesNone() throws Exception {
    Path result = temporary.resolve("result");
    Cli run = call("run", Cli.LINKBENCH, "-d", Cli.NOOP, "-s", "steps=create", "-o", result);

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Files.readString(result.resolve("run.json"))).doesNotContain("plugin ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "sqlite"})
  void ordersAreLoadedChangedAndVerified(String database) throws Exception {
    List<Object> arguments = new ArrayList<>(List.of("run", ORDERS, "-s", "orders.rows=5k"));
    arguments.addAll(List.of("-s", "database=" + database, "-s", "warmup.until=100ms"));
    arguments.addAll(List.of("-s", "request.until=300ms"));
    if (database.equals("sqlite")) {
      arguments.addAll(List.of("-s", "file=" + temporary.resolve("test.db"), "-s", "sync=normal"));
    }
    arguments.addAll(List.of("-o", temporary.resolve("result")));
    Cli run = call(arguments);

    assertThat(run.code()).as(run.err() + run.out()).isZero();
    assertThat(run.out())
        .contains("customers.orders: 1,000 counts equal the number of rows of orders");
    JsonNode summary = summary("result");
    assertThat(rows(summary, 5, "NEW_ORDER")).isPositive();
    if (database.equals("sqlite")) {
      long added = summary.at("/data/totals/orders/rows").asLong() - 5000;
      assertThat(added).isPositive();
      assertThat(query("SELECT COUNT(*) FROM orders")).isEqualTo(5000 + added);
      assertThat(query("SELECT SUM(orders) FROM customers")).isEqualTo(5000 + added);
    }
  }

  @Test
  void linkbenchFindsEverythingRightOnH2() {
    List<Object> arguments = new ArrayList<>(List.of("run", Cli.LINKBENCH));
    arguments.addAll(List.of("-d", H2, "-s", "file=" + temporary.resolve("h2")));
    arguments.addAll(List.of("-o", temporary.resolve("result")));
    arguments.addAll(List.of("-s", "linkbench.maxid1=201", "-s", "request.until=300ms"));
    arguments.addAll(List.of("-s", "warmup.until=100ms", "-s", "request.repeat=1"));
    Cli run = call(arguments);

    assertThat(run.code()).as(run.err() + run.out()).isZero();
    assertThat(run.out()).contains("visible links").contains("totals as booked");
  }

  @Test
  void theGuideQuotesTheExamplesAsTheyAre() throws IOException {
    List<String> examples = new ArrayList<>();
    for (Path file : files(EXAMPLES)) {
      examples.add(unindented(Files.readString(file)));
    }
    Matcher block = BLOCK.matcher(Files.readString(GUIDE));
    int blocks = 0;
    while (block.find()) {
      blocks++;
      String quoted = unindented(block.group(2));
      assertThat(examples)
          .as(block.group(2))
          .anyMatch(example -> ("\n" + example).contains("\n" + quoted));
    }
    assertThat(blocks).isGreaterThan(12);
  }

  private static String unindented(String text) {
    StringBuilder lines = new StringBuilder();
    text.lines().forEach(line -> lines.append(line.strip()).append('\n'));
    return lines.toString();
  }
}
