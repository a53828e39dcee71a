package io.ibench.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.jdbc.BareAccess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The bare loop does what ibench does, on every product with a JDBC driver. */
@Timeout(300)
class BothSidesTest {

  private static final int OPERATIONS = 7;

  @TempDir private Path folder;

  private static int rows(Database database, String name) throws DatabaseException {
    try (Session session = database.session()) {
      return session.prepare(everything(table(name))).execute();
    }
  }

  private static long sum(Database database, String name, String column) throws DatabaseException {
    Table table = table(name);
    long sum = 0;
    try (Session session = database.session()) {
      Prepared all = session.prepare(everything(table));
      int rows = all.execute();
      for (int row = 0; row < rows; row++) {
        sum += all.getLong(row, table.columnNames().indexOf(column));
      }
    }
    return sum;
  }

  private static Table table(String name) {
    return Tables.ALL.stream().filter(table -> table.name().endsWith(name)).findFirst().get();
  }

  private static Command.Select everything(Table table) {
    return Command.Select.of(table, table.columnNames(), List.of());
  }

  @EachProduct
  @ParameterizedTest
  void bothSidesDoTheSame(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      assumeTrue(
          fresh.database() instanceof BareAccess, "no JDBC driver, or behind a proxy of the tests");
      BareAccess access = (BareAccess) fresh.database();
      DatabaseCosts costs = new DatabaseCosts(access, true, () -> -1);
      costs.load();
      long counted = sum(access, "counts", "count");
      InsertedKeys keys = new InsertedKeys();
      Command.Upsert link = Tables.link(access.reportsOldValues());
      for (ComparedOperation operation : ComparedOperation.values()) {
        try (BareSide bare = new BareSide(access, operation, link, keys);
            IbenchSide ibench = new IbenchSide(access, operation, link, keys)) {
          bare.perform(OPERATIONS);
          ibench.perform(OPERATIONS);
          bare.perform(1);
          assertThat(bare.rowsRead())
              .as(operation.label())
              .isEqualTo(ibench.rowsRead() / OPERATIONS * (OPERATIONS + 1));
        }
      }
      int performed = 2 * OPERATIONS + 1;
      assertThat(rows(access, "inserts")).isEqualTo(performed * Tables.BATCH);
      assertThat(rows(access, "links")).isEqualTo(Tables.LINKS);
      assertThat(sum(access, "counts", "count")).isEqualTo(counted + performed);
      assertThat(DatabaseCosts.foreignTables(access)).isEmpty();
      costs.load();
      assertThat(rows(access, "inserts")).as("after a measurement was killed").isZero();
      costs.drop();
      for (Table table : Tables.ALL) {
        assertThat(access.exists(table.name())).as(table.name()).isFalse();
      }
    }
  }
}
