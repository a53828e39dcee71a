package io.ibench.db.mongo;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** Creates documents from the bound values of complete rows. Immutable. */
final class RowWriter {

  /** For each column its field; null if only {@code _id} contains it. */
  private final String[] fields;

  /** The parameters of the key's columns; -1 for a generated key. */
  private final int[] keyParameters;

  /**
   * @param columns in the order of the parameters
   */
  RowWriter(DocumentLayout layout, List<String> columns) {
    fields = new String[columns.size()];
    for (int i = 0; i < fields.length; i++) {
      String column = columns.get(i);
      boolean own = layout.isField(column) && !layout.field(column).equals(DocumentLayout.ID);
      fields[i] = own ? layout.field(column) : null;
    }
    keyParameters = layout.keyColumns().stream().mapToInt(columns::indexOf).toArray();
  }

  /** The {@code _id} of a row with an explicit key. */
  BsonValue id(BoundValues values, int row) {
    if (keyParameters.length == 1) {
      return values.value(row, keyParameters[0]);
    }
    long[] parts = new long[keyParameters.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = values.number(row, keyParameters[i]);
    }
    return DocumentLayout.binary(parts);
  }

  BsonDocument document(BoundValues values, int row) {
    return document(values, row, id(values, row));
  }

  /** A row with a generated key. */
  BsonDocument document(BoundValues values, int row, long key) {
    return document(values, row, new BsonInt64(key));
  }

  private BsonDocument document(BoundValues values, int row, BsonValue id) {
    BsonDocument document = new BsonDocument(DocumentLayout.ID, id);
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != null) {
        document.put(fields[i], values.value(row, i));
      }
    }
    return document;
  }

  /** The field of a column; null if only {@code _id} contains it. */
  String field(int parameter) {
    return fields[parameter];
  }
}
