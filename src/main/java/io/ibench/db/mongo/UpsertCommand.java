package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOptions;
import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/**
 * Inserts a document or changes the existing one, in one round trip. Not thread-safe.
 *
 * <p>If two sessions insert the same document concurrently, one may fail because the key exists;
 * servers do not always repeat it. Outside of a transaction this class repeats it; inside, the
 * server has rolled back the transaction, which must be repeated as after a deadlock.
 */
final class UpsertCommand extends MongodbPrepared {

  private static final int MOST_ATTEMPTS = 10;
  private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

  private final MongoCollection<BsonDocument> collection;
  private final RowWriter writer;
  private final AtomicLong nextKey;
  private final boolean generatedKey;
  private final int keyParameter;

  /** For each column, whether an existing document gets it too. */
  private final boolean[] isSet;

  private final BsonDocument increments;
  private final Optional<Changes.WithOld> withOld;

  UpsertCommand(
      MongoCollection<BsonDocument> collection,
      DocumentLayout layout,
      Command.Upsert upsert,
      AtomicLong nextKey,
      Execution execution) {
    super(upsert, 1, execution);
    if (upsert.add().stream().map(Add::column).anyMatch(upsert.columns()::contains)) {
      throw new IllegalArgumentException("a column is given or added to, not both");
    }
    this.collection = collection;
    this.nextKey = nextKey;
    writer = new RowWriter(layout, upsert.columns());
    generatedKey = layout.table().generatedKey();
    keyParameter = upsert.columns().indexOf(layout.keyColumns().get(0));
    isSet = new boolean[upsert.columns().size()];
    for (int i = 0; i < isSet.length; i++) {
      isSet[i] = upsert.set().contains(upsert.columns().get(i));
    }
    increments = Changes.increments(layout, upsert.add(), values, 0);
    withOld = upsert.old().map(old -> new Changes.WithOld(collection, layout, old, true));
  }

  @Override
  boolean isChange() {
    return true;
  }

  @Override
  int run(ClientSession session) throws DatabaseException {
    if (generatedKey) {
      GeneratedKeys.raise(nextKey, values.number(0, keyParameter));
    }
    BsonDocument key = new BsonDocument(DocumentLayout.ID, writer.id(values, 0));
    BsonDocument update = update();
    for (int attempt = 1; ; attempt++) {
      try {
        upsert(session, key, update);
        return 1;
      } catch (MongoException e) {
        if (!MongodbFailures.isDuplicate(e)) {
          throw e;
        }
        if (session.hasActiveTransaction() || attempt == MOST_ATTEMPTS) {
          throw new DatabaseException(
              FailureKind.DEADLOCK, "another upsert came first: " + FailureText.of(e), e);
        }
      }
    }
  }

  private void upsert(ClientSession session, BsonDocument key, BsonDocument update) {
    if (withOld.isPresent()) {
      withOld.get().run(session, key, update);
    } else {
      collection.updateOne(session, key, update, UPSERT);
    }
  }

  private BsonDocument update() {
    BsonDocument onInsert = new BsonDocument();
    BsonDocument set = new BsonDocument();
    for (int i = 0; i < isSet.length; i++) {
      String field = writer.field(i);
      if (field != null) {
        (isSet[i] ? set : onInsert).put(field, values.value(0, i));
      }
    }
    return Changes.upsert(onInsert, set, increments);
  }

  @Override
  public long old() {
    return withOld.isPresent() ? withOld.get().old() : super.old();
  }
}
