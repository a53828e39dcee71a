package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Native.Control;
import io.ibench.workload.script.Item.Piece;
import io.ibench.workload.script.Section.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the words of a statement, a section and a file say. */
class StatementKindsTest {

  @ParameterizedTest
  @CsvSource({
    "BEGIN, BEGIN",
    "BEGIN, BEGIN ISOLATION LEVEL SERIALIZABLE",
    "BEGIN, START TRANSACTION",
    "BEGIN, START TRANSACTION READ ONLY",
    "NONE, BEGIN NOT ATOMIC SELECT 1",
    "NONE, BEGINNING",
    "NONE, START SLAVE",
    "COMMIT, COMMIT",
    "COMMIT, END TRANSACTION",
    "COMMIT, COMMIT WORK AND NO CHAIN NO RELEASE",
    "NONE, COMMIT PREPARED 'A'",
    "ROLLBACK, ROLLBACK",
    "ROLLBACK, ABORT WORK",
    "NONE, ROLLBACK TO SAVEPOINT A",
    "NONE, SELECT 1"
  })
  void aStatementBeginsOrEndsATransaction(Control control, String words) {
    assertThat(Statements.control(words)).isEqualTo(control);
  }

  @ParameterizedTest
  @CsvSource({
    "COPY T FROM STDIN, 'is a stream, not a statement; use a section load, which is fast'",
    "COPY T TO STDOUT, 'is a stream, not a statement; use a section load, which is fast'",
    "LOAD DATA LOCAL INFILE 'F', 'is a stream, not a statement; use a section load, which is fast'",
    "FETCH NEXT FROM C, is not supported: statements return all their rows at once",
    "DECLARE C CURSOR FOR SELECT 1, is not supported: statements return all their rows at once",
    "LISTEN A, is not supported: statements return all their rows at once",
    "COMMIT AND CHAIN, begins another transaction; write COMMIT; BEGIN;",
    "SET AUTOCOMMIT = 0, would hide where a transaction begins; write BEGIN and COMMIT",
    "SET SESSION AUTOCOMMIT = 0, would hide where a transaction begins; write BEGIN and COMMIT"
  })
  void someStatementsAreRefusedWithWhatToWriteInstead(String words, String why) {
    assertThat(Statements.refusal(words)).contains(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"COPY T FROM '/F'", "LOAD DATA INFILE 'F'", "COMMIT AND NO CHAIN", "SELECT 1"})
  void otherStatementsAreNotRefused(String words) {
    assertThat(Statements.refusal(words)).isEmpty();
  }

  @Test
  void onlyChangesWithoutReturningSurelyReturnNoRow() {
    assertThat(Statements.returnsNothing(Control.NONE, " insert into t values (1)")).isTrue();
    assertThat(Statements.returnsNothing(Control.NONE, "DELETE FROM t RETURNING a")).isFalse();
    assertThat(Statements.returnsNothing(Control.NONE, "UPDATE t SET a = 1 OUTPUT x")).isFalse();
    assertThat(Statements.returnsNothing(Control.NONE, "SELECT 1")).isFalse();
    assertThat(Statements.returnsNothing(Control.COMMIT, "COMMIT")).isTrue();
  }

  @Test
  void aRollbackToASavepointIsToldFromOneOfTheTransaction() {
    assertThat(Statements.isRollbackToSavepoint(" rollback work to savepoint a")).isTrue();
    assertThat(Statements.isRollbackToSavepoint("ROLLBACK TO a")).isTrue();
    assertThat(Statements.isRollbackToSavepoint("ROLLBACK")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE TABLE t (a INT), t",
    "create temporary table if not exists T (a int), T",
    "CREATE TABLE \"T x\" (a INT), \"T x\"",
    "CREATE TABLE `t` (a INT), `t`",
    "'{\"create\": \"t\", \"capped\": true}', t"
  })
  void theNameOfACreatedTableIsFound(String text, String name) {
    assertThat(Statements.createsTable(text)).isTrue();
    assertThat(Statements.createdTable(text)).contains(name);
  }

  @Test
  void theNameOfATableInASchemaIsNotFound() {
    assertThat(Statements.createsTable("CREATE TABLE s.t (a INT)")).isTrue();
    assertThat(Statements.createdTable("CREATE TABLE s.t (a INT)")).isEmpty();
    assertThat(Statements.createsTable("CREATE INDEX i ON t (a)")).isFalse();
    assertThat(Statements.createdTable("CREATE INDEX i ON t (a)")).isEmpty();
    assertThat(Statements.createsTable("SELECT 1")).isFalse();
  }

  @Test
  void aTableThatMayExistIsTakenForTheScripts() {
    assertThat(Statements.createsIfMissing("create table if not exists t (a int)")).isTrue();
    assertThat(Statements.createsIfMissing("CREATE TABLE t (a INT)")).isFalse();
  }

  @Test
  void theDroppedTablesAreAsWritten() {
    assertThat(Statements.droppedTables("drop table if exists \"A\", b cascade"))
        .contains("\"A\", b");
    assertThat(Statements.droppedTables("{\"drop\": \"t\"}")).contains("t");
    assertThat(Statements.droppedTables("DROP INDEX i")).isEmpty();
    assertThat(Statements.unquoted("\"Ab\"", true)).isEqualTo("Ab");
    assertThat(Statements.unquoted("`Ab`", true)).isEqualTo("Ab");
    assertThat(Statements.unquoted("Ab", true)).isEqualTo("ab");
    assertThat(Statements.unquoted("Ab", false)).isEqualTo("Ab");
  }

  @Test
  void aStatementIsShownWithoutItsValues() {
    Place place = new Place("a.sql", 3);
    Item.Statement statement =
        new Item.Statement(
            place,
            List.of(
                new Piece(Piece.Kind.TEXT, " SELECT ", place),
                new Piece(Piece.Kind.VARIABLE, "a", place),
                new Piece(Piece.Kind.TEXT, " '", place),
                new Piece(Piece.Kind.QUOTED_NAME, "b", place),
                new Piece(Piece.Kind.QUOTED_CHOICE, "c", place),
                new Piece(Piece.Kind.TEXT, "' ", place),
                new Piece(Piece.Kind.CHOICE, "d", place)));

    assertThat(statement.plain()).isEqualTo("SELECT ? ':b{c}' {d}");
    assertThat(place).hasToString("a.sql:3");
  }

  @Test
  void aSectionIsItsDirectiveAndItsStatements() {
    Place place = new Place("a.sql", 1);
    Item.Statement statement = new Item.Statement(place, List.of());
    Section section =
        new Section(
            Kind.TRANSACTION,
            "pay",
            Map.of(),
            Set.of(),
            place,
            List.of(new Item.Meta(place, "set", "a 1"), statement));

    assertThat(section.title()).isEqualTo("transaction pay");
    assertThat(section.statements()).containsExactly(statement);
    assertThat(section.with(List.of()).items()).isEmpty();
    assertThat(section.with(List.of()).name()).isEqualTo("pay");
    assertThat(new Section(Kind.LOAD, "", Map.of(), Set.of(), place, List.of()).title())
        .isEqualTo("load");
    assertThat(Kind.of("load")).contains(Kind.LOAD);
    assertThat(Kind.of("cleanup")).contains(Kind.CLEANUP);
    assertThat(Kind.of("LOAD")).isEmpty();
    assertThat(Kind.LOAD.keys()).containsExactly("as", "rows", "on");
    assertThat(Kind.INDEX.keys()).containsExactly("on");
    assertThat(Kind.TRANSACTION.keys()).containsExactly("retry", "role", "weight", "on");
  }

  @Test
  void aFileWithoutADirectiveIsATransactionOfItsName() {
    assertThat(ScriptReader.transactionName("new-order.v2.sql")).isEqualTo("new_order_v2");
    assertThat(ScriptReader.transactionName("7days.sql")).isEqualTo("t7days");
  }

  @Test
  void theChecksumOfATransactionIsThatOfItsLines() {
    String pay = "\\set a 1\nSELECT 1;\n";

    Map<String, String> checksums =
        TransactionTexts.checksums(
            Map.of(
                "shop.sql",
                """
                --@ schema
                CREATE TABLE t (a INT);
                --@ transaction pay weight=3
                  \\set a 1

                -- a comment
                SELECT 1;
                --@ transaction weight=2
                SELECT 2;
                """));

    assertThat(checksums)
        .isEqualTo(
            Map.of(
                "script.transaction.pay", PlanReader.sha256(pay).substring(0, 16),
                "script.transaction.shop", PlanReader.sha256("SELECT 2;\n").substring(0, 16)));
    assertThat(PlanReader.sha256(""))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void aKindOfValueHasAName() {
    assertThat(List.of(Value.NULL, Value.BOOLEAN, Value.INTEGER, Value.DOUBLE, Value.DECIMAL))
        .extracting(Value::name)
        .containsExactly("null", "boolean", "integer", "double", "number");
    assertThat(Value.name(Value.TEXT)).isEqualTo("text");
    assertThat(Value.of(false).bits()).isZero();
    assertThat(Value.of(true).bits()).isEqualTo(1);
    assertThat(Optional.of(Value.of("a"))).map(Value::text).contains("a");
  }

  @Test
  void functionsHaveTheirNumbersOfArguments() {
    Op permute = Op.function("permute").orElseThrow();
    assertThat(permute.least()).isEqualTo(2);
    assertThat(permute.most()).isEqualTo(3);
    assertThat(Op.function("power")).contains(Op.POWER);
    assertThat(Op.function("hash_murmur2")).contains(Op.HASH);
    assertThat(Op.function("")).isEmpty();
    assertThat(Op.functions()).contains("random", "hash_fnv1a").doesNotContain("add", "");
    assertThat(Op.values())
        .filteredOn(op -> !op.isPure())
        .containsExactly(
            Op.RANDOM,
            Op.RANDOM_EXPONENTIAL,
            Op.RANDOM_GAUSSIAN,
            Op.RANDOM_ZIPFIAN,
            Op.RANDOM_PARETO,
            Op.RANDOM_SPECIAL,
            Op.RANDOM_HOT,
            Op.RANDOM_MIXED,
            Op.RANDOM_LIST,
            Op.RANDOM_HISTOGRAM,
            Op.STRING,
            Op.TEXT,
            Op.BYTES,
            Op.EPOCH_MS,
            Op.TIMESTAMP,
            Op.SEQUENCE,
            Op.RECENT,
            Op.SIZE,
            Op.ITEM);
    assertThat(Op.values())
        .filteredOn(Op::compares)
        .containsExactly(Op.EQUAL, Op.UNEQUAL, Op.LESS, Op.AT_MOST);
  }
}
