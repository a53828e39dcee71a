package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.MariadbSchema;
import io.ibench.measure.OperationStats;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Another transaction locks all rows until a transaction of write_only has waited three times for
 * innodb_lock_wait_timeout. sysbench would commit half of it.
 */
@NeedsServer
@Timeout(300)
class OltpLockTest {

  private static final int TIMEOUTS = 3;

  @Test
  void aTransactionThatWaitsTooLongIsRepeatedAsAWholeAndItsTimeContainsTheWaits() throws Exception {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb());
        Database database =
            schema.open(schema.url() + "&sessionVariables=innodb_lock_wait_timeout=1");
        Connection holder = schema.connect()) {
      Holder lock = new Holder(holder);
      OltpTrial trial =
          new OltpTrial(database, lock)
              .run(
                  OltpTrial.LOAD + ", write_only, verify",
                  "oltp.rows = 50",
                  "write_only.operations = 20");

      List<String> ids = trial.rows().stream().map(row -> row.split(",")[0]).toList();
      assertThat(ids).hasSize(50).doesNotHaveDuplicates();
      assertThat(trial.facts()).contains("sbtest1: 50 rows as booked");
      assertThat(trial.counted(OltpCounter.WRITES)).isEqualTo(20 * 4);
      OperationSummary writes = trial.results().get(4).whole().operations().get(0);
      assertThat(writes.retries()).isGreaterThanOrEqualTo(TIMEOUTS);
      assertThat(writes.service().maxNanos())
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(950 * TIMEOUTS));
    }
  }

  /** Locks all rows when the step begins, and none after so many retries. */
  private static final class Holder implements RunListener {

    private final Connection connection;
    private long retries;

    Holder(Connection connection) throws SQLException {
      this.connection = connection;
      connection.setAutoCommit(false);
    }

    @Override
    public void stepStarted(StepStart step) {
      if (step.title().equals("write_only")) {
        execute("UPDATE sbtest1 SET k = k");
        execute("SELECT * FROM sbtest1 FOR UPDATE");
      }
    }

    @Override
    public void interval(StepStart step, Snapshot snapshot) {
      retries += snapshot.operations().stream().mapToLong(OperationStats::retries).sum();
      if (retries >= TIMEOUTS) {
        execute("ROLLBACK");
      }
    }

    private void execute(String sql) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new IllegalStateException(sql, e);
      }
    }
  }
}
