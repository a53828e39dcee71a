package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.contract.Contract;
import io.ibench.contract.ContractRule;
import io.ibench.contract.RuleResult;
import io.ibench.contract.RuleResult.State;
import io.ibench.contract.RuleRunner;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.ServerLocation;
import io.ibench.db.Table;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Adapters as plug-ins write them on the kit, for H2 in memory. */
class JdbcAdapterTest {

  private static final Key<String> NAME = Key.text("name", "the database's").withDefault("");
  private static final Key<String> USER = Key.text("user", "the user").withDefault("");
  private static final Key<String> PASSWORD = Key.secret("password", "theirs").withDefault("");

  /** H2, whose dialect a test completes. */
  private static final class H2 extends JdbcAdapter {

    private final Function<Connections.Opener, Dialect> dialect;

    H2(Function<Connections.Opener, Dialect> dialect) {
      super("h2", "H2 in memory", NAME, USER, PASSWORD);
      this.dialect = dialect;
    }

    @Override
    protected Dialect dialect(Config config) {
      String url = "jdbc:h2:mem:" + config.get(NAME) + ";DB_CLOSE_DELAY=-1";
      return dialect.apply(opener(config, NAME, url, config.get(USER), config.get(PASSWORD)));
    }

    Database open(String... settings) throws DatabaseException {
      Map<String, String> all =
          settings.length == 0
              ? Map.of("name", UUID.randomUUID().toString())
              : Map.of("name", settings[0], "user", settings[1], "password", settings[2]);
      return bind(Config.of(all)).open();
    }
  }

  private static class H2Dialect extends Dialect {

    private final Connections.Opener opener;

    H2Dialect(Connections.Opener opener) {
      this.opener = opener;
    }

    @Override
    public Connection connect() throws SQLException {
      return opener.open();
    }

    @Override
    public ServerLocation location() {
      return ServerLocation.embedded(List.of());
    }
  }

  private static RuleResult check(Function<Connections.Opener, Dialect> dialect, String name)
      throws DatabaseException {
    ContractRule rule =
        Contract.rules().stream().filter(any -> any.name().equals(name)).findFirst().orElseThrow();
    H2 adapter = new H2(dialect);
    try (Database database = adapter.open()) {
      return new RuleRunner(
              database, adapter, RuleRunner.Limits.USUAL, System::nanoTime, (any, nanos) -> {})
          .run(rule);
    }
  }

  @Test
  void aLoginReachesTheDriver() throws DatabaseException {
    String name = UUID.randomUUID().toString();
    H2 adapter = new H2(H2Dialect::new);
    try (Database database = adapter.open(name, "owner", "correct-horse")) {
      assertThat(database.description().product()).isEqualTo("H2");
      DatabaseException failure =
          catchThrowableOfType(
              DatabaseException.class, () -> adapter.open(name, "owner", "battery-staple"));
      assertThat(failure.kind()).isEqualTo(FailureKind.DENIED);
    }
  }

  private static final String LOCK_RULE =
      "ConcurrencyRules.reportsTheOldValueAfterAnotherSessionsCommit";

  @Test
  void aRowLockThatLocksNothingBreaksItsRule() throws DatabaseException {
    RuleResult broken =
        check(
            opener ->
                new H2Dialect(opener) {
                  @Override
                  public String rowLock() {
                    return " FETCH FIRST 1 ROW ONLY";
                  }
                },
            LOCK_RULE);
    assertThat(broken.state()).isEqualTo(State.BROKEN);
    assertThat(broken.details())
        .containsExactly("expected: old value in the second session: 2", "actual:   1");
    RuleResult kept =
        check(
            opener ->
                new H2Dialect(opener) {
                  @Override
                  public String rowLock() {
                    return "";
                  }
                },
            LOCK_RULE);
    assertThat(kept.state()).as(kept.details().toString()).isEqualTo(State.KEPT);
  }

  private static final class EightBytes extends H2Dialect {

    private final ValueCodec codec;

    EightBytes(Connections.Opener opener, ValueCodec codec) {
      super(opener);
      this.codec = codec;
    }

    @Override
    public ValueCodec codec() {
      return codec;
    }

    @Override
    public String typeName(Column column) {
      return column.type() == ColumnType.FLOAT ? "DOUBLE PRECISION" : super.typeName(column);
    }
  }

  @Test
  void columnsOfEightBytesNeedTheirCodec() throws DatabaseException {
    String rule = "TimeAndFloatRules.comparesExactlyByParameterAndByConstant";
    String type = "DOUBLE PRECISION";
    assertThat(check(opener -> new EightBytes(opener, new StandardCodec(type)), rule).state())
        .isEqualTo(State.BROKEN);
    RuleResult kept = check(opener -> new EightBytes(opener, new DoubleCodec(type)), rule);
    assertThat(kept.state()).as(kept.details().toString()).isEqualTo(State.KEPT);
  }

  @Test
  void theTutorialListsEveryMethodThatCanBeOverridden() throws IOException {
    String section =
        Files.readString(Path.of("docs/tutorial-database.md"))
            .split("## All methods of a `Dialect`")[1]
            .split("\n## ")[0];
    Set<String> listed =
        Pattern.compile("^\\| (`[^|]+) \\|", Pattern.MULTILINE)
            .matcher(section)
            .results()
            .flatMap(row -> Pattern.compile("\\w+").matcher(row.group(1)).results())
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> methods =
        Arrays.stream(Dialect.class.getMethods())
            .filter(method -> method.getDeclaringClass() != Object.class)
            .filter(method -> (method.getModifiers() & (Modifier.FINAL | Modifier.STATIC)) == 0)
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(listed).isEqualTo(methods);
  }

  /** Prepares no statement that begins with EXPLAIN. */
  private static Connection withoutPreparedPlans(Connection inner) {
    return (Connection)
        Proxy.newProxyInstance(
            JdbcAdapterTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")
                  && arguments[0].toString().startsWith("EXPLAIN")) {
                throw new SQLException("a plan has no parameters", "S1000", -423);
              }
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aPlanWithoutParametersIsThatOfTheValues() throws DatabaseException {
    Table visits =
        new Table(
            "visits",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("at", ColumnType.TIME),
                Column.number("price", ColumnType.FLOAT),
                Column.bytes("note", 9)),
            List.of("id"),
            false,
            List.of());
    H2 adapter =
        new H2(
            opener ->
                new H2Dialect(() -> withoutPreparedPlans(opener.open())) {
                  @Override
                  public String explainVerb() {
                    return "EXPLAIN";
                  }
                });
    try (Database database = adapter.open()) {
      database.create(visits);
      Command select =
          new Command.Select(
              visits,
              List.of("id"),
              List.of(
                  Condition.in("id", 3),
                  Condition.of("at", Condition.Op.LT),
                  Condition.of("price", Condition.Op.GE)),
              Optional.empty(),
              List.of(),
              false,
              0,
              0);
      assertThat(
              String.join("\n", database.explain(select, List.of(7L, 8L, 9L, 86_400_000L, 250L))))
          .contains("IN(7, 8, 9)")
          .contains("TIMESTAMP '1970-01-02 00:00:00'")
          .contains("2.5")
          .doesNotContain("?");
      Command insert = new Command.Insert(visits, visits.columnNames(), 1);
      assertThat(database.explain(insert, List.of(5L, 0L, 1L, 0L))).isNotEmpty();
      DatabaseException failure =
          catchThrowableOfType(
              DatabaseException.class,
              () ->
                  database.explain(
                      new Command.Delete(
                          new Table("absent", visits.columns(), List.of("id"), false, List.of()),
                          List.of(),
                          0),
                      List.of()));
      assertThat(failure).hasMessageContaining("a plan has no parameters");
    }
  }
}
