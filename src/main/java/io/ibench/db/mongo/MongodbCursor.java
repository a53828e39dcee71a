package io.ibench.db.mongo;

import com.mongodb.client.MongoCursor;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import java.util.List;
import org.bson.BsonDocument;

/** A scan that the driver fetches in batches. */
final class MongodbCursor implements Cursor {

  private final DocumentLayout layout;
  private final List<String> columns;
  private final MongoCursor<BsonDocument> documents;
  private BsonDocument present;

  MongodbCursor(DocumentLayout layout, List<String> columns, MongoCursor<BsonDocument> documents) {
    this.layout = layout;
    this.columns = columns;
    this.documents = documents;
  }

  @Override
  public boolean next() throws DatabaseException {
    boolean more = MongodbFailures.call(documents::hasNext);
    if (more) {
      present = MongodbFailures.call(documents::next);
    }
    return more;
  }

  @Override
  public long getLong(int column) {
    return layout.number(present, columns.get(column));
  }

  @Override
  public void close() throws DatabaseException {
    MongodbFailures.run(documents::close);
  }
}
