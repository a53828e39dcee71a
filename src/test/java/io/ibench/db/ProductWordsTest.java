package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Condition.Op;
import io.ibench.db.internal.TableRegister;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What each product tells, in its own words. */
class ProductWordsTest extends DatabaseContract {

  private static final Table RANGES =
      new Table(
          "ranges",
          NOTES.columns(),
          NOTES.primaryKey(),
          true,
          List.of(),
          Optional.of(new Partitions(4, 10)));

  @Test
  void explainsASelectInTheServersColumns() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    insertOne(THINGS);
    Command.Select byIndex =
        new Command.Select(
            THINGS,
            List.of("kind", "state", "weight"),
            List.of(Condition.of("kind", Op.GE), Condition.in("state", 3)),
            Optional.of(BY_WEIGHT),
            List.of("kind", "state", "weight", "id"),
            false,
            10,
            0);
    List<String> lines = database.explain(byIndex, List.of(0L, 0L, 1L, 2L));
    assumeThat(product == Product.JDBC && lines.get(0).endsWith(" explains no commands"))
        .as("no plans")
        .isFalse();
    boolean namesIndexes = product != Product.JDBC || !FreshDatabase.jdbcProduct().equals("DuckDB");
    assertThat(String.join("\n", lines)).contains(namesIndexes ? "by_weight" : "things");
    if (product.isMysqlFamily()) {
      assertThat(lines).hasSize(2);
      assertThat(lines.get(0)).startsWith("id  select_type  table ").contains(" key ");
      int key = lines.get(0).indexOf(" key ") + 1;
      assertThat(lines.get(1).substring(key)).startsWith("by_weight");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> database.explain(byIndex, List.of(1L)))
        .withMessageContaining("for 4 parameters");
  }

  @Test
  void writesTheTextsThatAnExpertAsksFor() throws DatabaseException {
    insertOne(THINGS);
    Map<String, String> texts =
        database.diagnostics(List.of(THINGS, NOTES)).stream()
            .collect(Collectors.toMap(DiagnosticText::name, DiagnosticText::text));
    assertThat(texts.keySet()).containsAll(expectedTexts());
    assertThat(texts.isEmpty()).isEqualTo(product == Product.MEMORY || product == Product.JDBC);
    assertThat(String.join("\n", texts.values())).doesNotContain("ibench-test");
    if (product.isMysqlFamily()) {
      String all =
          database.diagnostics(List.of(THINGS.renamed("absent"), THINGS)).stream()
              .map(DiagnosticText::text)
              .collect(Collectors.joining("\n"));
      assertThat(all).contains("# SHOW CREATE TABLE absent\nnot available: ");
    }
  }

  private List<String> expectedTexts() {
    if (product.isPostgres()) {
      return List.of(
          "pg_settings.txt",
          "pg_settings_changed.txt",
          "pg_stat_database.txt",
          "pg_stat_bgwriter.txt",
          "pg_stat_user_tables.txt",
          "pg_stat_user_indexes.txt",
          "pg_statio_user_tables.txt",
          "pg_statio_user_indexes.txt",
          "relation_sizes.txt",
          "table_columns.txt",
          "table_definitions.txt");
    }
    if (product.isMysqlFamily()) {
      return List.of(
          "global_status.txt",
          "global_variables.txt",
          "innodb_status.txt",
          "innodb_metrics.txt",
          "table_status.txt",
          "table_definitions.txt",
          "index_statistics.txt");
    }
    if (product.keepsDocuments()) {
      return List.of(
          "serverStatus.json",
          "buildInfo.json",
          "getCmdLineOpts.json",
          "getParameter.json",
          "collStats-things.json",
          "collStats-notes.json");
    }
    if (product == Product.ROCKSDB) {
      return List.of("families.txt", "rocksdb_stats.txt", "log.txt");
    }
    return product == Product.SQLITE
        ? List.of("pragmas.txt", "compile_options.txt", "schema.txt", "files.txt")
        : List.of();
  }

  @Test
  void namesEveryDifferenceInOneOrder() throws DatabaseException {
    Index other = new Index("by_weight", List.of("weight", "id", "kind"));
    Table found =
        new Table(
            "found",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("kind", ColumnType.LONG),
                Column.bytes("state", 8),
                Column.bytes("weight", 255),
                Column.number("label", ColumnType.LONG),
                Column.number("further", ColumnType.LONG)),
            List.of("id", "kind"),
            false,
            List.of(other));
    database.create(found);
    database.createIndex(found, other);
    insertOne(found);

    List<String> differences = database.differences(THINGS.renamed("found"));

    assertThat(differences).hasSize(product.keepsDocuments() ? 5 : 7);
    assertThat(differences.get(0)).startsWith("its column state is ").contains("number up to 127");
    assertThat(differences.get(1)).startsWith("its column weight is ").contains("64-bit number");
    assertThat(differences.get(2)).isEqualTo("it has no column size");
    assertThat(differences.get(3)).startsWith("its column label is ").contains("255 bytes");
    if (!product.keepsDocuments()) {
      assertThat(differences.get(4))
          .isEqualTo("it has a further column further, which ibench does not fill");
      assertThat(differences.get(5)).isEqualTo("its primary key is (id, kind), not (kind, id)");
    }
    assertThat(differences.get(differences.size() - 1))
        .isEqualTo("its index by_weight is over (weight, id, kind), not (kind, state, weight, id)");
    assertThat(database.differences(THINGS)).containsExactly("it has no index by_weight");
  }

  @Test
  void namesTheTypeThatATimeOrAHundredthNeeds() throws DatabaseException {
    Table sales =
        new Table(
            "sales",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("at", ColumnType.TIME),
                Column.number("price", ColumnType.FLOAT)),
            List.of("id"),
            false,
            List.of());
    database.create(sales);
    Prepared insert = session.prepare(new Command.Insert(sales, sales.columnNames(), 1));
    insert.setLong(0, 1);
    insert.setLong(1, 0);
    insert.setLong(2, 110);
    insert.execute();
    Table wanted =
        new Table(
            "sales",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("at", ColumnType.FLOAT),
                Column.number("price", ColumnType.TIME)),
            List.of("id"),
            false,
            List.of());
    List<String> differences = database.differences(wanted);
    assertThat(differences).hasSize(2);
    assertThat(differences.get(0)).startsWith("its column at is ").contains("floating-point");
    assertThat(differences.get(1)).startsWith("its column price is ").contains("point in time");
  }

  @Test
  void findsNoDifferenceInTheRegistersTable() throws DatabaseException {
    database.create(TableRegister.TABLE);
    assertThat(database.differences(TableRegister.TABLE)).isEmpty();
  }

  @Test
  void countsTheSizeOfPartitionsOrRefusesThem() throws DatabaseException {
    if (!product.dividesTables()) {
      DatabaseException refusal =
          catchThrowableOfType(DatabaseException.class, () -> database.create(RANGES));
      assertThat(refusal)
          .hasMessage(product.adapter() + " divides no tables: ranges is to have 4 partitions");
      return;
    }
    database.create(RANGES);
    Prepared insert = session.prepare(new Command.Insert(RANGES, RANGES.columnNames(), 100));
    for (long id = 1; id <= 45; id++) {
      insert.setLong(0, id);
      insert.setLong(1, -id);
      insert.setBytes(2, LABEL, LABEL.length);
      insert.addBatch();
    }
    insert.execute();
    long whole = database.size(List.of(NOTES)).bytes().orElseThrow();
    long divided = database.size(List.of(RANGES)).bytes().orElseThrow();
    if (product.isPostgres()) {
      // An empty table has no page for rows there.
      assertThat(divided).isGreaterThanOrEqualTo(4 * whole);
      return;
    }
    if (product == Product.MYROCKS) {
      // It reports the size of all tables together, and counts it anew now and then.
      long again = database.size(List.of(NOTES)).bytes().orElseThrow();
      assertThat(divided).isBetween(Math.min(whole, again), Math.max(whole, again));
      return;
    }
    assertThat(divided).isEqualTo(4 * whole);
  }

  @Test
  void saysWhetherItIsInsideTheClient() throws DatabaseException {
    assertThat(database.keepsData()).isTrue();
    boolean onServer = product == Product.JDBC && JdbcPage.isOnServer();
    assertThat(database.location().embedded()).isEqualTo(product.isEmbedded() && !onServer);
  }

  @Test
  void aRollbackUndoesNothingWithoutTransactions() throws DatabaseException {
    Transaction transaction = session.transaction();
    Prepared insert = transaction.prepare(new Command.Insert(NOTES, NOTES.columnNames(), 1));
    transaction.begin();
    insert.setLong(0, 1);
    insert.setLong(1, 1);
    insert.setBytes(2, LABEL, LABEL.length);
    insert.execute();
    transaction.rollback();
    Prepared select = session.prepare(Command.Select.of(NOTES, List.of("id"), List.of()));
    assertThat(select.execute()).isEqualTo(product.hasTransactions() ? 0 : 1);
  }

  @Test
  void anOldValueBesideAGeneratedKeyIsNoCommand() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Command.Upsert(
                    NOTES,
                    NOTES.columnNames(),
                    List.of("amount"),
                    List.of(),
                    Optional.of("amount")));
  }
}
