package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a failure the open transaction does the same again, and nothing before it. */
class InterpreterTest {

  private static final String SCRIPT =
      """
      \\set a random(1, 1000000000)
      UPDATE t SET x = :a;
      BEGIN;
      \\set b random(1, 1000000000)
      \\set a :a + 1
      \\set s sequence()
      UPDATE t SET y = :b, a = :a, s = :s;
      UPDATE t SET z = :a;
      COMMIT;
      """;

  @TempDir Path folder;

  private Interpreter interpreter(RecordingSession session) throws Exception {
    ScriptPlan plan =
        (ScriptPlan) ScriptRunner.plan(folder, "sqlite", SCRIPT, "request.operations = 1");
    Code code = plan.definition().transactions().get(0).code();
    Sequence sequence = Sequence.after(0);
    Machine machine = Interpreter.machine(code, new Random64(3), 3, name -> sequence);
    return new Interpreter(code, machine, session, Laps.NONE, 0, Clock.system(), false, Role.QUERY);
  }

  @Test
  void theFailedTransactionHasTheSameValuesAgain() throws Exception {
    RecordingSession session = new RecordingSession();
    Interpreter interpreter = interpreter(session);
    session.failing = 3;
    interpreter.begin();
    assertThatThrownBy(interpreter::execute)
        .isInstanceOf(DatabaseException.class)
        .hasMessageEndingWith("a.sql:8: deadlock");
    assertThat(interpreter.execute()).isEqualTo(3);
    assertThat(session.executed).hasSize(8);
    assertThat(session.executed.get(1)).isEqualTo("BEGIN");
    assertThat(session.executed.subList(4, 7)).isEqualTo(session.executed.subList(1, 4));
    assertThat(session.executed.get(7)).isEqualTo("COMMIT");
    assertThat(interpreter.tally(ScriptPlan.WRITES)).isEqualTo(3);
    assertThat(interpreter.tally(ScriptPlan.OTHER)).isEqualTo(2);
    interpreter.begin();
    interpreter.execute();
    assertThat(session.executed.get(10)).endsWith(" 2").isNotEqualTo(session.executed.get(2));
  }

  @Test
  void aSingleStatementIsRepeatedAlone() throws Exception {
    RecordingSession session = new RecordingSession();
    Interpreter interpreter = interpreter(session);
    session.failing = 0;
    interpreter.begin();
    assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
    assertThat(interpreter.execute()).isEqualTo(3);
    assertThat(session.executed).hasSize(6);
    assertThat(session.executed.get(1)).isEqualTo(session.executed.get(0));
  }
}
