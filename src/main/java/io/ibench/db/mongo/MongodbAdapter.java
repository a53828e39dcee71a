package io.ibench.db.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClients;
import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import java.util.List;

/** MongoDB through its own driver. */
public final class MongodbAdapter implements Adapter {

  private static final Key<String> URL =
      Key.text("url", "the driver's URL, such as mongodb://127.0.0.1:27017/ibench");

  @Override
  public String name() {
    return "mongodb";
  }

  @Override
  public String line() {
    return "MongoDB through its Java driver";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(URL);
  }

  @Override
  public Target bind(Config config) {
    String url = config.get(URL);
    if (!url.matches("mongodb(\\+srv)?://[^/]+/[^/?]+(\\?.*)?")) {
      config.problem("names no database; the form is mongodb://host:port/database", URL);
    }
    return () -> {
      ConnectionString connection = new ConnectionString(url);
      return MongodbDatabase.open(MongoClients.create(connection), connection.getDatabase());
    };
  }
}
