package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Native;
import io.ibench.workload.script.LoadSection.Batch;
import io.ibench.workload.script.LoadSection.Insert;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An insert of one row becomes one of many rows, and nothing else does. */
class LoadSectionTest {

  private static final String SCHEMA = "--@ schema\nCREATE TABLE t (a int);\n";
  private static final String WORK = "--@ transaction w\nSELECT 1;\n";

  @TempDir Path folder;

  /** The section of these lines, which loads many rows. */
  private LoadSection section(String lines) throws Exception {
    return section("--@ load rows=100000\n", lines);
  }

  private LoadSection section(String directive, String lines) throws Exception {
    ScriptPlan plan =
        (ScriptPlan)
            ScriptRunner.plan(
                folder,
                "sqlite",
                SCHEMA + directive + lines + "\n" + WORK,
                "request.operations = 1",
                "load.threads = 1");
    return plan.definition().loads().get(0);
  }

  private Optional<Batch> batch(String lines, int rowsPerCommit) throws Exception {
    return section(lines).batch(rowsPerCommit, true);
  }

  private Optional<Insert> insert(String statement) throws Exception {
    return LoadSection.insert(section(statement).code().statements().get(0));
  }

  @Test
  void theValuesOfAnInsertAreRepeated() throws Exception {
    Batch batch = batch("insert into t (a, b) values (:n, ')x' || :n);", 3).orElseThrow();

    assertThat(batch.statement())
        .isEqualTo(
            Native.of(
                "insert into t (a, b) values (?, ')x' || ?), (?, ')x' || ?), (?, ')x' || ?)", 6));
    assertThat(batch.rows()).isEqualTo(3);
    assertThat(batch.isOneStatement()).isTrue();
  }

  @Test
  void theTurnsOfALoopTravelTogether() throws Exception {
    String insert = "INSERT INTO t VALUES (:n, :i);\n\\endrepeat";
    LoadSection known = section("\\repeat 4 as i\n" + insert);
    LoadSection unknown = section("\\repeat random(1, 4) as i\n" + insert);

    assertThat(known.batch(10, true)).isEmpty();
    assertThat(known.batchOfTurns(10, true).orElseThrow().rows()).isEqualTo(40);
    assertThat(unknown.batchOfTurns(10, true).orElseThrow().rows()).isEqualTo(10);
    assertThat(unknown.batchOfTurns(1000, true).orElseThrow().rows()).isEqualTo(100);
    assertThat(unknown.batchOfTurns(3, false).orElseThrow())
        .isEqualTo(new Batch(Native.of("INSERT INTO t VALUES (?, ?)", 2), 3, false));
    assertThat(unknown.batchOfTurns(1, true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t VALUES (:n);",
        "\\repeat 2\nINSERT INTO t VALUES (:n);\nDELETE FROM t;\n\\endrepeat",
        "\\repeat 2\nINSERT INTO t VALUES (:n);\n\\sleep 1 us\n\\endrepeat",
        "\\list x 2 2 1\n\\repeat 2\nINSERT INTO t VALUES (:x);\n\\endrepeat",
        "\\choose x 1 2\n\\repeat 2\nINSERT INTO t{x} VALUES (:n);\n\\endrepeat",
        "\\repeat 2\nUPDATE t SET a = :n;\n\\endrepeat"
      })
  void otherTurnsDoNot(String lines) throws Exception {
    assertThat(section(lines).batchOfTurns(10, true)).isEmpty();
  }

  @Test
  void someProductsAddRowToRow() throws Exception {
    Batch batch = section("INSERT INTO t VALUES (:n);").batch(3, false).orElseThrow();

    assertThat(batch).isEqualTo(new Batch(Native.of("INSERT INTO t VALUES (?)", 1), 3, false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "t|INSERT INTO t VALUES (1)",
        "t|insert into t(a, b)values(:n, abs(:n))",
        "\"T x\"|INSERT INTO \"T x\" (a) VALUES ((1), 2)",
        "`t`|INSERT INTO `t` VALUES ('a)', \"b(\", `c)`)",
        "t|INSERT INTO t VALUES ('it''s (', {n}')')",
        "t|INSERT INTO t VALUES ('\"', ')')"
      })
  void anInsertOfOneRowIsKnown(String table, String statement) throws Exception {
    String written = statement.replace("{n}", "\n");
    Insert insert = insert(written + ";").orElseThrow();

    assertThat(insert.table()).isEqualTo(table);
    assertThat(insert.before() + insert.values() + insert.after())
        .isEqualTo(written.replace(":n", Character.toString(StatementCode.SLOT_MARK)));
    assertThat(insert.values()).startsWith("(").endsWith(")");
    assertThat(insert.before().toUpperCase(Locale.ROOT).strip()).endsWith("VALUES");
    assertThat(insert.after()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t VALUES (1), (2)",
        "INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING",
        "INSERT INTO t VALUES (1) RETURNING (a)",
        "INSERT INTO s.t VALUES (1)",
        "INSERT INTO t SELECT (1)",
        "REPLACE INTO t VALUES (1)",
        "UPDATE t SET a = (1)",
        "INSERT INTO t VALUES ((1), (2)"
      })
  void noOtherStatementIs(String statement) throws Exception {
    assertThat(LoadSection.insert(code(statement, false))).isEmpty();
  }

  private static StatementCode code(String text, boolean isDocument) {
    return new StatementCode(
        new Place("a.sql", 1),
        text,
        List.of(),
        List.of(),
        Native.Control.NONE,
        Optional.empty(),
        Change.INSERT,
        isDocument,
        1,
        ListText.EMPTY);
  }

  @Test
  void aDocumentIsARow() {
    String one = " { \"insert\" : \"t\", \"documents\": [ {\"_id\": \"}\", \"b\": {\"c\": 1}} ] }";
    Insert insert = LoadSection.insert(code(one, true)).orElseThrow();

    assertThat(insert.table()).isEqualTo("t");
    assertThat(insert.values()).isEqualTo("{\"_id\": \"}\", \"b\": {\"c\": 1}}");
    assertThat(insert.before()).isEqualTo(" { \"insert\" : \"t\", \"documents\": [ ");
    assertThat(insert.after()).isEqualTo(" ] }");
    assertThat(LoadSection.insert(code(one, false))).isEmpty();
    assertThat(
            LoadSection.insert(code("{\"insert\": \"t\", \"documents\": [{\"a\": 1}, {}]}", true)))
        .isEmpty();
    assertThat(LoadSection.insert(code("INSERT INTO t VALUES (1)", true))).isEmpty();
  }

  /**
   * As many as fit and divide the rows of a transaction, if those are half of what fits or more.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 2, 2",
    "1, 1000, 1000",
    "1, 1009, 1000",
    "1, 2000, 1000",
    "1, 1998, 999",
    "1, 1006, 503",
    "1, 1503, 501",
    "2, 3000, 1000",
    "4, 1000, 500",
    "3, 1000, 500",
    "1000, 1000, 2",
    "1000, 3, 2",
    "667, 1000, 2"
  })
  void theRowsOfAStatementDivideThoseOfATransaction(int parameters, int perCommit, int rows)
      throws Exception {
    String values = ", :n".repeat(parameters).substring(2);

    assertThat(batch("INSERT INTO t VALUES (" + values + ");", perCommit).map(Batch::rows))
        .contains(rows);
  }

  @Test
  void anInsertWithoutValuesOfItsOwnTravelsInThousands() throws Exception {
    Batch batch = batch("INSERT INTO t VALUES (1);", 5000).orElseThrow();

    assertThat(batch.rows()).isEqualTo(1000);
    assertThat(batch.statement().parameters()).isZero();
    assertThat(batch.statement().text()).startsWith("INSERT INTO t VALUES (1), (1), (1)");
  }

  @Test
  void oneRowInATransactionTravelsAlone() throws Exception {
    assertThat(batch("INSERT INTO t VALUES (:n);", 1)).isEmpty();
    assertThat(batch("INSERT INTO t VALUES (" + ", :n".repeat(1001).substring(2) + ");", 1000))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t VALUES (:n);\nINSERT INTO t VALUES (:n);",
        "\\choose i 1 2\nINSERT INTO t{i} VALUES (:n);",
        "\\if :n = 1\nINSERT INTO t VALUES (:n);\n\\endif",
        "\\sleep 1 us\nINSERT INTO t VALUES (:n);",
        "SELECT gen(:n);"
      })
  void whatIsNoInsertForEachRowIsExecutedForEachRow(String lines) throws Exception {
    assertThat(batch(lines, 10)).isEmpty();
  }

  @Test
  void expressionsBeforeTheInsertAreForEachRow() throws Exception {
    assertThat(batch("\\set a :n * 2\nINSERT INTO t VALUES (:a);", 10).map(Batch::rows))
        .contains(10);
  }

  @Test
  void aLoadOnceIsExecutedAsWritten() throws Exception {
    LoadSection once = section("--@ load once\n", "INSERT INTO t VALUES (5);");

    assertThat(once.once()).isTrue();
    assertThat(once.batch(10, true)).isEmpty();
  }
}
