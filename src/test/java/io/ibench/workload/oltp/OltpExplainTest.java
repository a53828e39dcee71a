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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Covered searches read the index alone without a hint, and scans read the table. */
@Timeout(300)
class OltpExplainTest {

  @TempDir private Path folder;

  private static String plan(Database database, Command command, Long... values) throws Exception {
    return String.join("\n", database.explain(command, List.of(values)));
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
      if (product.isPostgres()) {
        fresh.database().execute("VACUUM ANALYZE sbtest1");
      }
      OltpTable table = trial.plan().oltpTables().get(0);
      Database database = fresh.database();
      assertThat(plan(database, table.rangeOn(OltpKeys.On.K, true), 5000L, 5100L))
          .containsPattern(indexOnly);
      assertThat(plan(database, table.rangeOn(OltpKeys.On.K, false), 5000L, 5100L))
          .doesNotContainPattern(indexOnly);
      assertThat(plan(database, table.scan())).containsPattern(wholeTable);
    }
  }
}
