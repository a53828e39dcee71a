package io.ibench.db.mongo;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import io.ibench.db.Command;
import io.ibench.db.Prepared;
import org.bson.BsonDocument;

/** A command that reads rows, which are decoded into reused memory. Not thread-safe. */
abstract class RowsCommand extends MongodbPrepared {

  /** For a select without a limit. */
  static final int ROWS_PER_TRIP = 10_000;

  final DocumentRows rows;

  /** Its documents are decoded into {@link #rows}. */
  final MongoCollection<BsonDocument> collection;

  RowsCommand(
      MongoCollection<BsonDocument> collection,
      Command.Select select,
      DocumentRows rows,
      Execution execution) {
    super(select, 1, execution);
    this.rows = rows;
    this.collection = collection.withCodecRegistry(rows.registry(collection.getCodecRegistry()));
  }

  @Override
  final boolean isChange() {
    return false;
  }

  /** Reads the answer to its end. */
  static void readAll(MongoIterable<DocumentRows> found) {
    try (MongoCursor<DocumentRows> cursor = found.cursor()) {
      while (cursor.hasNext()) {
        cursor.next();
      }
    }
  }

  @Override
  public final long resultHash() {
    return rows.resultHash();
  }

  @Override
  public final long getLong(int row, int column) {
    Prepared.requireRow(row, rows.rows());
    return rows.number(row, column);
  }

  @Override
  public final int getBytes(int row, int column, byte[] into) {
    Prepared.requireRow(row, rows.rows());
    return rows.bytes(row, column, into);
  }
}
