package io.ibench.db.mongo;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/**
 * Stand in for the keys that a server would generate, which MongoDB does not for numbers: a counter
 * per collection that goes on above the highest key found, shared by all sessions of this process
 * and by nobody else: another process that inserts at the same time would draw the same keys, and
 * be told so by the server. Thread-safe.
 */
final class GeneratedKeys {

  private final MongoDatabase database;
  private final Map<String, AtomicLong> next = new ConcurrentHashMap<>();

  GeneratedKeys(MongoDatabase database) {
    this.database = database;
  }

  /** The counter of a table that has generated keys; what it says next is the next key. */
  AtomicLong of(Table table) throws DatabaseException {
    return MongodbFailures.call(
        () -> next.computeIfAbsent(table.name(), name -> new AtomicLong(highest(name) + 1)));
  }

  /** A row has this key: the next one is above it. */
  static void raise(AtomicLong nextKey, long key) {
    if (nextKey.get() <= key) {
      nextKey.accumulateAndGet(key + 1, Math::max);
    }
  }

  /** The collection is gone: the next one begins anew. */
  void forget(String table) {
    next.remove(table);
  }

  private long highest(String table) {
    BsonDocument last =
        database
            .getCollection(table, BsonDocument.class)
            .withReadPreference(ReadPreference.primary())
            .find()
            .projection(DocumentLayout.keyOrder(1))
            .sort(DocumentLayout.keyOrder(-1))
            .hintString(DocumentLayout.KEY_INDEX)
            .first();
    return last == null ? 0 : last.getNumber(DocumentLayout.ID).longValue();
  }
}
