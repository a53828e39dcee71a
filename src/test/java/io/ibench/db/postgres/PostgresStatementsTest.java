package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.config.Config;
import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.PostgresSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import io.ibench.db.jdbc.KeySequences;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which statements the server keeps prepared, as it reports on the same connection. */
@ParameterizedClass(name = "{0}")
@EnumSource(PostgresAdapter.Batch.class)
@Execution(ExecutionMode.CONCURRENT)
@NeedsServer
class PostgresStatementsTest {

  private static final Index BY_PRICE = new Index("by_price", List.of("price", "at"));

  /** A column of every type. */
  private static final Table SALES =
      new Table(
          "sales",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("size", ColumnType.INT),
              Column.number("state", ColumnType.BYTE),
              Column.number("at", ColumnType.TIME),
              Column.number("price", ColumnType.FLOAT),
              Column.bytes("data", 100)),
          List.of("id"),
          false,
          List.of(BY_PRICE));

  private static final List<Condition> KEY = List.of(Condition.eq("id"));
  private static final List<String> ALL = SALES.columnNames();

  @Parameter PostgresAdapter.Batch form;

  private PostgresSchema schema;
  private Connection connection;
  private PostgresCompiler compiler;

  @BeforeEach
  void open() throws Exception {
    schema = new PostgresSchema(Servers.requirePostgres());
    var settings = schema.settings(schema.url());
    settings.put("batch", form.name().toLowerCase(Locale.ROOT));
    PostgresTarget target = (PostgresTarget) new PostgresAdapter().bind(Config.of(settings));
    try (var database = target.open()) {
      database.create(SALES);
      database.createIndex(SALES, BY_PRICE);
    }
    connection = target.connect();
    compiler =
        PostgresCompiler.of(
            Optional.of(connection), target, new KeySequences(PostgresSql::advance));
  }

  @AfterEach
  void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
    if (schema != null) {
      schema.close();
    }
  }

  /** Name, text and types of every statement that the server keeps prepared for this connection. */
  private List<String> preparedOnServer() throws SQLException {
    List<String> statements = new ArrayList<>();
    try (var statement = connection.createStatement();
        var results =
            statement.executeQuery(
                "SELECT name || ' ' || parameter_types::text || ' ' || statement"
                    + " FROM pg_prepared_statements WHERE statement LIKE '% sales %'"
                    + " AND statement NOT LIKE '%pg_prepared_statements%' ORDER BY 1")) {
      while (results.next()) {
        statements.add(results.getString(1));
      }
    }
    return statements;
  }

  private static void bindRow(Prepared prepared, long id) {
    prepared.setLong(0, id);
    prepared.setLong(1, 4_000_000_000L);
    prepared.setLong(2, 3);
    prepared.setLong(3, 1_600_000_000_000L);
    prepared.setLong(4, 1999);
    prepared.setBytes(5, new byte[] {1, 2}, 2);
  }

  private void assertPreparedOnce(Command command, Binding binding) throws Exception {
    Prepared prepared = compiler.prepare(command);
    List<String> before = preparedOnServer();
    assertThat(before).as("prepared before the first execution").isNotEmpty();
    for (long execution = 1; execution <= 3; execution++) {
      binding.bind(prepared, execution);
      prepared.execute();
      assertThat(preparedOnServer()).as("execution %d of %s", execution, command).isEqualTo(before);
    }
  }

  private interface Binding {
    void bind(Prepared prepared, long execution);
  }

  @Test
  void anInsertIsPreparedBeforeItIsExecutedAndNeverAgain() throws Exception {
    assertPreparedOnce(new Command.Insert(SALES, ALL, 1), PostgresStatementsTest::bindRow);
  }

  @Test
  void aBatchIsPreparedBeforeItIsExecutedAndNeverAgain() throws Exception {
    assertPreparedOnce(
        new Command.Insert(SALES, ALL, 2),
        (prepared, execution) -> {
          for (long row = 0; row < 2; row++) {
            bindRow(prepared, 10 * execution + row);
            prepared.addBatch();
          }
        });
  }

  @Test
  void upsertsArePreparedBeforeTheyAreExecutedAndNeverAgain() throws Exception {
    for (Optional<String> old : List.of(Optional.of("state"), Optional.<String>empty())) {
      assertPreparedOnce(
          new Command.Upsert(SALES, ALL, List.of("state", "at", "price", "data"), List.of(), old),
          (prepared, execution) -> bindRow(prepared, 1));
    }
  }

  @Test
  void updatesArePreparedBeforeTheyAreExecutedAndNeverAgain() throws Exception {
    List<Assign> set =
        List.of(Assign.parameter("state"), Assign.parameter("at"), Assign.parameter("price"));
    for (Optional<String> old : List.of(Optional.of("size"), Optional.<String>empty())) {
      assertPreparedOnce(
          new Command.Update(SALES, set, List.of(new Add("size", 1)), KEY, old),
          (prepared, execution) -> {
            for (int parameter = 0; parameter < 4; parameter++) {
              prepared.setLong(parameter, 1000 * execution);
            }
            prepared.setLong(0, execution);
          });
    }
  }

  @Test
  void deletesArePreparedBeforeTheyAreExecutedAndNeverAgain() throws Exception {
    for (int limit = 0; limit < 2; limit++) {
      assertPreparedOnce(
          new Command.Delete(SALES, KEY, limit),
          (prepared, execution) -> prepared.setLong(0, execution));
    }
  }

  @Test
  void selectsArePreparedBeforeTheyAreExecutedAndNeverAgain() throws Exception {
    assertPreparedOnce(
        new Command.Select(
            SALES,
            ALL,
            List.of(
                Condition.eq("state"),
                Condition.of("at", Condition.Op.GE),
                Condition.of("price", Condition.Op.LT)),
            Optional.of(BY_PRICE),
            List.of("id"),
            false,
            10,
            0),
        (prepared, execution) -> {
          prepared.setLong(0, execution);
          prepared.setLong(1, 1000 * execution);
          prepared.setLong(2, 100 * execution);
        });
  }

  @Test
  void oneStatementServesListsOfAllLengths() throws Exception {
    for (String column : List.of("id", "size", "state")) {
      assertPreparedOnce(
          Command.Select.of(SALES, ALL, List.of(Condition.in(column, 10), Condition.eq("size"))),
          (prepared, execution) -> {
            prepared.setLongs(0, new long[] {1, 2, 3, 4}, (int) execution);
            prepared.setLong(1, 7);
          });
    }
  }

  @Test
  void whatTheServerRefusesIsRefusedWhenItIsPrepared() {
    Table missing = SALES.renamed("nowhere");
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> compiler.prepare(new Command.Delete(missing, KEY, 0)))
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.NOT_FOUND))
        .withMessageContaining("nowhere");
  }

  @Test
  void aResultIsBinaryFromTheFirstExecutionOn() throws Exception {
    try (var statement = compiler.prepareNow("SELECT at, price FROM sales WHERE id = ?")) {
      schema.execute("INSERT INTO sales VALUES (1, 2, 3, '2020-09-13 12:26:40', 19.99, '\\x01')");
      statement.setLong(1, 1);
      try (var results = statement.executeQuery()) {
        assertThat(results.next()).isTrue();
        assertThat(results.getBytes(1)).as("a time in 8 bytes").hasSize(8);
        assertThat(results.getBytes(2)).as("a number in 4 bytes").hasSize(4);
      }
    }
  }
}
