package io.ibench.db.rocksdb.engine;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ByteBufferGetStatus;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Reads the values of several keys by one call of RocksDB, whose Java classes allocate for it.
 * Confined to its session's thread.
 */
final class MultiGet {

  private static final int FIRST_VALUE_BYTES = 1024;

  private final RocksSession session;
  private final ColumnFamilyHandle family;
  private final List<Bytes> keys = new ArrayList<>();
  private final List<ByteBuffer> keyBuffers = new ArrayList<>();
  private final List<ByteBuffer> valueBuffers = new ArrayList<>();
  private List<ByteBufferGetStatus> answers = List.of();
  private int count;

  MultiGet(RocksSession session, ColumnFamilyHandle family) {
    this.session = session;
    this.family = family;
  }

  void clear() {
    count = 0;
  }

  void add(Bytes key) {
    if (keys.size() == count) {
      keys.add(new Bytes());
      keyBuffers.add(ByteBuffer.allocateDirect(Math.max(64, key.length)));
      valueBuffers.add(ByteBuffer.allocateDirect(FIRST_VALUE_BYTES));
    }
    keys.get(count).copyOf(key);
    ByteBuffer buffer = keyBuffers.get(count);
    if (buffer.capacity() < key.length) {
      buffer = ByteBuffer.allocateDirect(2 * key.length);
      keyBuffers.set(count, buffer);
    }
    buffer.clear();
    buffer.put(key.array, 0, key.length).flip();
    valueBuffers.get(count).clear();
    count++;
  }

  int count() {
    return count;
  }

  Bytes key(int position) {
    return keys.get(position);
  }

  void read() throws RocksDBException {
    answers =
        session
            .db()
            .multiGetByteBuffers(
                session.reading(),
                List.of(family),
                keyBuffers.subList(0, count),
                valueBuffers.subList(0, count));
  }

  /** Copies a value to the session's; returns its length, or -1 if there is none. */
  int value(int position) throws RocksDBException {
    ByteBufferGetStatus answer = answers.get(position);
    if (answer.status.getCode() == Status.Code.NotFound) {
      return -1;
    }
    if (answer.status.getCode() != Status.Code.Ok) {
      throw new RocksDBException(answer.status);
    }
    int length = answer.requiredSize;
    if (length > valueBuffers.get(position).capacity()) {
      valueBuffers.set(position, ByteBuffer.allocateDirect(2 * length));
      return session.get(family, keys.get(position));
    }
    answer.value.get(session.value(length), 0, length);
    return length;
  }
}
