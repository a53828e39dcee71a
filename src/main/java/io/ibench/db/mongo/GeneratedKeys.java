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
 * Generates numeric keys, which MongoDB does not: a counter per collection, which continues above
 * the greatest existing key. Only the sessions of this process share it: another process that
 * inserts at the same time generates the same keys, and the server refuses them. Thread-safe.
 */
final class GeneratedKeys {

  private final MongoDatabase database;
  private final Map<String, AtomicLong> next = new ConcurrentHashMap<>();

  GeneratedKeys(MongoDatabase database) {
    this.database = database;
  }

  /** The counter of a table with generated keys; its next value is the next key. */
  AtomicLong of(Table table) throws DatabaseException {
    return MongodbFailures.call(
        () -> next.computeIfAbsent(table.name(), name -> new AtomicLong(highest(name) + 1)));
  }

  /** Registers an explicit key: the next key is greater. */
  static void raise(AtomicLong nextKey, long key) {
    if (nextKey.get() <= key) {
      nextKey.accumulateAndGet(key + 1, Math::max);
    }
  }

  /** Removes the counter of a dropped collection. */
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
