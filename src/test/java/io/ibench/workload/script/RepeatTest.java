package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Role;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is in a loop is executed as often as its count says. */
class RepeatTest {

  @TempDir Path folder;

  private InterpreterTrial trial;

  @BeforeEach
  void makeTrial() {
    trial = new InterpreterTrial(folder);
  }

  @Test
  void theCounterIsTheNumberOfTheTurn() throws Exception {
    assertThat(trial.execute("\\repeat 3 as i\nUPDATE t SET x = :i;\n\\endrepeat\nDELETE FROM t;"))
        .containsExactly(
            "UPDATE t SET x = ? 1",
            "UPDATE t SET x = ? 2",
            "UPDATE t SET x = ? 3",
            "DELETE FROM t");
  }

  @ParameterizedTest
  @CsvSource({"0", "-3", "-9223372036854775807"})
  void aCountBelowOneIsNoTurn(String count) throws Exception {
    assertThat(
            trial.execute(
                "\\repeat :n\nDELETE FROM t;\n\\endrepeat\nUPDATE t SET x = 1;",
                "script.n = " + count))
        .containsExactly("UPDATE t SET x = 1");
  }

  /** Otherwise the loop would never end, or end too early. */
  @Test
  void theCountIsEvaluatedOnceAndTheCounterCannotChangeIt() throws Exception {
    assertThat(
            trial.execute(
                """
                \\set n random(2, 2)
                \\repeat :n as i
                \\set n :n + 1
                UPDATE t SET x = :i, n = :n;
                \\set i 0
                \\endrepeat
                """))
        .containsExactly("UPDATE t SET x = ?, n = ? 1 3", "UPDATE t SET x = ?, n = ? 2 4");
  }

  @Test
  void loopsAreNestedAndHaveConditions() throws Exception {
    assertThat(
            trial.execute(
                """
                \\repeat 2 as i
                \\repeat :i as j
                \\if :i = :j
                UPDATE t SET i = :i;
                \\else
                UPDATE t SET j = :j;
                \\endif
                \\endrepeat
                \\endrepeat
                """))
        .containsExactly("UPDATE t SET i = ? 1", "UPDATE t SET j = ? 1", "UPDATE t SET i = ? 2");
  }

  @Test
  void aLoopOfVariablesAloneIsEvaluatedBeforeTheClock() throws Exception {
    Interpreter interpreter =
        trial.interpreter(
            "\\set sum 0\n\\repeat 4 as i\n\\set sum :sum + :i\n\\endrepeat\nUPDATE t SET x = :sum;",
            Role.QUERY);
    interpreter.begin();
    interpreter.execute();

    assertThat(trial.session.executed).containsExactly("UPDATE t SET x = ? 10");
  }

  @Test
  void eachExecutionOfAStatementIsTimedAsTheSamePart() throws Exception {
    trial.execute("\\repeat 3\nDELETE FROM t;\nDELETE FROM u;\n\\endrepeat\nDELETE FROM v;");

    assertThat(trial.laps).containsExactly(10, 11, 10, 11, 10, 11, 12);
  }

  @Test
  void aFailureInATurnRepeatsItsTransactionAlone() throws Exception {
    Interpreter interpreter =
        trial.interpreter(
            """
            \\repeat 3 as i
            BEGIN;
            \\set x random(1, 1000000000)
            \\repeat :i as j
            UPDATE t SET x = :x, i = :i, j = :j;
            \\endrepeat
            COMMIT;
            \\endrepeat
            """,
            Role.QUERY);
    trial.session.failing = 5; // The second update of the second turn.
    interpreter.begin();
    assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
    interpreter.execute();

    List<String> executed = trial.session.executed;
    assertThat(executed).hasSize(3 + 3 + 4 + 5);
    assertThat(executed.subList(6, 9)).isEqualTo(executed.subList(3, 6));
    assertThat(executed.get(9)).isEqualTo("COMMIT");
  }

  @Test
  void whatASingleStatementOfATurnNeedsIsRestored() throws Exception {
    Interpreter interpreter =
        trial.interpreter(
            "\\repeat 3 as i\n\\set x random(1, 1000)\nUPDATE t SET x = :x, i = :i;\n\\endrepeat",
            Role.QUERY);
    trial.session.failing = 1;
    interpreter.begin();
    assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
    interpreter.execute();

    assertThat(trial.session.executed).hasSize(4);
    assertThat(trial.session.executed.get(2)).isEqualTo(trial.session.executed.get(1));
    assertThat(trial.laps).containsExactly(10, 10, 10);
  }

  @Test
  void aCountWithoutReasonFailsWithItsLine() {
    assertThatThrownBy(
            () -> trial.execute("DELETE FROM t;\n\\repeat 1000 * random(1001, 1001)\n\\endrepeat"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageEndingWith("a.sql:2: \\repeat has 1001000 turns; allowed: at most 1000000");
  }

  @Test
  void aLoopEndsWithItsStep() throws Exception {
    Interpreter interpreter =
        trial.interpreter("\\repeat 5\nDELETE FROM t;\n\\endrepeat", Role.QUERY);
    interpreter.begin();
    interpreter.abort();

    assertThatThrownBy(interpreter::execute).hasMessageEndingWith("\\repeat ends with its step");
    assertThat(trial.session.executed).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\\repeat 3/|\\endrepeat|60",
        "\\repeat 3/\\repeat 2/|\\endrepeat/\\endrepeat|120",
        "\\repeat 0/|\\endrepeat|0",
        "\\repeat random(1, 3)/|\\endrepeat|-1",
        "\\repeat 2/\\if :n > 5/|\\endif/\\endrepeat|-1",
        "\\list x 2 2 1/|\\set y item(x, 1)|20",
        "\\list x 2 2 1/|INSERT INTO t VALUES (:x);|-1"
      })
  void theRowsOfALoadAreKnownIfTheTurnsAre(String before, String after, long rows)
      throws Exception {
    String load = before + "/INSERT INTO t VALUES (:n);/" + after;
    String script =
        "--@ schema/CREATE TABLE t (a int);/--@ load rows=20/"
            + load
            + "/--@ transaction x/DELETE FROM t;";
    ScriptPlan plan =
        (ScriptPlan)
            ScriptRunner.plan(
                folder, "sqlite", script.replace("/", "\n"), "request.operations = 1");

    assertThat(plan.exactRows().orElse(-1)).isEqualTo(rows);
  }
}
