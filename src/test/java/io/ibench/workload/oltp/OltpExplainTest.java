package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Covered searches read the index alone without a hint, and scans read the table. */
@Timeout(300)
class OltpExplainTest {

  private static final int MOST_VACUUMS = 3000;

  @TempDir private Path folder;

  private static String plan(Database database, Command command, Long... values) throws Exception {
    return String.join("\n", database.explain(command, List.of(values)));
  }

  /** Pages count as visible to all only when no other test has an old snapshot. */
  private static void vacuum(Database database, Callable<Boolean> enough) throws Exception {
    int attempts = 0;
    do {
      database.execute("VACUUM ANALYZE sbtest1");
      attempts++;
    } while (!enough.call() && attempts < MOST_VACUUMS);
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void aCoveredSearchReadsTheIndexAlone(Product product) throws Exception {
    assumeThat(Set.of(Product.SQLITE, Product.MARIADB, Product.MYSQL, Product.POSTGRES))
        .contains(product);
    String indexOnly =
        product.isPostgres()
            ? "Index Only Scan"
            : product == Product.SQLITE ? "COVERING INDEX" : "Using index\\b(?! condition)";
    String wholeTable =
        product.isPostgres()
            ? "Seq Scan"
            : product == Product.SQLITE ? "(?m)^.*SCAN sbtest1\\s*$" : "\\bALL\\b";
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial = new OltpTrial(fresh.database()).run(OltpTrial.LOAD, "oltp.rows = 10000");
      OltpTable table = trial.plan().oltpTables().get(0);
      Database database = fresh.database();
      Command covered = table.rangeOn(OltpKeys.On.K, true);
      if (product.isPostgres()) {
        vacuum(database, () -> plan(database, covered, 5000L, 5100L).contains(indexOnly));
      }
      assertThat(plan(database, covered, 5000L, 5100L)).containsPattern(indexOnly);
      assertThat(plan(database, table.rangeOn(OltpKeys.On.K, false), 5000L, 5100L))
          .doesNotContainPattern(indexOnly);
      assertThat(plan(database, table.scan())).containsPattern(wholeTable);
    }
  }
}
