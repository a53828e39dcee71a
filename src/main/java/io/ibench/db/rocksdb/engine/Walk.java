package io.ibench.db.rocksdb.engine;

import io.ibench.db.Condition.Op;
import io.ibench.db.DatabaseException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Finds rows through an {@link Access}. Confined to its session's thread; but for RocksDB's
 * iterators it allocates nothing.
 */
final class Walk {

  /** Takes the rows that are found. */
  interface Visitor {
    /** Returns false to end the walk. */
    boolean visit(Row row) throws RocksDBException, DatabaseException;
  }

  private final Access access;
  private final RocksTable table;
  private final RocksSession session;
  private final RowLayout layout;

  /** Whether the entries of the index are enough. */
  private final boolean covering;

  private final Row row;

  /** The operands of equalities, by column. */
  private final Row operands;

  private final Bytes low = new Bytes();
  private final Bytes high = new Bytes();
  private final Bytes edge = new Bytes();
  private final Bytes prefix = new Bytes();
  private final Bytes key = new Bytes();
  private final Bytes entry = new Bytes();
  private long[] sorted = {};
  private byte[][] sortedBytes = {};
  private boolean bounded;
  private ByteBuffer target = ByteBuffer.allocateDirect(64);
  private boolean going;

  /** Null: each key of a list is read by itself. */
  private final @Nullable MultiGet multiGet;

  /** The iterator that is kept for the next range; null: none. */
  private @Nullable RocksIterator kept;

  /**
   * @param wanted the columns that visitors need
   */
  Walk(Access access, RocksTable table, RocksSession session, int[] wanted) {
    this.access = access;
    this.table = table;
    this.session = session;
    this.layout = access.layout();
    this.covering = access.covers(wanted);
    this.row = layout.row();
    this.operands = layout.row();
    this.multiGet =
        access.isPointList() && session.calls().multiGet()
            ? new MultiGet(session, table.family())
            : null;
  }

  Access access() {
    return access;
  }

  /** In words, for {@code explain}. */
  String describe() {
    return multiGet == null
        ? access.describe()
        : "one MultiGet of the list's keys of family " + layout.table().name();
  }

  boolean isCovering() {
    return covering;
  }

  /** Visits the rows that match, in the order of the access or backwards. */
  void run(Parameters parameters, ReadOptions reading, boolean descending, Visitor visitor)
      throws RocksDBException, DatabaseException {
    going = true;
    prefix(parameters);
    if (access.isPoint()) {
      visitKey(prefix, parameters, visitor);
    } else if (access.list() == null) {
      bounds(parameters);
      range(parameters, reading, descending, visitor);
    } else if (access.list().op() == Op.RANGES) {
      ranges(parameters, reading, descending, visitor);
    } else {
      list(parameters, reading, descending, visitor);
    }
  }

  private void prefix(Parameters parameters) {
    prefix.clear();
    for (int i = 0; i < access.equal().size(); i++) {
      access.equal().get(i).operandInto(operands, parameters);
      append(prefix, i);
    }
  }

  /** Appends the operand of a column of the path. */
  private void append(Bytes to, int place) {
    int column = access.columns()[place];
    if (layout.isNumber(column)) {
      to.number(layout.type(column), operands.numbers[column]);
    } else if (access.isLast(place)) {
      to.raw(operands.sources[column], operands.offsets[column], operands.lengths[column]);
    } else {
      to.escaped(operands.sources[column], operands.offsets[column], operands.lengths[column]);
    }
  }

  private void edge(Bytes into) {
    into.copyOf(prefix);
    append(into, access.equal().size());
  }

  /** Makes it the lowest key above all that have this value; false: there is none. */
  private boolean after(Bytes value, int place) {
    if (access.isLast(place) && !layout.isNumber(access.columns()[place])) {
      value.zero();
      return true;
    }
    return value.increment();
  }

  /** The keys that begin with the prefix and are within all bounds. */
  private void bounds(Parameters parameters) {
    low.copyOf(prefix);
    high.copyOf(prefix);
    int places = access.equal().size();
    bounded = prefix.length > 0 && after(high, places - 1);
    for (int i = 0; i < access.bounds().size(); i++) {
      Predicate bound = access.bounds().get(i);
      bound.operandInto(operands, parameters);
      edge(edge);
      boolean upper = bound.op() == Op.LT || bound.op() == Op.LE;
      boolean behind = bound.op() == Op.GT || bound.op() == Op.LE;
      boolean exists = !behind || after(edge, places);
      if (upper) {
        if (exists && (!bounded || edge.compareTo(high.array, high.length) < 0)) {
          high.copyOf(edge);
          bounded = true;
        }
      } else if (!exists) {
        going = false;
      } else if (edge.compareTo(low.array, low.length) > 0) {
        low.copyOf(edge);
      }
    }
  }

  /** From one value of the next column to another one. */
  private void between(int column, long first, long last) {
    operands.numbers[column] = first;
    edge(low);
    operands.numbers[column] = last;
    edge(high);
    bounded = after(high, access.equal().size());
  }

  /** Walks each range once, in ascending order, those that overlap as one. */
  private void ranges(
      Parameters parameters, ReadOptions reading, boolean descending, Visitor visitor)
      throws RocksDBException, DatabaseException {
    int parameter = Objects.requireNonNull(access.list()).parameter();
    int count = parameters.count(parameter);
    sorted = copy(parameters.list(parameter), count);
    sortRanges(count);
    int column = access.nextColumn();
    for (int i = 0; i < count && going; ) {
      long first = sorted[i];
      long last = sorted[i + 1];
      i += 2;
      if (first > last) {
        continue;
      }
      while (i < count && sorted[i] <= last) {
        last = Math.max(last, sorted[i + 1]);
        i += 2;
      }
      between(column, first, last);
      range(parameters, reading, descending, visitor);
    }
  }

  private long[] copy(long[] from, int count) {
    long[] into = sorted.length < count ? new long[count] : sorted;
    System.arraycopy(from, 0, into, 0, count);
    return into;
  }

  /** By their first numbers; there are few. */
  private void sortRanges(int count) {
    for (int i = 2; i < count; i += 2) {
      long first = sorted[i];
      long last = sorted[i + 1];
      int at = i;
      for (; at > 0 && sorted[at - 2] > first; at -= 2) {
        sorted[at] = sorted[at - 2];
        sorted[at + 1] = sorted[at - 1];
      }
      sorted[at] = first;
      sorted[at + 1] = last;
    }
  }

  /** Each value once, in ascending order. */
  private void list(Parameters parameters, ReadOptions reading, boolean descending, Visitor visitor)
      throws RocksDBException, DatabaseException {
    int parameter = Objects.requireNonNull(access.list()).parameter();
    int count = parameters.count(parameter);
    int column = access.nextColumn();
    boolean numbers = layout.isNumber(column);
    if (numbers) {
      sorted = copy(parameters.list(parameter), count);
      Arrays.sort(sorted, 0, count);
    } else {
      if (sortedBytes.length < count) {
        sortedBytes = new byte[count][];
      }
      System.arraycopy(parameters.bytesList(parameter), 0, sortedBytes, 0, count);
      Arrays.sort(sortedBytes, 0, count, Arrays::compareUnsigned);
    }
    boolean together = multiGet != null && session.readsTogether();
    if (together) {
      Objects.requireNonNull(multiGet).clear();
    }
    for (int i = 0; i < count && going; i++) {
      boolean again =
          i > 0
              && (numbers
                  ? sorted[i] == sorted[i - 1]
                  : Arrays.equals(sortedBytes[i], sortedBytes[i - 1]));
      if (!again) {
        if (numbers) {
          operands.numbers[column] = sorted[i];
        } else {
          operands.bytes(column, sortedBytes[i], 0, sortedBytes[i].length);
        }
        if (together) {
          edge(low);
          Objects.requireNonNull(multiGet).add(low);
        } else {
          one(parameters, reading, descending, visitor);
        }
      }
    }
    if (together) {
      visitAll(parameters, visitor);
    }
  }

  private void visitAll(Parameters parameters, Visitor visitor)
      throws RocksDBException, DatabaseException {
    Objects.requireNonNull(multiGet).read();
    for (int i = 0; i < multiGet.count() && going; i++) {
      int length = multiGet.value(i);
      if (length >= 0) {
        visitValue(multiGet.key(i), length, parameters, visitor);
      }
    }
  }

  private void one(Parameters parameters, ReadOptions reading, boolean descending, Visitor visitor)
      throws RocksDBException, DatabaseException {
    edge(low);
    if (access.isPointList()) {
      visitKey(low, parameters, visitor);
    } else {
      edge(high);
      bounded = after(high, access.equal().size());
      range(parameters, reading, descending, visitor);
    }
  }

  private void visitKey(Bytes found, Parameters parameters, Visitor visitor)
      throws RocksDBException, DatabaseException {
    int length = session.get(table.family(), found);
    if (length >= 0) {
      visitValue(found, length, parameters, visitor);
    }
  }

  /** Visits a row whose value the session has. */
  private void visitValue(Bytes found, int length, Parameters parameters, Visitor visitor)
      throws RocksDBException, DatabaseException {
    layout.decodeKey(found.array, found.length, row);
    layout.decodeValue(session.value(), length, row);
    visit(parameters, visitor);
  }

  private void visit(Parameters parameters, Visitor visitor)
      throws RocksDBException, DatabaseException {
    for (int i = 0; i < access.rest().size(); i++) {
      if (!access.rest().get(i).holds(row, parameters)) {
        return;
      }
    }
    going = visitor.visit(row);
  }

  /** From {@code low} to {@code high}, which is excluded, or to the end. */
  private void range(
      Parameters parameters, ReadOptions reading, boolean descending, Visitor visitor)
      throws RocksDBException, DatabaseException {
    if (!going || bounded && low.compareTo(high.array, high.length) >= 0) {
      return;
    }
    RocksIndex index = access.index();
    boolean reversed = index != null && index.isReversed();
    RocksIterator iterator = iterator(reading);
    try {
      if (descending) {
        fromHigh(iterator, reversed);
      } else {
        seek(iterator, low, reversed);
      }
      while (going && iterator.isValid()) {
        readKey(iterator);
        boolean over =
            descending
                ? low.compareTo(entry.array, entry.length) > 0
                : bounded && high.compareTo(entry.array, entry.length) <= 0;
        if (over) {
          return;
        }
        found(iterator, parameters, visitor);
        if (going) {
          step(iterator, descending != reversed);
        }
      }
      if (going) {
        iterator.status(); // An iterator at a row has no error.
      }
    } finally {
      if (iterator != kept) {
        iterator.close();
      }
    }
  }

  private RocksIterator iterator(ReadOptions reading) throws RocksDBException {
    boolean keeps = session.keepsIterators();
    if (keeps && kept != null) {
      kept.refresh();
      return kept;
    }
    RocksIndex index = access.index();
    RocksIterator made = session.iterator(index == null ? table.family() : index.family(), reading);
    if (keeps) {
      kept = session.keep(made);
    }
    return made;
  }

  /** To the last key below {@code high}. */
  private void fromHigh(RocksIterator iterator, boolean reversed) {
    if (!bounded) {
      if (reversed) {
        iterator.seekToFirst();
      } else {
        iterator.seekToLast();
      }
      return;
    }
    seek(iterator, high, !reversed);
    if (iterator.isValid()) {
      readKey(iterator);
      if (high.compareTo(entry.array, entry.length) == 0) {
        step(iterator, !reversed);
      }
    }
  }

  private void seek(RocksIterator iterator, Bytes to, boolean forPrevious) {
    if (target.capacity() < to.length) {
      target = ByteBuffer.allocateDirect(2 * to.length);
    }
    target.clear();
    target.put(to.array, 0, to.length).flip();
    if (forPrevious) {
      iterator.seekForPrev(target);
    } else {
      iterator.seek(target);
    }
  }

  private static void step(RocksIterator iterator, boolean back) {
    if (back) {
      iterator.prev();
    } else {
      iterator.next();
    }
  }

  private void readKey(RocksIterator iterator) {
    entry.length = iterator.key(entry.array, 0, entry.array.length);
    if (entry.length > entry.array.length) {
      int needed = entry.length;
      entry.length = 0;
      entry.ensure(needed);
      entry.length = iterator.key(entry.array, 0, entry.array.length);
    }
  }

  private void found(RocksIterator iterator, Parameters parameters, Visitor visitor)
      throws RocksDBException, DatabaseException {
    if (access.index() == null) {
      layout.decodeKey(entry.array, entry.length, row);
      int valueLength = session.readValue(iterator);
      layout.decodeValue(session.value(), valueLength, row);
      visit(parameters, visitor);
      return;
    }
    layout.decode(entry.array, entry.length, access.columns(), row);
    if (covering) {
      visit(parameters, visitor);
      return;
    }
    layout.encodeKey(row, key);
    int length = session.get(table.family(), key);
    if (length >= 0) {
      layout.decodeKey(key.array, key.length, row);
      layout.decodeValue(session.value(), length, row);
      if (isStill(parameters)) {
        visit(parameters, visitor);
      }
    }
  }

  /** Another session may have changed the row since the iterator began. */
  private boolean isStill(Parameters parameters) {
    for (int i = 0; i < access.equal().size(); i++) {
      if (!access.equal().get(i).holds(row, parameters)) {
        return false;
      }
    }
    for (int i = 0; i < access.bounds().size(); i++) {
      if (!access.bounds().get(i).holds(row, parameters)) {
        return false;
      }
    }
    return access.list() == null || access.list().holds(row, parameters);
  }
}
