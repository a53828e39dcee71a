package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.contract.Contract;
import io.ibench.contract.RuleResult;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class TestAdapterCommandTest {

  @TempDir private Path temporary;

  /** A database of a plug-in: SQLite, whose scans have a fault. */
  private static final String STRANGE =
      """
      package other;

      import io.ibench.config.Config;
      import io.ibench.config.Key;
      import io.ibench.db.Adapter;
      import io.ibench.db.Database;
      import io.ibench.db.Session;
      import io.ibench.db.sqlite.SqliteAdapter;
      import java.lang.reflect.InvocationTargetException;
      import java.lang.reflect.Proxy;
      import java.util.ArrayList;
      import java.util.List;
      import java.util.concurrent.CountDownLatch;

      public final class Strange implements Adapter {
        private static final Key<Boolean> HANGS =
      Key.flag("hangs", "scans hang").withDefault("false");
        private final SqliteAdapter sqlite = new SqliteAdapter();
        @Override public String name() { return "sqlite_too"; }
        @Override public String description() { return "somebody's"; }
        @Override public List<Key<?>> keys() {
          List<Key<?>> keys = new ArrayList<>(sqlite.keys());
          keys.add(HANGS);
          return keys;
        }
        @Override public Target bind(Config config) {
          Target target = sqlite.bind(config);
          boolean hangs = config.get(HANGS);
          return () -> wrap(Database.class, target.open(), hangs, null);
        }
        private static <T> T wrap(Class<T> type, T inner, boolean hangs, CountDownLatch aborted) {
          return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
              (proxy, method, arguments) -> {
                if (method.getName().equals("abort")) {
                  aborted.countDown();
                }
                if (method.getName().equals("scan")) {
                  if (hangs) {
                    aborted.await();
                  }
                  arguments[1] = new long[((long[]) arguments[1]).length];
                }
                try {
                  Object result = method.invoke(inner, arguments);
                  return result instanceof Session session
                      ? wrap(Session.class, session, hangs, new CountDownLatch(1))
                      : result;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              }));
        }
      }
      """;

  static Path strangeJar(Path folder) throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path source = Files.writeString(folder.resolve("Strange.java"), STRANGE);
    PlugInMaker.compile(classes, List.of(source));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve("io.ibench.db.Adapter"), "other.Strange\n");
    Path plugIns = Files.createDirectory(folder.resolve("plug-ins"));
    PlugInMaker.pack(plugIns.resolve("strange.jar"), classes);
    return plugIns;
  }

  private Path settings(String database, String... more) throws IOException {
    List<String> lines = new ArrayList<>(List.of("database = " + database));
    lines.addAll(List.of(more));
    return Files.write(temporary.resolve(database + ".properties"), lines);
  }

  private Path file() {
    return temporary.resolve("test.db");
  }

  /** The names of all tables in a SQLite file, sorted. */
  static List<String> tables(Path file) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
                    + " AND name NOT LIKE 'sqlite_%' ORDER BY name")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private static void create(Path file, String table) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE " + table + " (a INTEGER)");
    }
  }

  @Test
  void theReferenceFitsAndTheAnswerIsTheLastLine() throws IOException {
    Cli cli = ibench("test-adapter", "-d", settings("memory"));
    assertThat(cli.err()).isEmpty();
    assertThat(cli.code()).isZero();
    List<String> lines = cli.out().lines().toList();
    assertThat(lines.get(lines.size() - 1))
        .matches("must: (\\d+) of \\1, optional: 10 of 14, not applicable: 9; this adapter fits");
    assertThat(lines).allMatch(line -> line.length() <= 80, "at most 80 columns");
    assertThat(cli.out())
        .startsWith("test-adapter: memory on ibench memory 1, ")
        .containsPattern("(?m)^kept    InsertRules.addsOneRow +\\d+ ms$")
        .containsPattern("(?m)^less    DescriptionRules.knowsItsSize +\\d+ ms$")
        .contains("        optional: size() is known.\n        expected: a number of bytes\n");
  }

  @Test
  void aBrokenAdapterOfAPlugInDoesNotFit() throws Exception {
    Path plugIns = strangeJar(temporary);
    Path strange = settings("sqlite_too", "file = " + file(), "sync = normal");
    create(file(), "mine");
    Cli cli =
        ibench(
            Map.of("IBENCH_PLUGINS", plugIns.toString()),
            "test-adapter",
            "-d",
            strange,
            "--only=scanrules",
            "--only=InsertRules.addsOneRow");
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.out())
        .contains("kept    InsertRules.addsOneRow ")
        .contains("kept    ScanRules.streamsManyRowsInKeyOrder ")
        .contains("BROKEN  ScanRules.readsOnlyWhatFulfilsTheConditions ")
        .contains("must: A scan binds its parameters: it reads only rows that fulfil all")
        .contains("expected: ids from 100 to 105: [[101], [103], [105]]\n        actual:   none")
        .endsWith("\nmust: 4 of 5, optional: 0 of 0; this adapter does not fit\n");
    assertThat(tables(file())).containsExactly("mine");
  }

  @Test
  void aTableOfThisNameIsNotTouchedUnlessTheUserSaysSo() throws Exception {
    Path sqlite = settings("sqlite", "file = " + file(), "sync = normal");
    create(file(), "ibench_test_notes");
    Object[] arguments = {"test-adapter", "-d", sqlite, "--only=addsOneRow"};

    Cli refused = ibench(arguments);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .startsWith("ibench: there are tables with names that the rules use: ibench_test_notes; ")
        .endsWith("--drop-foreign drops them");
    assertThat(tables(file())).containsExactly("ibench_test_notes");

    Cli dropped = ibench("test-adapter", "-d", sqlite, "--only=addsOneRow", "--drop-foreign");
    assertThat(dropped.code()).as(dropped.err()).isZero();
    assertThat(dropped.out())
        .endsWith("must: 1 of 1, optional: 0 of 0; other rules were not run\n");
    assertThat(tables(file())).isEmpty();
  }

  @Test
  void theListIsTheDocumentation() {
    Cli cli = ibench("test-adapter", "--list", "--only", "ScanRules.reads");
    assertThat(cli.code()).isZero();
    assertThat(cli.out())
        .isEqualTo(
            """
            ScanRules.readsOnlyWhatFulfilsTheConditions
                    must: A scan binds its parameters: it reads only rows that fulfil all
                    conditions.
            1 rules, of which 1 must be kept
            """);
    assertThat(ibench("test-adapter", "--list").out().lines())
        .allMatch(line -> line.length() <= 80, "at most 80 columns")
        .hasSizeGreaterThan(200);
  }

  @Test
  void aLongPlaceStaysBehindItsLabel() {
    String place = "plugin.mine." + "a".repeat(90);
    RuleResult broken =
        new RuleResult(
            Contract.rules().get(0), RuleResult.State.BROKEN, 0, List.of("at:       " + place));
    assertThat(RuleLines.of(broken)).contains("        at:       " + place);
  }

  @Test
  void mistakesAreOneLineEach() throws IOException {
    assertThat(ibench("test-adapter").err())
        .isEqualTo("ibench: say which database to test, as in -d conf/sqlite.properties\n");
    assertThat(ibench("test-adapter", "--only=InsertRulez", "--only=x_y_z").err())
        .isEqualTo(
            """
            ibench: no rule has InsertRulez in its name; did you mean InsertRules?
            ibench: no rule has x_y_z in its name; there are %s; --list prints all rules
            """
                .formatted(
                    Contract.rules().stream()
                        .map(rule -> rule.name().replaceAll("\\..*", ""))
                        .distinct()
                        .collect(Collectors.joining(", "))));
    assertThat(ibench("test-adapter", "-d", "conf/nop.properties").err())
        .isEqualTo(
            "ibench: there is no file conf/nop.properties; did you mean conf/noop.properties?\n");
    Path unknown = settings("sqlit", "threads = 4");
    Cli cli = ibench("test-adapter", "-d", unknown, "-s", "loops=3");
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err().lines())
        .hasSize(3)
        .anyMatch(line -> line.contains("sqlit.properties:1: database = sqlit: is not known"))
        .anyMatch(line -> line.contains("loops: unknown key"));
  }
}
