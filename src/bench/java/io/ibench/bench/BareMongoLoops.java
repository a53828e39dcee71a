package io.ibench.bench;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/** One client for all threads, and the counter of the nodes that they add. */
final class BareMongoLoops implements RequestLoops {

  private static final int OPENED_AT_ONCE = 16;

  private final MongoClient client;
  private final MongoDatabase database;
  private final AtomicLong nextNode;

  BareMongoLoops(String url) {
    ConnectionString string = new ConnectionString(url);
    client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyToConnectionPoolSettings(
                    pool -> pool.maxSize(0).maxConnecting(OPENED_AT_ONCE))
                .applyConnectionString(string)
                .build());
    database = client.getDatabase(string.getDatabase());
    nextNode = new AtomicLong(highestNode() + 1);
  }

  private long highestNode() {
    BsonDocument last =
        database
            .getCollection("nodetable", BsonDocument.class)
            .find()
            .sort(Sorts.descending("_id"))
            .first();
    return last == null ? 0 : last.getInt64("_id").getValue();
  }

  @Override
  public RequestLoop open() {
    ClientSessionOptions options = ClientSessionOptions.builder().causallyConsistent(false).build();
    return new BareMongo(database, client.startSession(options), nextNode);
  }

  @Override
  public void close() {
    client.close();
  }
}
