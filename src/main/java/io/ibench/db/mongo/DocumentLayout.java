package io.ibench.db.mongo;

import io.ibench.db.Column;
import io.ibench.db.Condition;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Maps the rows of a table to documents. Immutable.
 *
 * <p>{@link DocumentValues} encodes numbers; payloads are BinData. A key of one column is {@code
 * _id} itself. A key of several columns is a binary {@code _id}: each number in 8 bytes, big-endian
 * with its sign bit flipped, so that bytes sort like the numbers. The columns of such a key are
 * also fields only if an index of the table contains them; otherwise they are decoded from the key.
 * The register's fields always have long names: it is read before the naming of others is known.
 */
final class DocumentLayout {

  static final String ID = "_id";

  /** The name that the server gives to every collection's index on {@code _id}. */
  static final String KEY_INDEX = "_id_";

  private final Table table;
  private final List<String> key;
  private final Map<String, String> names;

  DocumentLayout(Table table, FieldNames names) {
    this.table = table;
    this.key = table.primaryKey();
    this.names = (table.equals(TableRegister.TABLE) ? FieldNames.LONG : names).of(table);
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

  /** Whether the column is a field, which conditions and sorts can use. */
  boolean isField(String column) {
    table.position(column);
    return !hasBinaryKey()
        || !key.contains(column)
        || table.indexes().stream().anyMatch(index -> index.columns().contains(column));
  }

  /** The field of the column. */
  String field(String column) {
    if (!isField(column)) {
      throw new IllegalArgumentException(
          table.name() + "." + column + " is in the key only, and no index has it");
    }
    return !hasBinaryKey() && key.contains(column) ? ID : Objects.requireNonNull(names.get(column));
  }

  /** A key of several numbers. */
  static BsonBinary binary(long... parts) {
    byte[] bytes = new byte[parts.length * Long.BYTES];
    for (int part = 0; part < parts.length; part++) {
      long bits = parts[part] ^ Long.MIN_VALUE;
      for (int at = Long.BYTES - 1; at >= 0; at--) {
        bytes[part * Long.BYTES + at] = (byte) bits;
        bits >>>= Byte.SIZE;
      }
    }
    return new BsonBinary(bytes);
  }

  /**
   * Decodes a number of such a key.
   *
   * @param part its position in the key, from 0
   */
  static long part(byte[] id, int part) {
    long bits = 0;
    for (int at = 0; at < Long.BYTES; at++) {
      bits = bits << Byte.SIZE | id[part * Long.BYTES + at] & 0xff;
    }
    return bits ^ Long.MIN_VALUE;
  }

  /** The projection for these columns; with {@code _id} only if it contains one of them. */
  BsonDocument projection(List<String> columns) {
    BsonDocument projection = new BsonDocument(ID, new BsonInt32(0));
    for (String column : columns) {
      projection.put(isField(column) ? field(column) : ID, new BsonInt32(1));
    }
    return projection;
  }

  List<Column> columns(List<String> columnNames) {
    return columnNames.stream().map(table::column).toList();
  }

  /**
   * Whether the order of keys is also the order of these columns, of which there is at least one.
   *
   * @param where conditions; columns with one value only do not matter
   */
  boolean isKeyOrder(List<String> orderBy, List<Condition> where) {
    List<String> keyOrder = new ArrayList<>(key);
    List<String> order = new ArrayList<>(orderBy);
    if (hasBinaryKey()) {
      for (Condition condition : where) {
        if (condition.op() == Condition.Op.EQ) {
          keyOrder.remove(condition.column());
          order.remove(condition.column());
        }
      }
    }
    return !orderBy.isEmpty()
        && order.size() <= keyOrder.size()
        && order.equals(keyOrder.subList(0, order.size()));
  }

  /**
   * A sort by the primary key.
   *
   * @param direction 1 or -1
   */
  static BsonDocument keyOrder(int direction) {
    return new BsonDocument(ID, new BsonInt32(direction));
  }

  /**
   * A sort by fields, or an index on them.
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
