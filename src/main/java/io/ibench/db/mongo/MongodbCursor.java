package io.ibench.db.mongo;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCursor;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import org.bson.BSONException;

/** A scan that the driver fetches in batches, with one batch in memory. Not thread-safe. */
final class MongodbCursor implements Cursor {

  private final DocumentRows rows;
  private final MongoCursor<DocumentRows> documents;
  private int present = -1;

  /**
   * @param rows the decoded documents; the first batch is in it already
   */
  MongodbCursor(DocumentRows rows, MongoCursor<DocumentRows> documents) {
    this.rows = rows;
    this.documents = documents;
  }

  @Override
  public boolean next() throws DatabaseException {
    present++;
    if (present == rows.rows()) {
      rows.clear(); // The driver decodes the next batch before it returns its first row.
      present = 0;
    }
    try {
      boolean more = documents.hasNext();
      if (more) {
        documents.next();
      }
      return more;
    } catch (MongoException e) {
      throw MongodbFailures.of(e);
    } catch (BSONException e) {
      throw MongodbFailures.of(e);
    }
  }

  @Override
  public long getLong(int column) {
    return rows.number(present, column);
  }

  @Override
  public void close() throws DatabaseException {
    MongodbFailures.run(documents::close);
  }
}
