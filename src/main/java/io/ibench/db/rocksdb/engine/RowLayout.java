package io.ibench.db.rocksdb.engine;

import io.ibench.db.ColumnType;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a table's columns are: the primary key in RocksDB's key, all others in its value, in order.
 * A value of bytes that is the only column of the value has no length before it. Immutable.
 */
final class RowLayout {

  private final Table table;
  private final ColumnType[] types;
  private final int[] key;
  private final int[] value;
  private final boolean bare;

  RowLayout(Table table) {
    this.table = table;
    types = table.columns().stream().map(column -> column.type()).toArray(ColumnType[]::new);
    key = positions(table.primaryKey());
    value =
        table.columns().stream()
            .filter(column -> !table.primaryKey().contains(column.name()))
            .mapToInt(column -> table.position(column.name()))
            .toArray();
    bare = value.length == 1 && !types[value[0]].isNumber();
  }

  private int[] positions(Iterable<String> columns) {
    List<String> names = new java.util.ArrayList<>();
    columns.forEach(names::add);
    return names.stream().mapToInt(table::position).toArray();
  }

  Table table() {
    return table;
  }

  int columns() {
    return types.length;
  }

  ColumnType type(int column) {
    return types[column];
  }

  boolean isNumber(int column) {
    return types[column].isNumber();
  }

  /** Whether key and value are the bytes of a column each, as they are. */
  boolean isBare() {
    return bare && key.length == 1 && !isNumber(key[0]);
  }

  /** The positions of the primary key's columns. */
  int[] key() {
    return key;
  }

  /** The positions of the other columns. */
  int[] value() {
    return value;
  }

  /** The columns of an index's entry: its own, then those of the primary key that it lacks. */
  int[] entry(Index index) {
    Set<String> names = new LinkedHashSet<>(index.columns());
    names.addAll(table.primaryKey());
    return positions(names);
  }

  Row row() {
    return new Row(types.length);
  }

  void encodeKey(Row row, Bytes into) {
    encode(row, key, into);
  }

  /** Encodes columns as a key. */
  void encode(Row row, int[] columns, Bytes into) {
    into.clear();
    for (int i = 0; i < columns.length; i++) {
      int column = columns[i];
      if (isNumber(column)) {
        into.number(types[column], row.numbers[column]);
      } else if (i == columns.length - 1) {
        into.raw(row.sources[column], row.offsets[column], row.lengths[column]);
      } else {
        into.escaped(row.sources[column], row.offsets[column], row.lengths[column]);
      }
    }
  }

  void encodeValue(Row row, Bytes into) {
    into.clear();
    for (int column : value) {
      if (isNumber(column)) {
        into.number(types[column], row.numbers[column]);
      } else {
        if (!bare) {
          into.varint(row.lengths[column]);
        }
        into.raw(row.sources[column], row.offsets[column], row.lengths[column]);
      }
    }
  }

  void decodeKey(byte[] from, int length, Row into) {
    decode(from, length, key, into);
  }

  /** Decodes a key of columns; the row refers to its bytes. */
  void decode(byte[] from, int length, int[] columns, Row into) {
    into.decoded.clear();
    int at = 0;
    for (int i = 0; i < columns.length; i++) {
      int column = columns[i];
      if (isNumber(column)) {
        at = number(from, at, column, into);
      } else if (i == columns.length - 1) {
        into.bytes(column, from, at, length - at);
      } else {
        at = unescape(from, at, column, into);
      }
    }
  }

  private int number(byte[] from, int at, int column, Row into) {
    int width = NumberFormat.width(types[column]);
    into.numbers[column] = NumberFormat.decode(types[column], NumberFormat.get(from, at, width));
    return at + width;
  }

  private static int unescape(byte[] from, int start, int column, Row into) {
    Bytes decoded = into.decoded;
    int begin = decoded.length;
    int at = start;
    while (from[at] != 0 || from[at + 1] != 0) {
      decoded.ensure(1);
      decoded.array[decoded.length++] = from[at];
      at += from[at] == 0 ? 2 : 1;
    }
    into.bytes(column, decoded.array, begin, decoded.length - begin);
    return at + 2;
  }

  /** The row refers to the bytes. */
  void decodeValue(byte[] from, int length, Row into) {
    int at = 0;
    for (int column : value) {
      if (isNumber(column)) {
        at = number(from, at, column, into);
      } else if (bare) {
        into.bytes(column, from, 0, length);
      } else {
        int count = 0;
        int shift = 0;
        while (from[at] < 0) {
          count |= (from[at++] & 0x7f) << shift;
          shift += 7;
        }
        count |= from[at++] << shift;
        into.bytes(column, from, at, count);
        at += count;
      }
    }
  }
}
