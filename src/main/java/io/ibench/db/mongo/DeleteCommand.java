package io.ibench.db.mongo;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.DeleteOptions;
import io.ibench.db.Command;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Deletes documents. A limited delete takes two round trips: the first one finds the keys, the
 * second one deletes the range from the first to the last key. Not thread-safe.
 */
final class DeleteCommand extends MongodbPrepared {

  private static final DeleteOptions BY_KEYS =
      new DeleteOptions().hintString(DocumentLayout.KEY_INDEX);
  private static final DeleteOptions FREELY = new DeleteOptions();

  private final MongoCollection<BsonDocument> collection;
  private final DocumentFilter filter;
  private final int limit;

  DeleteCommand(
      MongoCollection<BsonDocument> collection,
      Command.Delete delete,
      DocumentFilter filter,
      Execution execution) {
    super(delete, 1, execution);
    this.collection = collection;
    this.filter = filter;
    this.limit = delete.limit();
  }

  @Override
  boolean isChange() {
    return true;
  }

  @Override
  int run(ClientSession session) {
    BsonDocument query = filter.with(values);
    if (limit > 0) {
      return deleteFirst(session, query);
    }
    if (filter.namesOneKey()) {
      return (int) collection.deleteOne(session, query).getDeletedCount();
    }
    DeleteOptions options = filter.isKeyRange() ? BY_KEYS : FREELY;
    return Math.toIntExact(collection.deleteMany(session, query, options).getDeletedCount());
  }

  private int deleteFirst(ClientSession session, BsonDocument query) {
    BsonValue first = null;
    BsonValue last = null;
    try (MongoCursor<BsonDocument> keys =
        collection
            .find(session, query)
            .projection(DocumentLayout.keyOrder(1))
            .sort(DocumentLayout.keyOrder(1))
            .hintString(DocumentLayout.KEY_INDEX)
            .limit(limit)
            .batchSize(Math.min(limit, Integer.MAX_VALUE - 1) + 1)
            .cursor()) {
      while (keys.hasNext()) {
        last = keys.next().get(DocumentLayout.ID);
        first = first == null ? last : first;
      }
    }
    if (first == null || last == null) {
      return 0;
    }
    BsonDocument range = between(query, first, last);
    return Math.toIntExact(collection.deleteMany(session, range, BY_KEYS).getDeletedCount());
  }

  /** Adds the query's other conditions to the range of keys. */
  private BsonDocument between(BsonDocument query, BsonValue first, BsonValue last) {
    BsonDocument range =
        new BsonDocument(DocumentLayout.ID, new BsonDocument("$gte", first).append("$lte", last));
    return filter.isKeyRangeAlone()
        ? range
        : new BsonDocument("$and", new BsonArray(List.of(query, range)));
  }
}
