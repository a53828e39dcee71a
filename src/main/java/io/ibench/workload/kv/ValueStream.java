package io.ibench.workload.kv;

/** The values that one worker writes. Confined to the worker's thread; allocates nothing. */
interface ValueStream {

  /** Writes the next value, for this key, into the first bytes of an array. */
  void write(long key, byte[] into, int length);

  /** db_bench's: one piece of the buffer after the other, whatever the key is. */
  final class DbBench implements ValueStream {

    private final ValueBuffer buffer;
    private int at;

    DbBench(ValueBuffer buffer) {
      this.buffer = buffer;
    }

    @Override
    public void write(long key, byte[] into, int length) {
      at = buffer.next(at, length);
      buffer.copy(at, into, 0, length);
      at += length;
    }
  }

  /** Stamped values of one writer. */
  final class Stamped implements ValueStream {

    private final ValueStamp stamp;
    private final long writer;
    private long sequence;

    /**
     * @param writer see {@link ValueStamp}; {@link ValueStamp#LOAD}: values depend on the key alone
     */
    Stamped(ValueStamp stamp, long writer) {
      this.stamp = stamp;
      this.writer = writer;
    }

    @Override
    public void write(long key, byte[] into, int length) {
      stamp.write(key, writer, writer == ValueStamp.LOAD ? 0 : sequence++, into, length);
    }
  }
}
