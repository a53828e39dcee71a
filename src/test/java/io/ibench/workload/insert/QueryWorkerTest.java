package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.measure.Role;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries on the strict reference. */
class QueryWorkerTest {

  private static final int GET_MAX = InsertOperation.GET_MAX.ordinal();
  private static final int POINT = InsertOperation.POINT.ordinal();

  private Database database;
  private Session session;
  private InsertRun run;

  @BeforeEach
  void load() throws Exception {
    database = Adapters.open("memory", Map.of());
    session = database.session();
    run = InsertRun.on(database, Map.of());
    run.run("drop", "create", "l.i0", "l.x");
  }

  @AfterEach
  void close() throws DatabaseException {
    session.close();
    database.close();
  }

  private Worker worker(String step) throws DatabaseException {
    return run.worker((Step.Work) run.step(step), Role.QUERY, 0, session);
  }

  private static int perform(Worker worker) throws DatabaseException {
    int operation = worker.next();
    worker.prepare(operation, 0);
    worker.execute(operation);
    return operation;
  }

  @Test
  void theHighestKeyIsReadAgainAfterAHundredPointQueries() throws Exception {
    Worker worker = worker("qp100");
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 100; i++) {
        assertThat(perform(worker)).isEqualTo(POINT);
      }
      assertThat(perform(worker)).isEqualTo(GET_MAX);
    }
  }

  /** The rest of a schedule is drawn, and not executed. */
  @Test
  void aLookThatIsNotMadeKeepsNoQueryFromComing() throws Exception {
    Worker worker = worker("qp100");
    for (int i = 0; i < 100; i++) {
      perform(worker);
    }
    assertThat(worker.next()).isEqualTo(GET_MAX);
    assertThat(worker.next()).isEqualTo(POINT);
  }

  @Test
  void rangeQueriesNeverLookAtKeysAndAreAllAsFrequent() throws Exception {
    Worker worker = worker("qr100");
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < 3000; i++) {
      counts.merge(perform(worker), 1, Integer::sum);
    }
    assertThat(counts)
        .containsOnlyKeys(
            InsertOperation.MARKET.ordinal(),
            InsertOperation.REGISTER.ordinal(),
            InsertOperation.PDC.ordinal());
    assertThat(counts.values()).allMatch(count -> count > 900 && count < 1100);
  }

  @Test
  void everyRowThatIsReadIsInTheChecksum() throws Exception {
    Worker worker = worker("qp100");
    perform(worker);
    long once = worker.checksum(POINT);
    perform(worker);
    assertThat(once).isNotZero();
    assertThat(worker.checksum(POINT)).isNotEqualTo(once);
  }
}
