package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.db.EachProduct;
import io.ibench.db.FailureKind;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.StepResult;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

@Timeout(300)
class SnapshotWorkerTest {

  private static final Set<Product> HOLDING =
      EnumSet.of(
          Product.SQLITE,
          Product.MARIADB,
          Product.MYSQL,
          Product.MYROCKS,
          Product.POSTGRES,
          Product.PGBOUNCER_SESSION,
          Product.PGBOUNCER_TRANSACTION);

  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  /** The lowest key that a transaction of snapshots sees. */
  private static long lowest(Prepared firstRead) throws DatabaseException {
    return KeyRange.key(firstRead);
  }

  @ParameterizedTest
  @EachProduct
  void aSnapshotSeesTheRowsOfItsFirstReadUntilItEnds(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      InsertRun run = InsertRun.on(fresh.database(), Map.of("steps", "l.i0", "l.i0.rows", "10"));
      run.run("drop", "create", "l.i0");
      PurchaseTable table = run.plan().purchaseTables().get(0);
      try (Session reader = fresh.database().sessionForWorker();
          Session writer = fresh.database().session()) {
        if (!HOLDING.contains(product)) {
          assertThatThrownBy(reader::snapshots)
              .isInstanceOfSatisfying(
                  DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.FATAL));
          return;
        }
        Transaction snapshot = reader.snapshots();
        Prepared firstRead = snapshot.prepare(table.extremeKey(false));
        Prepared delete = writer.prepare(table.deleteOldest(5));
        snapshot.begin();
        assertThat(lowest(firstRead)).isEqualTo(1);
        delete.setLong(0, 1);
        assertThat(delete.execute()).isEqualTo(5);

        assertThat(lowest(firstRead)).as("the same snapshot").isEqualTo(1);
        reader.renew();
        reader.snapshots().begin();
        assertThat(lowest(firstRead)).as("another connection").isEqualTo(6);
        snapshot.rollback();
        assertThat(delete.execute()).isEqualTo(5);
        reader.snapshots().begin();
        assertThat(firstRead.execute()).as("no row is left").isZero();
        snapshot.rollback();
      }
    }
  }

  @Test
  void theLongestHoldIsThatOfTheClockAlsoForTheLastSnapshot() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.SQLITE, folder)) {
      InsertRun run = InsertRun.on(fresh.database(), Map.of("steps", "l.i0", "l.i0.rows", "10"));
      run.run("drop", "create", "l.i0");
      AtomicLong nanos = new AtomicLong(7);
      try (Session session = fresh.database().session()) {
        SnapshotWorker worker =
            new SnapshotWorker(run.plan().purchaseTables().get(0), session, nanos::get);
        assertThat(worker.longestNanos(Long.MAX_VALUE)).isZero();
        worker.execute(worker.next());
        nanos.addAndGet(3 * SECOND);
        worker.execute(worker.next());
        nanos.addAndGet(SECOND);

        assertThat(worker.longestNanos(Long.MAX_VALUE)).isEqualTo(3 * SECOND);
        nanos.addAndGet(9 * SECOND);
        assertThat(worker.longestNanos(4 * SECOND)).isEqualTo(4 * SECOND);
        assertThat(worker.count()).isEqualTo(2);
      }
    }
  }

  @Test
  void snapshotsAreAFactOfTheStepAndInNoneOfItsRates() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.SQLITE, folder)) {
      StepResult step =
          new EngineOnPurchases(fresh.database())
              .run(
                  Map.of(
                      "steps", "l.i0, l.i1, verify",
                      "insert.clients", "2",
                      "l.i1.rows_per_commit", "1",
                      "l.i1.snapshot", "100ms"))
              .get("l.i1");

      long snapshots =
          step.whole().operations().stream()
              .filter(each -> each.operation() == InsertOperation.SNAPSHOT.ordinal())
              .mapToLong(OperationSummary::count)
              .sum();
      assertThat(snapshots).isGreaterThanOrEqualTo(2);
      assertThat(step.facts())
          .anyMatch(
              fact ->
                  fact.startsWith("snapshots: " + snapshots + " held by 2 sessions, the longest"));
      assertThat(step.step().paced()).isFalse();
      assertThat(step.step().targets()).isEmpty();
      assertThat(step.succeeded()).isTrue();
    }
  }
}
