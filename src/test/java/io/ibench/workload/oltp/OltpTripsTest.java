package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Database;
import io.ibench.db.PostgresSchema;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.TcpProxy;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The round trips of a transaction, counted on the way to the server, and the size of a table. */
@Execution(ExecutionMode.CONCURRENT)
@NeedsServer
class OltpTripsTest {

  @ParameterizedTest
  @CsvSource({
    "MARIADB, read_write, sysbench, 20",
    "MYSQL, read_write, sysbench, 20",
    "POSTGRES, read_write, sysbench, 20",
    "MARIADB, read_write, merged, 18",
    "POSTGRES, read_write, merged, 18",
    "MARIADB, read_only, sysbench, 16",
    "POSTGRES, read_only, sysbench, 16",
    "MARIADB, point_select, sysbench, 1",
    "POSTGRES, point_select, sysbench, 1",
    "POSTGRES, insert, sysbench, 1",
    "MARIADB, insert, sysbench, 1",
    "POSTGRES, inlist_update, sysbench, 1",
  })
  void aTransactionTakesSoManyTrips(Product product, String script, String trips, int expected)
      throws Exception {
    try (ServerSchema schema = ServerSchema.of(product);
        TcpProxy proxy = TcpProxy.to("127.0.0.1", schema.port());
        Database database = schema.open(schema.url(proxy.port()))) {
      new OltpTrial(database).run(OltpTrial.LOAD, "oltp.rows = 200");
      OltpPlan plan =
          OltpTrial.plan(script, "oltp.rows = 200", "oltp.operations = 9", "oltp.trips = " + trips);
      Step.Work step = (Step.Work) plan.steps().get(0);
      try (Session session = database.session()) {
        Worker worker =
            plan.begin(0, RegisteredDataset.read(plan, database, "oltp", "test"))
                .worker(step, step.groups().get(0), 0, session, new Random64(1));
        for (int i = 0; i < 8; i++) {
          worker.prepare(worker.next(), 0);
          proxy.reset();
          worker.execute(worker.next());
          assertThat(proxy.roundTrips()).as("transaction " + i).isEqualTo(expected);
        }
      }
    }
  }

  /** The server counts ibench's other transactions too, such as those of ibench_tables. */
  @Test
  void everyTransactionIsACommitByTheServersCounter() throws Exception {
    try (PrivatePostgres server = Servers.requireOwnPostgres();
        PostgresSchema schema = new PostgresSchema(server);
        Connection connection = schema.connect();
        Statement statement = connection.createStatement()) {
      try (Database database = schema.open(schema.url())) {
        new OltpTrial(database).run(OltpTrial.LOAD, "oltp.rows = 500");
      }
      long reads = 1;
      long before = commits(statement);
      try (Database database = schema.open(schema.url())) {
        new OltpTrial(database).run("read_write", "oltp.rows = 500", "oltp.operations = 1000");
      }
      long after = commits(statement);
      while (after < before + 1000) { // A session reports what it has done when it ends.
        after = commits(statement);
        reads++;
      }
      assertThat(after - before - reads).isBetween(900L, 1200L);
    }
  }

  @Test
  void moreStatementsThanTheServerKeepsAreRefusedBeforeTheFirstStep() throws Exception {
    OltpPlan plan =
        OltpTrial.plan(
            "drop, create, load, read_write",
            "oltp.operations = 1",
            "oltp.tables = 50",
            "oltp.threads = 40");
    try (ServerSchema schema = ServerSchema.of(Product.MARIADB);
        Database database = schema.open(schema.url())) {
      RegisteredDataset dataset = RegisteredDataset.read(plan, database, "oltp", "test");
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> dataset.admit(Set.of()))
          .withMessage(
              "read_write prepares 18,000 statements, and the server keeps 16,382; raise the"
                  + " server's max_prepared_stmt_count, or have fewer threads or tables");
    }
  }

  private static long commits(Statement statement) throws Exception {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** sysbench's table of 10,000 rows has 271 pages: its columns have the same types. */
  @Test
  void theTableHasTheSizeOfSysbenchs() throws Exception {
    try (ServerSchema schema = ServerSchema.of(Product.POSTGRES);
        Database database = schema.open(schema.url())) {
      new OltpTrial(database).run(OltpTrial.LOAD, "oltp.rows = 10000", "load.threads = 1");
      try (Connection connection = schema.connect();
          Statement statement = connection.createStatement();
          ResultSet size = statement.executeQuery("SELECT pg_relation_size('sbtest1')")) {
        assertThat(size.next()).isTrue();
        assertThat(size.getLong(1)).isEqualTo(2_220_032);
      }
    }
  }
}
