package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Role;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values reach statements, and come from answers, as what they are. */
class InterpreterValuesTest {

  @TempDir Path folder;

  private InterpreterTrial trial;

  @BeforeEach
  void begin() {
    trial = new InterpreterTrial(folder);
  }

  private void fails(String script, String message) throws Exception {
    Interpreter interpreter = trial.interpreter(script, Role.QUERY);
    interpreter.begin();
    assertThatThrownBy(interpreter::execute)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.isInvalidSetting()).isTrue())
        .hasMessageEndingWith(message);
  }

  @Test
  void aVariableIsBoundAsItsKind() throws Exception {
    String script =
        """
        \\set whole 7
        \\set part 0.5
        \\set yes 1 < 2
        \\set no 1 > 2
        \\set word 'x'
        \\set none NULL
        UPDATE t SET a = :whole, b = :part, c = :yes, d = :no, e = :word, f = :none, g = :given;
        """;

    assertThat(trial.execute(script, "script.given = 9007199254740993.50"))
        .containsExactly(
            "UPDATE t SET a = ?, b = ?, c = ?, d = ?, e = ?, f = ?, g = ?"
                + " 7 double:0.5 true false 'x' null decimal:9007199254740993.50");
  }

  @Test
  void aColumnIsAVariableOfItsKind() throws Exception {
    String read = "SELECT * FROM t";
    trial.session.returns(
        read,
        1,
        "whole unread part exact yes word none",
        5L,
        6L,
        2.5,
        new BigDecimal("1.50"),
        true,
        "x",
        null);
    String script =
        read
            + " \\gset my_\n"
            + "UPDATE t SET a = :my_none, b = :my_word, c = :my_yes, d = :my_exact, e = :my_part,"
            + " f = :my_whole;";

    assertThat(trial.execute(script).get(1)).endsWith(" null 'x' true decimal:1.50 double:2.5 5");
  }

  @Test
  void aColumnThatIsNullReplacesTheValueOfAVariable() throws Exception {
    trial.session.returns("SELECT a FROM t", 1, "a", (Object) null);

    assertThat(trial.execute("\\set a 5\nSELECT a FROM t \\gset\nUPDATE t SET x = :a;").get(1))
        .isEqualTo("UPDATE t SET x = ? null");
  }

  @Test
  void expressionsComputeWithColumns() throws Exception {
    trial.session.returns("SELECT a, b FROM t", 1, "a b", 5L, false);
    String script =
        """
        SELECT a, b FROM t \\gset
        \\set c :a * 2
        \\if :b
        UPDATE t SET x = 1;
        \\else
        UPDATE t SET y = :c;
        \\endif
        UPDATE t SET z = :a;
        """;

    assertThat(trial.execute(script))
        .containsExactly("SELECT a, b FROM t", "UPDATE t SET y = ? 10", "UPDATE t SET z = ? 5");
  }

  @Test
  void gsetNeedsExactlyOneRow() throws Exception {
    String script = "SELECT 0;\nSELECT a FROM t \\gset\nSELECT :a;";
    for (int rows : new int[] {0, 2}) {
      trial.session.returns("SELECT a FROM t", rows, "a");
      fails(script, "a.sql:2: \\gset needs exactly one row, and the statement returned " + rows);
    }
  }

  /** The row that it reports is no row that it returns. */
  @Test
  void gsetNeedsARowAlsoAfterAChange() throws Exception {
    trial.session.changes("CALL p()", 1);

    fails("CALL p() \\gset", "a.sql:1: \\gset needs exactly one row, and the statement returned 0");
  }

  @Test
  void asetTakesTheLastOfAnyRows() throws Exception {
    trial.session.returns("SELECT a FROM t", 2, "a", 8L);
    trial.session.returns("SELECT b FROM t", 0, "b");
    String script =
        """
        \\set a 1
        \\set b 2
        SELECT a FROM t \\aset
        SELECT b FROM t \\aset
        UPDATE t SET x = :a, y = :b;
        """;

    assertThat(trial.execute(script).get(2)).isEqualTo("UPDATE t SET x = ?, y = ? 8 2");
  }

  @Test
  void theChosenNumbersAreInTheTextAndInTheVariables() throws Exception {
    String script = "\\choose c 1 3\n\\choose d 10 11\nUPDATE t{c}_{d} SET c = :c, d = :d;";
    Interpreter interpreter = trial.interpreter(script, Role.QUERY);
    for (int i = 0; i < 100; i++) {
      interpreter.begin();
      interpreter.execute();
    }

    assertThat(new TreeSet<>(trial.session.executed))
        .containsExactly(
            "UPDATE t1_10 SET c = ?, d = ? 1 10",
            "UPDATE t1_11 SET c = ?, d = ? 1 11",
            "UPDATE t2_10 SET c = ?, d = ? 2 10",
            "UPDATE t2_11 SET c = ?, d = ? 2 11",
            "UPDATE t3_10 SET c = ?, d = ? 3 10",
            "UPDATE t3_11 SET c = ?, d = ? 3 11");
    assertThat(trial.session.prepared).hasSize(6);
  }

  /** All others could never be executed. */
  @Test
  void aNumberThatATextHasTwiceMakesOneFormForEachNumber() throws Exception {
    List<String> executed =
        trial.execute("\\choose c 1 40\nSELECT a FROM t{c}, u{c} WHERE x = '{c}' AND y = :c;");

    assertThat(trial.session.prepared)
        .hasSize(40)
        .contains("SELECT a FROM t7, u7 WHERE x = '7' AND y = ?");
    assertThat(executed.get(0))
        .matches("SELECT a FROM t(\\d+), u\\1 WHERE x = '\\1' AND y = \\? \\1");
  }

  @Test
  void aMistakeWhileItRunsHasItsLine() throws Exception {
    fails("\\set a random(0, 0)\n\\set b 1 / :a\nSELECT :b;", "a.sql:2: division by 0");
    fails("SELECT 1;\n\\set a random(0, 0)\n\\if 1 / :a\n\\endif", "a.sql:3: division by 0");
    assertThat(trial.session.executed).containsExactly("SELECT 1");
  }

  @Test
  void aMistakeBeforeTheFirstStatementIsForgottenByTheNextExecution() throws Exception {
    String script = "\\set a random(0, 1)\n\\set b 1 / :a\nUPDATE t SET x = :b;";
    Interpreter interpreter = trial.interpreter(script, Role.QUERY);
    int failed = 0;
    for (int i = 0; i < 50; i++) {
      interpreter.begin();
      try {
        interpreter.execute();
      } catch (DatabaseException e) {
        failed++;
      }
    }

    assertThat(failed).isBetween(1, 49);
    assertThat(trial.session.executed).hasSize(50 - failed).containsOnly("UPDATE t SET x = ? 1");
  }

  @Test
  void whatTheServerRefusesHasTheLineOfItsStatement() {
    DatabaseException missing = new DatabaseException(FailureKind.FATAL, "no such table: u");
    trial.session.refused.put("SELECT a FROM u", missing);
    assertThatThrownBy(() -> trial.interpreter("SELECT 1;\nSELECT a FROM u;", Role.QUERY))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.FATAL))
        .hasMessageEndingWith("a.sql:2: no such table: u")
        .hasCause(missing);

    DatabaseException setting = DatabaseException.invalidSetting("mongo.transactions is off");
    trial.session.refused.put("SELECT b FROM u", setting);
    assertThatThrownBy(() -> trial.interpreter("SELECT b FROM u;", Role.QUERY)).isSameAs(setting);
  }

  /** Some servers name the columns when a statement is prepared. */
  @Test
  void aColumnWithoutANameOfAVariableIsRefusedBeforeTheFirstExecution() {
    trial.session.returns("SELECT sum(x) FROM t", 1, "sum(x)", 5L);

    assertThatThrownBy(() -> trial.interpreter("SELECT sum(x) FROM t \\gset", Role.QUERY))
        .hasMessageContaining("a.sql:1: \\gset has a column that the server calls sum(x)");
    assertThat(trial.session.executed).isEmpty();
  }

  /** The caller executes the statements, as a load of many rows does. */
  @Test
  void theCallerOfStatementsSeesTheMistakesBetweenThem() throws Exception {
    String script =
        """
        \\set a 5
        SELECT :a;
        \\set b :a * 2
        SELECT :b;
        \\set c 1 / (:b - 10)
        SELECT :c;
        """;
    Interpreter interpreter = trial.interpreter(script, Role.INSERT, true);
    interpreter.beginNested();
    interpreter.requireBegun();
    interpreter.passStatement();
    interpreter.requireBegun();
    interpreter.passStatement();

    assertThatThrownBy(interpreter::requireBegun).hasMessageEndingWith("a.sql:5: division by 0");
    assertThat(trial.session.executed).isEqualTo(List.of());
  }
}
