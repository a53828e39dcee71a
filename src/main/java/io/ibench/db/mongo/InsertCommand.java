package io.ibench.db.mongo;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertManyOptions;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/**
 * Inserts one row, or all rows of a batch with one unordered call.
 *
 * <p>Outside of a transaction, a failed batch leaves some rows inserted. If the server reports
 * which, they are deleted again. After a connection loss they are unknown: {@link #complete} then
 * inserts the missing rows as soon as there is a connection again. Not thread-safe.
 */
final class InsertCommand extends MongodbPrepared {

  private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);
  private static final BulkWriteOptions UNORDERED_REMOVALS = new BulkWriteOptions().ordered(false);

  private final MongoCollection<BsonDocument> collection;
  private final boolean batch;
  private final RowWriter writer;
  private final AtomicLong nextKey;

  /** The command has no key, and gets it from the counter. */
  private final boolean drawsKeys;

  private final boolean generatedKey;
  private final int keyParameter;
  private long[] drawn = new long[0];
  private boolean interrupted;

  /**
   * @param nextKey shared by all sessions; used when the table has a generated key
   */
  InsertCommand(
      MongoCollection<BsonDocument> collection,
      DocumentLayout layout,
      Command.Insert insert,
      AtomicLong nextKey,
      Execution execution) {
    super(insert, insert.maxBatch(), execution);
    Table table = layout.table();
    this.collection = collection;
    this.batch = insert.maxBatch() > 1;
    this.nextKey = nextKey;
    this.writer = new RowWriter(layout, insert.columns());
    this.generatedKey = table.generatedKey();
    this.keyParameter = insert.columns().indexOf(table.primaryKey().get(0));
    this.drawsKeys = generatedKey && keyParameter < 0;
  }

  @Override
  boolean isChange() {
    return true;
  }

  /** A repeated execution keeps its keys: some rows of the batch may be inserted already. */
  @Override
  void begin(boolean repeated) {
    int rows = values.rows();
    if (!repeated) {
      interrupted = false;
    }
    if (drawsKeys && !repeated) {
      drawn = drawn.length < rows ? new long[rows] : drawn;
      long first = nextKey.getAndAdd(rows);
      for (int row = 0; row < rows; row++) {
        drawn[row] = first + row;
      }
    } else if (generatedKey && !drawsKeys) {
      long highest = Long.MIN_VALUE;
      for (int row = 0; row < rows; row++) {
        highest = Math.max(highest, values.number(row, keyParameter));
      }
      GeneratedKeys.raise(nextKey, highest);
    }
  }

  private BsonDocument document(int row) {
    return drawsKeys ? writer.document(values, row, drawn[row]) : writer.document(values, row);
  }

  @Override
  int run(ClientSession session) throws DatabaseException {
    if (!batch) {
      collection.insertOne(session, document(0));
      return 1;
    }
    List<BsonDocument> documents = new ArrayList<>(values.rows());
    for (int row = 0; row < values.rows(); row++) {
      documents.add(document(row));
    }
    if (session.hasActiveTransaction()) {
      collection.insertMany(session, documents, UNORDERED);
    } else {
      insertAlone(session, documents);
    }
    return documents.size();
  }

  private void insertAlone(ClientSession session, List<BsonDocument> documents)
      throws DatabaseException {
    try {
      collection.insertMany(session, documents, UNORDERED);
    } catch (MongoBulkWriteException e) {
      DatabaseException failure = MongodbFailures.ofChange(e);
      if (failure.kind() == FailureKind.OUTCOME_UNKNOWN) {
        interrupted = true;
      } else {
        remove(session, documents, e.getWriteErrors(), failure);
      }
      throw failure;
    } catch (MongoException e) {
      interrupted = MongodbFailures.ofChange(e).kind() == FailureKind.OUTCOME_UNKNOWN;
      throw e;
    }
  }

  /** Deletes all rows except those that the server has refused. */
  private void remove(
      ClientSession session,
      List<BsonDocument> documents,
      List<BulkWriteError> refused,
      DatabaseException failure)
      throws DatabaseException {
    BitSet inserted = new BitSet();
    inserted.set(0, documents.size());
    refused.forEach(error -> inserted.clear(error.getIndex()));
    List<DeleteOneModel<BsonDocument>> removals = new ArrayList<>();
    inserted.stream().forEach(row -> removals.add(new DeleteOneModel<>(key(documents.get(row)))));
    if (removals.isEmpty()) {
      return;
    }
    try {
      collection.bulkWrite(session, removals, UNORDERED_REMOVALS);
    } catch (MongoException e) {
      DatabaseException second = MongodbFailures.ofChange(e);
      second.addSuppressed(failure);
      throw second;
    }
  }

  private static BsonDocument key(BsonDocument document) {
    return new BsonDocument(DocumentLayout.ID, document.get(DocumentLayout.ID));
  }

  /**
   * Inserts the missing rows of a batch whose execution lost its connection outside of a
   * transaction; otherwise does nothing. Existing rows with these keys belong to the batch: the
   * keys are explicit, or generated for the batch alone.
   */
  void complete(ClientSession session) throws DatabaseException {
    if (!interrupted) {
      return;
    }
    List<BsonDocument> documents = new ArrayList<>(values.rows());
    for (int row = 0; row < values.rows(); row++) {
      documents.add(document(row));
    }
    try {
      collection.insertMany(session, documents, UNORDERED);
    } catch (MongoBulkWriteException e) {
      if (!MongodbFailures.hasDuplicatesAlone(e)) {
        throw MongodbFailures.of(e);
      }
    } catch (MongoException e) {
      throw MongodbFailures.of(e);
    }
    interrupted = false;
  }
}
