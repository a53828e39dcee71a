package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.db.RowHash;
import io.ibench.measure.Role;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an execution counts, also when a part of it is repeated. */
class InterpreterCountsTest {

  private static final String MIXED =
      """
      SELECT a FROM t;
      BEGIN;
      UPDATE t SET a = 1;
      INSERT INTO t VALUES (1);
      DELETE FROM t;
      COMMIT;
      CALL p();
      DELETE FROM u;
      """;

  @TempDir Path folder;

  private InterpreterTrial trial;

  @BeforeEach
  void begin() {
    trial = new InterpreterTrial(folder);
    trial.session.returns("SELECT a FROM t", 20, "a", 77L);
    trial.session.changes("UPDATE t SET a = 1", 0);
    trial.session.changes("INSERT INTO t VALUES (1)", 3);
    trial.session.changes("DELETE FROM t", 4);
    trial.session.changes("CALL p()", 500);
    trial.session.changes("DELETE FROM u", 0);
  }

  private static List<Long> tallies(Interpreter interpreter) {
    return IntStream.range(0, 4).mapToObj(interpreter::tally).toList();
  }

  @Test
  void statementsAreReadsWritesOrOthers() throws Exception {
    Interpreter interpreter = trial.interpreter(MIXED, Role.QUERY);
    for (int i = 0; i < 2; i++) {
      interpreter.begin();

      assertThat(interpreter.execute()).isEqualTo(20 + 3 + 4 + 500);
      assertThat(interpreter.tally(ScriptPlan.READS)).isEqualTo(1);
      assertThat(interpreter.tally(ScriptPlan.WRITES)).isEqualTo(4);
      assertThat(interpreter.tally(ScriptPlan.OTHER)).isEqualTo(3);
      assertThat(interpreter.tally(ScriptPlan.UNMATCHED)).isEqualTo(2);
      assertThat(interpreter.hasRolledBack()).isFalse();
    }
  }

  @Test
  void theHashIsThatOfAllAnswersInOrder() throws Exception {
    Interpreter interpreter = trial.interpreter(MIXED, Role.QUERY);
    long expected = 0;
    for (long answer : new long[] {77, 0, 3, 4, 0}) {
      expected = RowHash.mix(expected, answer);
    }
    for (int i = 0; i < 2; i++) {
      interpreter.begin();
      interpreter.execute();

      assertThat(interpreter.hash()).isEqualTo(expected);
    }
  }

  @Test
  void aRoleCountsItsRowsAlone() throws Exception {
    Interpreter inserting = trial.interpreter(MIXED, Role.INSERT);
    inserting.begin();
    assertThat(inserting.execute()).isEqualTo(3);

    Interpreter deleting = trial.interpreter(MIXED, Role.DELETE);
    deleting.begin();
    assertThat(deleting.execute()).isEqualTo(4);
  }

  /** Rows of a query were read and changed all the same. */
  @Test
  void rowsThatAreRolledBackAreNeitherInsertedNorDeleted() throws Exception {
    String script =
        """
        INSERT INTO t VALUES (1);
        BEGIN;
        INSERT INTO t VALUES (1);
        INSERT INTO t VALUES (1);
        ROLLBACK;
        INSERT INTO t VALUES (1);
        """;
    Interpreter inserting = trial.interpreter(script, Role.INSERT);
    inserting.begin();
    assertThat(inserting.execute()).isEqualTo(6);
    assertThat(inserting.hasRolledBack()).isTrue();

    Interpreter query = trial.interpreter(script, Role.QUERY);
    query.begin();
    assertThat(query.execute()).isEqualTo(12);
    assertThat(query.hasRolledBack()).isTrue();
  }

  @Test
  void onlyAnExecutionThatRollsBackHasRolledBack() throws Exception {
    String script =
        """
        \\set a random(0, 1)
        BEGIN;
        \\if :a
        ROLLBACK;
        \\else
        COMMIT;
        \\endif
        """;
    Interpreter interpreter = trial.interpreter(script, Role.QUERY);
    for (int i = 0; i < 20; i++) {
      interpreter.begin();
      interpreter.execute();

      String last = trial.session.executed.get(2 * i + 1);
      assertThat(interpreter.hasRolledBack()).isEqualTo(last.equals("ROLLBACK"));
    }
    assertThat(trial.session.executed).contains("COMMIT", "ROLLBACK");
  }

  /** As if the failure had never been. */
  @Test
  void aFailureAnywhereChangesNoCount() throws Exception {
    String script = MIXED + "BEGIN;\nINSERT INTO t VALUES (1);\nROLLBACK;\nSELECT a FROM t;\n";
    Interpreter calm = trial.interpreter(script, Role.INSERT);
    calm.begin();
    int rows = calm.execute();
    List<Integer> laps = List.copyOf(trial.laps);
    int statements = trial.session.executed.size();
    assertThat(statements).isEqualTo(12);

    for (int failing = 0; failing < statements; failing++) {
      trial.session.executed.clear();
      trial.laps.clear();
      trial.session.failing = failing;
      Interpreter interpreter = trial.interpreter(script, Role.INSERT);
      interpreter.begin();
      assertThatThrownBy(interpreter::execute)
          .isInstanceOf(DatabaseException.class)
          .hasMessageEndingWith("a.sql:" + (failing + 1) + ": deadlock");

      assertThat(interpreter.execute()).as("failure of %d", failing).isEqualTo(rows);
      assertThat(tallies(interpreter)).isEqualTo(tallies(calm));
      assertThat(interpreter.hash()).isEqualTo(calm.hash());
      assertThat(interpreter.hasRolledBack()).isTrue();
      assertThat(trial.laps).isEqualTo(laps);
    }
  }

  @Test
  void aTransactionOfExpressionsAloneCountsNothing() throws Exception {
    Interpreter interpreter = trial.interpreter("\\set a 1", Role.QUERY);
    interpreter.begin();

    assertThat(interpreter.execute()).isZero();
    assertThat(tallies(interpreter)).containsOnly(0L);
    assertThat(interpreter.hash()).isZero();
    assertThat(trial.laps).isEmpty();
  }

  /** The numbers of parts go on after those of the transactions before this one. */
  @Test
  void eachStatementIsTimed() throws Exception {
    String script =
        "SELECT a FROM t;\n\\if 0\nSELECT a FROM t;\n\\else\nCALL p();\n\\endif\n\\sleep 1 us\n";
    Interpreter interpreter = trial.interpreter(script, Role.QUERY);
    interpreter.begin();
    interpreter.execute();

    assertThat(trial.laps).containsExactly(10, 12, 13);
  }

  /** A caller who repeats all of it begins again, and so does whoever gives an operation up. */
  @Test
  void theNextExecutionForgetsTheFailedOne() throws Exception {
    for (boolean nested : new boolean[] {false, true}) {
      trial.session.executed.clear();
      trial.session.failing = 3;
      Interpreter interpreter = trial.interpreter(MIXED, Role.INSERT, nested);
      begin(interpreter, nested);
      assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
      trial.session.executed.clear();
      trial.session.failing = -1;
      begin(interpreter, nested);

      assertThat(interpreter.execute()).isEqualTo(3);
      assertThat(trial.session.executed).hasSize(8).startsWith("SELECT a FROM t", "BEGIN");
    }
  }

  private static void begin(Interpreter interpreter, boolean nested) {
    if (nested) {
      interpreter.beginNested();
    } else {
      interpreter.begin();
    }
  }

  /** The failed transaction was open: the first statement of the next execution is not in it. */
  @Test
  void theFirstStatementAfterAFailedTransactionIsRepeatedAlone() throws Exception {
    Interpreter interpreter = trial.interpreter(MIXED, Role.QUERY);
    trial.session.failing = 3;
    interpreter.begin();
    assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
    trial.session.executed.clear();
    trial.session.failing = 1;
    interpreter.begin();
    assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
    interpreter.execute();

    assertThat(trial.session.executed).startsWith("SELECT a FROM t", "BEGIN", "BEGIN");
    assertThat(trial.session.executed).hasSize(9);
  }
}
