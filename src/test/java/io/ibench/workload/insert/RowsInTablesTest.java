package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.measure.Role;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The insert benchmark's own count of the rows of all its tables equals a count of the tables. */
class RowsInTablesTest {

  private static final Map<String, String> TWO_TABLES = Map.of("insert.clients", "2");

  @TempDir Path folder;

  @Test
  void duringTheLoadTheyAreThoseThatWereInserted() throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder);
        Session session = memory.database().session()) {
      InsertRun run = InsertRun.on(memory.database(), TWO_TABLES);
      run.act("create");
      assertThat(run.rowsInTables()).isEmpty();
      Worker worker = run.worker((Step.Work) run.step("l.i0"), Role.INSERT, 1, session);
      for (int commit = 0; commit < 3; commit++) {
        assertThat(run.rowsInTables()).hasValue(run.countRows());
        int operation = worker.next();
        worker.prepare(operation, InsertRun.LOAD_MILLIS);
        assertThat(worker.execute(operation)).isPositive();
      }
      assertThat(run.rowsInTables()).hasValue(run.countRows());
      assertThat(run.countRows()).isPositive();
    }
  }

  @Test
  void afterEachStepTheyAreThoseOfAllTables() throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      InsertRun run = InsertRun.on(memory.database(), TWO_TABLES);
      run.act("create");
      for (String step : new String[] {"l.i0", "l.x", "l.i1", "l.i2", "qr100", "qp100"}) {
        run.run(step);
        assertThat(run.rowsInTables()).as(step).hasValue(run.countRows());
      }
      assertThat(run.countRows()).isGreaterThanOrEqualTo(2_000);
      run.act("drop");
      assertThat(run.rowsInTables()).isEmpty();
    }
  }

  @Test
  void theirBytesAreThoseOfAllTablesUntilValuesOfUnknownLengthAreDeleted() throws Exception {
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      InsertRun run = InsertRun.on(memory.database(), TWO_TABLES);
      run.act("create");
      run.run("l.i0", "l.x");
      assertThat(run.rowBytesInTables()).hasValue(run.valueBytes());
      run.run("l.i1");
      assertThat(run.rowBytesInTables()).isEmpty();
    }
    Map<String, String> settings =
        Map.of("insert.data_length_min", "16", "insert.data_length_max", "16");
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      InsertRun run = InsertRun.on(memory.database(), settings);
      run.act("create");
      run.run("l.i0", "l.x", "l.i1", "l.i2");
      assertThat(run.rowBytesInTables()).hasValue(run.valueBytes());
    }
  }
}
