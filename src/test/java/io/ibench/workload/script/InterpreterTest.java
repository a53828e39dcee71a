package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.measure.Clock;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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

  /** Records what is executed; the statement of this number fails. */
  private static final class RecordingSession implements Session {

    final List<String> executed = new ArrayList<>();
    int failing = -1;

    @Override
    public NativePrepared prepare(Native statement) {
      return new Recorded(this, statement);
    }

    @Override
    public Prepared prepare(Command command) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Transaction transaction() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Cursor scan(Scan scan, long... parameters) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Aftermath aftermath() {
      return Aftermath.NONE;
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }

  private static final class Recorded implements NativePrepared {

    private final RecordingSession session;
    private final Native statement;
    private final long[] values = new long[9];

    Recorded(RecordingSession session, Native statement) {
      this.session = session;
      this.statement = statement;
    }

    @Override
    public void setLong(int parameter, long value) {
      values[parameter] = value;
    }

    @Override
    public int execute() throws DatabaseException {
      StringBuilder line = new StringBuilder(statement.text());
      for (int i = 0; i < statement.parameters(); i++) {
        line.append(' ').append(values[i]);
      }
      session.executed.add(line.toString());
      if (session.executed.size() - 1 == session.failing) {
        throw new DatabaseException(FailureKind.DEADLOCK, "deadlock");
      }
      return statement.control() == Native.Control.NONE ? 1 : 0;
    }

    @Override
    public void setDouble(int parameter, double value) {}

    @Override
    public void setBoolean(int parameter, boolean value) {}

    @Override
    public void setText(int parameter, String value) {}

    @Override
    public void setNull(int parameter) {}

    @Override
    public boolean isRead() {
      return false;
    }

    @Override
    public long resultHash() {
      return 0;
    }

    @Override
    public List<String> columns() {
      return List.of();
    }

    @Override
    public int keptRows() {
      return 0;
    }

    @Override
    public NativeKind kind(int row, int column) {
      return NativeKind.NULL;
    }

    @Override
    public long getLong(int row, int column) {
      return 0;
    }

    @Override
    public double getDouble(int row, int column) {
      return 0;
    }

    @Override
    public String getText(int row, int column) {
      return "";
    }
  }

  private Interpreter interpreter(RecordingSession session) throws Exception {
    ScriptPlan plan =
        (ScriptPlan) ScriptRunner.plan(folder, "sqlite", SCRIPT, "request.operations = 1");
    Code code = plan.definition().transactions().get(0).code();
    AtomicLong sequence = new AtomicLong();
    Machine machine = Interpreter.machine(code, new Random64(3), 3, sequence::incrementAndGet);
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
