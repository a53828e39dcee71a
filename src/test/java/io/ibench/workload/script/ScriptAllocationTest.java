package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.Native;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import io.ibench.workload.Laps;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction of a script allocates nothing of ibench's own, as long as it makes no text. */
@Slow
class ScriptAllocationTest {

  private static final int WARM_UP = 20_000;
  private static final int TRANSACTIONS = 100_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final String SCRIPT =
      """
      \\choose t 1 4
      \\set id 1 + permute(random_zipfian(1, 1000, 1.1), 1000)
      \\set delta random(-5000, 5000)
      \\set part CASE WHEN :id % 2 = 0 THEN hash(:id) ELSE random_gaussian(1, 100, 4.0) END
      \\set share random_exponential(1, 100, 3.0) / 7.5
      \\set number sequence()
      \\set kind random_list(1, 70, 2.5, 20, :id + 1, 10)
      \\set wide random_histogram(1, 1000, 5, 1, 0, 2)
      \\set hot random_hot(1, 1000, 0.8, 1, 10) + random_mixed(1, 1000, 1.1, 0.6)
      \\set late recent('', 1000, 1.1)
      \\list ids random(1, 9) 9 random(1, 1000)
      \\list deltas size(ids) 9 random(-5000, 5000) + item(ids, 1)
      BEGIN;
      SELECT balance FROM account{t} WHERE id = :id \\gset
      \\if :balance >= 0
      UPDATE account{t} SET balance = balance + :delta, part = :part WHERE id = :id;
      \\else
      DELETE FROM account{t} WHERE id = :id;
      \\endif
      \\repeat random(2, 2) as i
      \\set delta :delta + :i
      UPDATE branch SET balance = balance + :delta, kind = :kind + :wide + :hot + :late;
      \\endrepeat
      INSERT INTO history (number, account, delta, share) VALUES (:number, :id, :delta, :share);
      INSERT INTO change (account, id, delta) VALUES (:id, :ids, :deltas);
      DELETE FROM mark WHERE account IN (:ids);
      COMMIT;
      """;

  @TempDir private Path folder;

  @Test
  void aTransactionAllocatesNothing() throws Exception {
    ScriptPlan plan =
        (ScriptPlan) ScriptRunner.plan(folder, "sqlite", SCRIPT, "request.operations = 1");
    Step.Work step = (Step.Work) plan.steps().get(0);
    Sequence sequence = Sequence.after(0);
    Worker worker =
        new TransactionWorker(
            plan,
            step,
            step.groups().get(0),
            0,
            new QuietSession(),
            new Random64(3),
            Laps.NONE,
            name -> sequence,
            Clock.system());
    perform(worker, WARM_UP);
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    long rows = perform(worker, TRANSACTIONS);
    long bytes = THREADS.getThreadAllocatedBytes(thread) - before;
    assertThat(rows).isEqualTo(7L * TRANSACTIONS);
    assertThat(sequence.last()).isEqualTo(WARM_UP + TRANSACTIONS);
    assertThat(bytes).as("bytes of %d transactions", TRANSACTIONS).isLessThan(TRANSACTIONS / 10);
  }

  private static long perform(Worker worker, int transactions) throws Exception {
    long rows = 0;
    for (int i = 0; i < transactions; i++) {
      int operation = worker.next();
      worker.prepare(operation, 0);
      rows += worker.execute(operation);
    }
    return rows;
  }

  /** Every statement finds or changes a row. */
  private static final class QuietSession implements Session {

    @Override
    public NativePrepared prepare(Native statement) {
      return new Quiet(statement);
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

  /** A select returns a row with the number 5. */
  private static final class Quiet implements NativePrepared {

    private static final List<String> COLUMNS = List.of("balance");

    private final boolean isRead;
    private final int rows;
    private long bound;

    Quiet(Native statement) {
      isRead = statement.text().startsWith("SELECT");
      rows = statement.control() == Native.Control.NONE ? 1 : 0;
    }

    @Override
    public int execute() {
      return rows;
    }

    @Override
    public void setLong(int parameter, long value) {
      bound = value;
    }

    @Override
    public void setDouble(int parameter, double value) {
      bound = (long) value;
    }

    @Override
    public void setBoolean(int parameter, boolean value) {}

    @Override
    public void setText(int parameter, String value) {}

    @Override
    public void setNull(int parameter) {}

    @Override
    public boolean isRead() {
      return isRead;
    }

    @Override
    public long resultHash() {
      return bound;
    }

    @Override
    public List<String> columns() {
      return COLUMNS;
    }

    @Override
    public int keptRows() {
      return rows;
    }

    @Override
    public NativeKind kind(int row, int column) {
      return NativeKind.INTEGER;
    }

    @Override
    public long getLong(int row, int column) {
      return 5;
    }

    @Override
    public double getDouble(int row, int column) {
      return 5;
    }

    @Override
    public String getText(int row, int column) {
      return "5";
    }
  }
}
