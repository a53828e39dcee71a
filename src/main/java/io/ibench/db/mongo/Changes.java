package io.ibench.db.mongo;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.ibench.db.Add;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import java.util.List;
import org.bson.BsonDocument;

/** Update documents, and the call that also returns an old value. */
final class Changes {

  private Changes() {}

  /** An update of an existing document. */
  static BsonDocument update(BsonDocument set, BsonDocument increments) {
    BsonDocument update = new BsonDocument();
    add(update, "$set", set);
    add(update, "$inc", increments);
    return update;
  }

  /**
   * The additions to counters; may be empty.
   *
   * @param parameter the number of the first parameter that is added
   */
  static BsonDocument increments(
      DocumentLayout layout, List<Add> adds, BoundValues values, int parameter) {
    Table table = layout.table();
    BsonDocument increments = new BsonDocument();
    int next = parameter;
    for (Add add : adds) {
      long delta = add.constant().isPresent() ? add.constant().get() : values.number(0, next++);
      increments.put(
          layout.field(add.column()), DocumentValues.of(table.column(add.column()).type(), delta));
    }
    return increments;
  }

  /** An update of a document that may not exist yet. */
  static BsonDocument upsert(BsonDocument onInsert, BsonDocument set, BsonDocument increments) {
    BsonDocument update = update(set, increments);
    add(update, "$setOnInsert", onInsert);
    return update;
  }

  /** Leaves out empty operators, which the server refuses. */
  private static void add(BsonDocument update, String operator, BsonDocument fields) {
    if (!fields.isEmpty()) {
      update.put(operator, fields);
    }
  }

  /** Changes a document and returns a column's old value, in one round trip. Not thread-safe. */
  static final class WithOld {

    private final DocumentRows rows;
    private final MongoCollection<DocumentRows> collection;
    private final FindOneAndUpdateOptions options;

    /**
     * @param column the column to return
     * @param upsert whether to insert a missing document
     */
    WithOld(
        MongoCollection<BsonDocument> documents,
        DocumentLayout layout,
        String column,
        boolean upsert) {
      List<String> columns = List.of(column);
      rows = new DocumentRows(layout, columns, false);
      collection =
          documents
              .withCodecRegistry(rows.registry(documents.getCodecRegistry()))
              .withDocumentClass(DocumentRows.class);
      options =
          new FindOneAndUpdateOptions()
              .upsert(upsert)
              .returnDocument(ReturnDocument.BEFORE)
              .projection(layout.projection(columns));
    }

    /** Returns whether the document existed. */
    boolean run(ClientSession session, BsonDocument filter, BsonDocument update) {
      rows.clear();
      return collection.findOneAndUpdate(session, filter, update, options) != null;
    }

    /** The value before the last run, or {@link Prepared#ABSENT}. */
    long old() {
      return rows.rows() == 0 ? Prepared.ABSENT : rows.number(0, 0);
    }
  }
}
