package io.ibench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.db.jdbc.BareAccess;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.TcpProxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bare loop is as good a rival as can be: it takes no more trips than ibench. */
@Timeout(300)
@NeedsServer
class SameTripsTest {

  private static final int OPERATIONS = 7;

  private static Database open(Product product, ServerSchema schema, int port, String batch)
      throws DatabaseException {
    Map<String, String> settings = schema.settings(schema.url(port));
    settings.put("batch", batch);
    return Adapters.open(product.adapter(), settings);
  }

  /** An operation is one trip; the transaction is its two statements, as the last one commits. */
  @ParameterizedTest
  @CsvSource({
    "MARIADB, values",
    "MARIADB, bulk",
    "MARIADB, text",
    "MYSQL, values",
    "MYSQL, text",
    "POSTGRES, values",
    "POSTGRES, bulk"
  })
  void bothSidesTakeTheSameTrips(Product product, String batch) throws Exception {
    try (ServerSchema schema = ServerSchema.of(product);
        TcpProxy proxy = TcpProxy.to("127.0.0.1", schema.port());
        BareAccess access = (BareAccess) open(product, schema, proxy.port(), batch)) {
      DatabaseCosts costs = new DatabaseCosts(access, true, () -> -1);
      costs.load();
      InsertedKeys keys = new InsertedKeys();
      Command.Upsert link = Tables.link(access.reportsOldValues());
      for (ComparedOperation operation : ComparedOperation.values()) {
        try (BareSide bare = new BareSide(access, operation, link, keys);
            IbenchSide ibench = new IbenchSide(access, operation, link, keys)) {
          int trips = operation == ComparedOperation.TRANSACTION ? 2 : 1;
          for (OverheadSide side : List.of(bare, ibench)) {
            side.perform(OPERATIONS);
            proxy.reset();
            side.perform(OPERATIONS);
            assertThat(proxy.roundTrips())
                .as("%s by %s", operation.label(), side)
                .isEqualTo((long) trips * OPERATIONS);
          }
        }
      }
    }
  }
}
