package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Table;
import io.ibench.measure.Role;
import io.ibench.workload.Plan;
import io.ibench.workload.script.Definition.Ddl;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sections of a script say, for the steps of a run. */
class PlanReaderTest {

  private static final String SCHEMA =
      "--@ schema\nCREATE TABLE t (a int);\nCREATE TABLE u (a int);\n";
  private static final String WORK = "--@ transaction w\nSELECT 1;\n";

  @TempDir Path folder;

  private ScriptPlan plan(String script, String... settings) throws Exception {
    String all = "request.operations = 1\n" + String.join("\n", settings);
    return (ScriptPlan) ScriptRunner.plan(folder, "sqlite", script, all);
  }

  private Definition definition(String script, String... settings) throws Exception {
    return plan(script, settings).definition();
  }

  private LoadSection load(String lines, String... settings) throws Exception {
    return definition(SCHEMA + lines + "\n" + WORK, settings).loads().get(0);
  }

  private OptionalLong rows(String loads) throws Exception {
    return definition(SCHEMA + loads + WORK).loadedRows();
  }

  private static List<String> texts(List<Ddl> statements) {
    return statements.stream().map(Ddl::text).toList();
  }

  private static List<String> tables(List<Ddl> statements) {
    return statements.stream().map(each -> each.table().map(t -> t.name()).orElse("-")).toList();
  }

  @Test
  void theStatementsOfASchemaAreAsWritten() throws Exception {
    Definition definition =
        definition(
            """
            --@ schema
            CREATE TABLE "Big T" (a int);
            CREATE FUNCTION f() AS $$ ':x{y}' $$;
              create table small (a text DEFAULT ':a {b}') ;
            """
                + WORK);

    assertThat(texts(definition.schema()))
        .containsExactly(
            "CREATE TABLE \"Big T\" (a int)",
            "CREATE FUNCTION f() AS $$ ':x{y}' $$",
            "create table small (a text DEFAULT ':a {b}')");
    assertThat(tables(definition.schema())).containsExactly("Big T", "-", "small");
    assertThat(definition.schema())
        .extracting(each -> each.place().line())
        .containsExactly(2, 3, 4);
    assertThat(definition.plainTables())
        .extracting(t -> t.name())
        .containsExactly("Big T", "small");
  }

  @Test
  void indexesAndSessionsAreStatementsInOrder() throws Exception {
    Definition definition =
        definition(
            """
            --@ index
            CREATE INDEX i ON t (a);
            CREATE INDEX j ON t (b);
            --@ session
            SET a = ':b';
            SET c = 1;
            """
                + WORK);

    assertThat(texts(definition.index()))
        .containsExactly("CREATE INDEX i ON t (a)", "CREATE INDEX j ON t (b)");
    assertThat(definition.session()).containsExactly("SET a = ':b'", "SET c = 1");
  }

  @Test
  void aCleanupDropsItsTablesOneByOneAndWhatElseItNames() throws Exception {
    Definition definition =
        definition(
            SCHEMA
                + "CREATE TABLE \"V\" (a int);\n"
                + "--@ cleanup\nDROP VIEW x;\nDROP TABLE IF EXISTS U;\nDROP TABLE t , \"V\";\n"
                + WORK);

    assertThat(texts(definition.cleanup()))
        .containsExactly(
            "DROP VIEW x", "DROP TABLE IF EXISTS U", "DROP TABLE t", "DROP TABLE \"V\"");
    assertThat(tables(definition.cleanup())).containsExactly("-", "u", "t", "V");
  }

  @Test
  void eachOfSeveralTablesIsDroppedWithWhatDependsOnIt() throws Exception {
    Definition definition =
        definition(SCHEMA + "--@ cleanup\nDROP TABLE IF EXISTS t, u cascade;\n" + WORK);

    assertThat(texts(definition.cleanup()))
        .containsExactly("DROP TABLE t CASCADE", "DROP TABLE u CASCADE");
  }

  @Test
  void aLoadIsNamedAfterTheFirstTableThatItFills() throws Exception {
    Definition definition =
        definition(
            SCHEMA
                + """
                --@ load rows=2
                SELECT f(:n);
                INSERT INTO "t" VALUES (:n);
                INSERT INTO u VALUES (:n);
                --@ load rows=2
                SELECT f(:n);
                --@ load people rows=2
                INSERT INTO u VALUES (:n);
                --@ load once
                INSERT INTO u SELECT 1;
                """
                + WORK);

    assertThat(definition.loads())
        .extracting(LoadSection::operation)
        .containsExactly("LOAD_T", "LOAD_2", "LOAD_PEOPLE", "LOAD_4");
    assertThat(definition.loads().stream().map(LoadSection::seed).distinct()).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rows=7|7",
        "rows=1|1",
        "rows=10 * :scale|30",
        "rows=:given + 1|401",
        "rows=int(2.5 * 4)|10",
        "once|1"
      })
  void theRowsOfALoadAreKnownBeforeTheRun(String words, long rows) throws Exception {
    LoadSection load =
        load(
            "--@ load " + words + "\nINSERT INTO t VALUES (1 + :given);",
            "script.scale = 3",
            "script.given = 400");

    assertThat(load.rows()).isEqualTo(rows);
    assertThat(load.once()).isEqualTo(words.equals("once"));
    assertThat(load.variable()).isEqualTo("n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "_", "n"})
  void theRowsMayBeAKeyOfAnyName(String name) throws Exception {
    LoadSection load =
        load("--@ load rows=:" + name + "\nINSERT INTO t VALUES (:n);", "script." + name + " = 12");

    assertThat(load.rows()).isEqualTo(12);
  }

  @Test
  void theVariableThatCountsMayHaveAnotherName() throws Exception {
    LoadSection load = load("--@ load rows=3 as=row\nINSERT INTO t VALUES (:row);");

    assertThat(load.variable()).isEqualTo("row");
    assertThat(load.code().given()).containsOnlyKeys("row");
    assertThat(load("--@ load once\nINSERT INTO t VALUES (1);").code().given()).isEmpty();
  }

  @Test
  void insertsOfOneRowSayHowManyRowsAreLoaded() throws Exception {
    String both = "--@ load rows=5\nINSERT INTO T VALUES (:n);\nINSERT INTO u VALUES (:n);\n";
    assertThat(rows(both)).hasValue(10);
    assertThat(rows(both + "--@ load rows=3\nINSERT INTO \"t\" VALUES (:n);\n")).hasValue(13);
    assertThat(rows("")).hasValue(0);
    assertThat(definition(SCHEMA + both + "--@ load rows=3\nINSERT INTO t VALUES (:n);\n" + WORK))
        .extracting(Definition::tables)
        .isEqualTo(
            List.of(
                new Plan.LoadedTable(Table.named("t"), 8),
                new Plan.LoadedTable(Table.named("u"), 5)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--@ load once\nINSERT INTO t VALUES (1);\n",
        "--@ load rows=5\nINSERT INTO t SELECT :n;\n",
        "--@ load rows=5\nINSERT INTO other VALUES (:n);\n",
        "--@ load rows=5\n\\if :n > 2\nINSERT INTO t VALUES (:n);\n\\endif\n",
        "--@ load rows=5\nINSERT INTO t VALUES (:n), (:n);\n"
      })
  void otherLoadsDoNot(String load) throws Exception {
    assertThat(rows(load)).isEmpty();
    assertThat(rows("--@ load rows=5\nINSERT INTO u VALUES (:n);\n" + load)).isEmpty();
    assertThat(rows(load + "--@ load rows=5\nINSERT INTO u VALUES (:n);\n")).isEmpty();
  }

  @Test
  void aTransactionHasItsRoleWeightAndRetries() throws Exception {
    List<TransactionCode> transactions =
        definition(
                """
                --@ transaction a
                SELECT 1;
                --@ transaction b role=insert weight=0.25
                INSERT INTO t VALUES (1);
                --@ transaction c role=delete retry=duplicate weight=0
                DELETE FROM t;
                --@ transaction d role=query
                SELECT :client_id, :clients;
                """)
            .transactions();

    assertThat(transactions)
        .extracting(TransactionCode::role)
        .containsExactly(Role.QUERY, Role.INSERT, Role.DELETE, Role.QUERY);
    assertThat(transactions)
        .extracting(TransactionCode::weight)
        .containsExactly(1.0, 0.25, 0.0, 1.0);
    assertThat(transactions)
        .extracting(TransactionCode::retriesDuplicates)
        .containsExactly(false, false, true, false);
    assertThat(transactions.get(3).code().given()).containsOnlyKeys("client_id", "clients");
  }

  @Test
  void eachVerificationIsASectionOfItsOwn() throws Exception {
    List<Code> verify =
        definition(WORK + "--@ verify\nSELECT 1;\nSELECT 2;\n--@ verify\nSELECT 3;\n").verify();

    assertThat(verify).extracting(code -> code.statements().size()).containsExactly(2, 1);
  }

  @Test
  void theSettingsOfTheDataAreThoseThatShapeIt() throws Exception {
    String load = "--@ load rows=:many\n\\set x :given\nINSERT INTO t VALUES (:x);\n";
    Map<String, String> settings =
        plan(
                SCHEMA + load + "--@ transaction w\nSELECT :other;\n",
                "seed = 12",
                "script.scale = 3",
                "script.given = 5",
                "script.many = 9",
                "script.other = 6")
            .dataSettings();

    assertThat(settings.keySet())
        .containsExactly("seed", "script.scale", "script.given", "script.many", "script.data");
    assertThat(settings)
        .containsEntry("seed", "12")
        .containsEntry("script.scale", "3")
        .containsEntry("script.given", "5")
        .containsEntry("script.many", "9");
    assertThat(settings.get("script.data")).matches("[0-9a-f]{64}");
  }

  private static final String DATA =
      """
      --@ schema
      CREATE TABLE t (a int, b int);
      --@ load rows=5
      \\set x :n * 2
      INSERT INTO t VALUES (:n, :x);
      --@ index
      CREATE INDEX i ON t (a);
      --@ session
      SET a = 1;
      --@ transaction w
      SELECT 1;
      --@ verify
      SELECT 2;
      --@ cleanup
      DROP TABLE t;
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(a int, b int)|(a int, b bigint)|section schema of a.sql",
        ":n * 2|:n * 3|section load of a.sql",
        "rows=5|rows=6|section load of a.sql",
        "(:n, :x)|(:x, :n)|section load of a.sql",
        "(:n, :x)|(:n, :scale)|section load of a.sql",
        "INSERT INTO t VALUES|INSERT INTO t (a, b) VALUES|section load of a.sql",
        "ON t (a)|ON t (b)|section index of a.sql"
      })
  void anotherTextOfTheDataHasAnotherChecksum(String from, String to, String section)
      throws Exception {
    ScriptPlan plan = plan(DATA);
    ScriptPlan edited = plan(DATA.replace(from, to));

    assertThat(edited.dataSettings().get("script.data"))
        .isNotEqualTo(plan.dataSettings().get("script.data"));
    assertThat(edited.dataTexts().keySet())
        .containsExactlyElementsOf(plan.dataTexts().keySet())
        .contains(section);
    plan.dataTexts()
        .forEach(
            (name, sum) -> {
              assertThat(sum).matches("[0-9a-f]{16}");
              assertThat(edited.dataTexts().get(name).equals(sum)).isEqualTo(!name.equals(section));
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1|SELECT 5",
        "SELECT 2|SELECT 6",
        "SET a = 1|SET a = 2",
        "CREATE INDEX|-- a comment{n}CREATE INDEX",
        "DROP TABLE|DROP TABLE IF EXISTS"
      })
  void whatDoesNotShapeTheDataHasNone(String from, String to) throws Exception {
    ScriptPlan plan = plan(DATA);
    ScriptPlan edited = plan(DATA.replace(from, to.replace("{n}", "\n")));

    assertThat(edited.dataSettings()).isEqualTo(plan.dataSettings());
    assertThat(edited.dataTexts()).isEqualTo(plan.dataTexts());
  }
}
