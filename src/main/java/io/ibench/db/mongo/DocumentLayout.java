package io.ibench.db.mongo;

import io.ibench.db.Table;
import java.nio.ByteBuffer;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * How rows of a table stand in a collection.
 *
 * <p>Numbers are int64 and payloads BinData. A key of one column is {@code _id} itself. A key of
 * several is a binary {@code _id}: each number in 8 bytes, the highest first, its sign bit flipped,
 * so that bytes sort as the numbers do. Such a key's columns are fields as well only when an index
 * of the table has them; otherwise they are read out of the key.
 */
final class DocumentLayout {

  static final String ID = "_id";

  private final Table table;
  private final List<String> key;

  DocumentLayout(Table table) {
    this.table = table;
    this.key = table.primaryKey();
    boolean numbers = key.stream().allMatch(name -> table.column(name).type().isNumber());
    if (hasBinaryKey() && !numbers) {
      throw new IllegalArgumentException(table.name() + ": a key of several has numbers only");
    }
  }

  Table table() {
    return table;
  }

  List<String> keyColumns() {
    return key;
  }

  boolean hasBinaryKey() {
    return key.size() > 1;
  }

  /** Whether the column can be asked for and sorted by under a name of its own. */
  boolean isField(String column) {
    table.position(column);
    return !hasBinaryKey()
        || !key.contains(column)
        || table.indexes().stream().anyMatch(index -> index.columns().contains(column));
  }

  /** The field that holds the column. */
  String field(String column) {
    if (!isField(column)) {
      throw new IllegalArgumentException(
          table.name() + "." + column + " is in the key only, and no index has it");
    }
    return !hasBinaryKey() && key.contains(column) ? ID : column;
  }

  /** The {@code _id} of a row. */
  BsonValue id(List<String> columns, BsonValue[] values) {
    if (!hasBinaryKey()) {
      return values[columns.indexOf(key.get(0))];
    }
    long[] parts = new long[key.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = values[columns.indexOf(key.get(i))].asInt64().getValue();
    }
    return binary(parts);
  }

  static BsonBinary binary(long... parts) {
    ByteBuffer bytes = ByteBuffer.allocate(parts.length * Long.BYTES);
    for (long part : parts) {
      bytes.putLong(part ^ Long.MIN_VALUE);
    }
    return new BsonBinary(bytes.array());
  }

  /** Adds those of the columns that are fields and not {@code _id}. */
  void addFields(BsonDocument document, List<String> columns, BsonValue[] values) {
    for (int i = 0; i < columns.size(); i++) {
      String column = columns.get(i);
      if (isField(column) && !field(column).equals(ID)) {
        document.put(column, values[i]);
      }
    }
  }

  /** What a read of the columns asks for; without {@code _id} unless a column is in it. */
  BsonDocument projection(List<String> columns) {
    BsonDocument projection = new BsonDocument(ID, new BsonInt32(0));
    for (String column : columns) {
      projection.put(isField(column) ? field(column) : ID, new BsonInt32(1));
    }
    return projection;
  }

  /** A number out of a document that {@link #projection} asked for. */
  long number(BsonDocument document, String column) {
    if (isField(column)) {
      return document.getNumber(field(column)).longValue();
    }
    ByteBuffer bytes = ByteBuffer.wrap(document.getBinary(ID).getData());
    return bytes.getLong(key.indexOf(column) * Long.BYTES) ^ Long.MIN_VALUE;
  }

  byte[] bytes(BsonDocument document, String column) {
    return document.getBinary(field(column)).getData();
  }

  /** Whether the columns lead the primary key, so that rows sorted by it are sorted by them. */
  boolean leadKey(List<String> columns) {
    return columns.size() <= key.size() && columns.equals(key.subList(0, columns.size()));
  }

  /** A sort by the primary key. */
  static BsonDocument keyOrder(int direction) {
    return new BsonDocument(ID, new BsonInt32(direction));
  }

  /**
   * A sort by fields.
   *
   * @param direction 1 or -1
   */
  BsonDocument fieldOrder(List<String> columns, int direction) {
    BsonDocument order = new BsonDocument();
    for (String column : columns) {
      order.put(field(column), new BsonInt32(direction));
    }
    return order;
  }
}
