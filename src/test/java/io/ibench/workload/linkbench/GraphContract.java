package io.ibench.workload.linkbench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** What LinkBench must find alike on every product. A subclass runs once for each of them. */
@Timeout(GraphContract.PATIENCE_SECONDS)
@ParameterizedClass(name = "{0}")
@EachProduct(oneOfEachAdapter = true)
abstract class GraphContract {

  /** A lock that is never released ends one test, not the whole run. */
  static final int PATIENCE_SECONDS = 300;

  @Parameter Product product;

  @TempDir Path folder;

  private FreshDatabase fresh;
  Database database;

  @BeforeEach
  void open() throws DatabaseException {
    fresh = FreshDatabase.of(product, folder);
    database = fresh.database();
  }

  @AfterEach
  void close() throws DatabaseException {
    if (fresh != null) {
      fresh.close();
    }
  }
}
