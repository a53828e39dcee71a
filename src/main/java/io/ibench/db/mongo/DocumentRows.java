package io.ibench.db.mongo;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.RowHash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;

/**
 * The rows of one read, decoded from the server's answer into memory that the next read reuses. For
 * the driver it is the codec of documents, and also each document: the driver decodes them one
 * after the other, and gets this object for each. It decodes and hashes every column of every row.
 * Not thread-safe.
 */
final class DocumentRows implements Codec<DocumentRows> {

  private static final int FIRST_ROWS = 16;

  /**
   * What the next select reuses. Longer memory is released, because sooner or later each of a
   * thousand workers reads a list of 10,000 rows.
   */
  private static final int MAX_KEPT_CELLS = 1 << 12;

  private static final int MAX_KEPT_BYTES = 1 << 15;

  private final String table;
  private final String[] fields;
  private final ColumnType[] types;

  /** For each column its position in a binary key, from 0; -1 for a field. */
  private final int[] keyParts;

  private final boolean ordered;
  private final int columns;
  private final int maxKeptCells;
  private long[] cells;
  private byte[] bytes = new byte[256];
  private int bytesUsed;
  private int rows;
  private long resultHash;

  /**
   * @param ordered the command specifies the order of the rows
   */
  DocumentRows(DocumentLayout layout, List<String> selected, boolean ordered) {
    this.table = layout.table().name();
    this.ordered = ordered;
    columns = selected.size();
    types = layout.columns(selected).stream().map(Column::type).toArray(ColumnType[]::new);
    fields = new String[columns];
    keyParts = new int[columns];
    for (int i = 0; i < columns; i++) {
      boolean field = layout.isField(selected.get(i));
      fields[i] = field ? layout.field(selected.get(i)) : DocumentLayout.ID;
      keyParts[i] = field ? -1 : layout.keyColumns().indexOf(selected.get(i));
    }
    cells = new long[columns * FIRST_ROWS];
    maxKeptCells = Math.max(MAX_KEPT_CELLS, cells.length);
  }

  /** The rows of one column that an aggregation computes. */
  DocumentRows(DocumentLayout layout, String field, ColumnType type, boolean ordered) {
    this.table = layout.table().name();
    this.ordered = ordered;
    columns = 1;
    types = new ColumnType[] {type};
    fields = new String[] {field};
    keyParts = new int[] {-1};
    cells = new long[FIRST_ROWS];
    maxKeptCells = MAX_KEPT_CELLS;
  }

  /** Adds a row that is a number. */
  void add(long value) {
    cells[rows] = value;
    resultHash += RowHash.end(RowHash.number(0, 0, value), rows, ordered);
    rows++;
  }

  /** The collection's codecs and this one. */
  CodecRegistry registry(CodecRegistry others) {
    return CodecRegistries.fromRegistries(CodecRegistries.fromCodecs(this), others);
  }

  /** Removes all rows, and releases long memory. */
  void clear() {
    if (cells.length > maxKeptCells) {
      cells = new long[maxKeptCells];
    }
    if (bytes.length > MAX_KEPT_BYTES) {
      bytes = new byte[MAX_KEPT_BYTES];
    }
    rows = 0;
    bytesUsed = 0;
    resultHash = 0;
  }

  int rows() {
    return rows;
  }

  long resultHash() {
    return resultHash;
  }

  long number(int row, int column) {
    return cells[row * columns + column];
  }

  int bytes(int row, int column, byte[] into) {
    long cell = cells[row * columns + column];
    int length = (int) cell;
    System.arraycopy(bytes, (int) (cell >>> 32), into, 0, Math.min(length, into.length));
    return length;
  }

  @Override
  public DocumentRows decode(BsonReader reader, DecoderContext context) {
    int first = rows * columns;
    if (first + columns > cells.length) {
      cells = Arrays.copyOf(cells, cells.length * 2);
    }
    int found = 0;
    int next = 0;
    long hash = 0;
    reader.readStartDocument();
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      int column = column(reader.readName(), next);
      if (column < 0) {
        reader.skipValue();
      } else if (keyParts[column] >= 0) {
        found += readKey(binary(reader), first);
        hash += keyHash(first);
      } else {
        hash = readField(reader, column, first, hash);
        found++;
      }
      next = column + 1;
    }
    reader.readEndDocument();
    if (found != columns) {
      throw new BsonInvalidOperationException(
          table + " has a document without all of " + String.join(", ", fields));
    }
    resultHash += RowHash.end(hash, rows, ordered);
    rows++;
    return this;
  }

  /** The first column that is a field, or -1; most documents have the same order of fields. */
  private int column(String field, int expected) {
    if (expected < columns && fields[expected].equals(field)) {
      return expected;
    }
    for (int column = 0; column < columns; column++) {
      if (fields[column].equals(field)) {
        return column;
      }
    }
    return -1;
  }

  private long readField(BsonReader reader, int column, int first, long hash) {
    if (!types[column].isNumber()) {
      byte[] value = types[column].isText() ? text(reader, types[column]) : binary(reader);
      cells[first + column] = append(value);
      return RowHash.bytes(hash, column, value, value.length);
    }
    long value = DocumentValues.read(reader, types[column]);
    cells[first + column] = value;
    return RowHash.number(hash, column, value);
  }

  private byte[] text(BsonReader reader, ColumnType type) {
    if (reader.getCurrentBsonType() != BsonType.STRING) {
      throw new BsonInvalidOperationException(
          table
              + "."
              + reader.getCurrentName()
              + " is "
              + reader.getCurrentBsonType()
              + " in a document, and not a string");
    }
    String value = reader.readString();
    return (type == ColumnType.CHAR ? value.stripTrailing() : value)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] binary(BsonReader reader) {
    if (reader.getCurrentBsonType() != BsonType.BINARY) {
      throw new BsonInvalidOperationException(
          table
              + "."
              + reader.getCurrentName()
              + " is "
              + reader.getCurrentBsonType()
              + " in a document, and not binary");
    }
    return reader.readBinaryData().getData();
  }

  /** Returns the number of columns in the key. */
  private int readKey(byte[] id, int first) {
    int found = 0;
    for (int column = 0; column < columns; column++) {
      if (keyParts[column] >= 0) {
        cells[first + column] = DocumentLayout.part(id, keyParts[column]);
        found++;
      }
    }
    return found;
  }

  private long keyHash(int first) {
    long hash = 0;
    for (int column = 0; column < columns; column++) {
      if (keyParts[column] >= 0) {
        hash = RowHash.number(hash, column, cells[first + column]);
      }
    }
    return hash;
  }

  /** Stores the bytes; returns their position and length in one long. */
  private long append(byte[] value) {
    int end = Math.addExact(bytesUsed, value.length);
    if (end > bytes.length) {
      bytes =
          Arrays.copyOf(
              bytes, Math.max(end, (int) Math.min(Integer.MAX_VALUE - 8, 2L * bytes.length)));
    }
    System.arraycopy(value, 0, bytes, bytesUsed, value.length);
    long cell = (long) bytesUsed << 32 | value.length;
    bytesUsed = end;
    return cell;
  }

  @Override
  public void encode(BsonWriter writer, DocumentRows value, EncoderContext context) {
    throw new UnsupportedOperationException("rows are read only");
  }

  @Override
  public Class<DocumentRows> getEncoderClass() {
    return DocumentRows.class;
  }
}
