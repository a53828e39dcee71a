package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.random.Random64;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Full statements first, then the last rows alone. */
class TurnBatchTest {

  private static final String SCRIPT =
      """
      --@ schema
      CREATE TABLE t (a int, b int);
      --@ load rows=10
      \\set x 7
      \\repeat random(1, 4) as i
      INSERT INTO t VALUES (:i, :x);
      \\endrepeat
      --@ transaction w
      DELETE FROM t;
      """;

  private final RecordingSession session = new RecordingSession();

  @TempDir private Path folder;

  private TurnBatch batch;
  private Machine machine;
  private int slot;

  private int add(long... numbers) throws DatabaseException {
    int inserted = 0;
    for (long number : numbers) {
      machine.set(slot, Value.INTEGER, number, null);
      inserted += batch.add(machine);
    }
    return inserted;
  }

  private void makeBatch(int rows) throws Exception {
    ScriptPlan plan =
        (ScriptPlan) ScriptRunner.plan(folder, "sqlite", SCRIPT, "request.operations = 1");
    LoadSection section = plan.definition().loads().get(0);
    Code code = section.code();
    batch =
        new TurnBatch(
            code.statements().get(0), section.batchOfTurns(rows, true).orElseThrow(), session);
    machine = Interpreter.machine(code, new Random64(1), 1, name -> Sequence.after(0));
    machine.set(code.names().get("x"), Value.of("seven"));
    slot = code.names().get("i");
    session.changes("INSERT INTO t VALUES (?, ?), (?, ?), (?, ?)", 3);
  }

  @Test
  void threeRowsAreOneStatementAndTheLastOnesAreAlone() throws Exception {
    makeBatch(3);

    assertThat(add(1, 2)).isZero();
    assertThat(add(3, 4, 5, 6, 7, 8)).isEqualTo(6);
    assertThat(batch.flush()).isEqualTo(2);
    assertThat(batch.flush()).isZero();
    assertThat(session.executed)
        .containsExactly(
            "INSERT INTO t VALUES (?, ?), (?, ?), (?, ?) 1 'seven' 2 'seven' 3 'seven'",
            "INSERT INTO t VALUES (?, ?), (?, ?), (?, ?) 4 'seven' 5 'seven' 6 'seven'",
            "INSERT INTO t VALUES (?, ?) 7 'seven'",
            "INSERT INTO t VALUES (?, ?) 8 'seven'");
  }

  @Test
  void anotherAttemptHasNoRowsOfTheLastOne() throws Exception {
    makeBatch(3);
    session.failing = 0;
    assertThatThrownBy(() -> add(1, 2, 3)).hasMessageEndingWith("a.sql:6: deadlock");
    add(4);
    batch.begin();
    add(5);

    assertThat(batch.flush()).isEqualTo(1);
    assertThat(session.executed.get(1)).isEqualTo("INSERT INTO t VALUES (?, ?) 5 'seven'");
  }
}
