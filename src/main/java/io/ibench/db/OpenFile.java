package io.ibench.db;

import java.nio.ByteBuffer;

/**
 * An open file of one thread. Its calls allocate nothing when they succeed. An interrupt of the
 * thread closes it.
 */
public interface OpenFile extends AutoCloseable {

  /**
   * Reads from the buffer's position to its limit; repeats short reads.
   *
   * @param buffer a direct one; for direct I/O aligned to {@link FileDatabase#blockBytes}
   * @return the bytes; fewer than asked for only at the end of the file
   */
  int read(ByteBuffer buffer, long position) throws DatabaseException;

  /**
   * Writes from the buffer's position to its limit; repeats short writes.
   *
   * @param buffer as for {@link #read}
   */
  void write(ByteBuffer buffer, long position) throws DatabaseException;

  /**
   * Waits until what was written is on the disk.
   *
   * @param metadata fsync, also times and all; otherwise fdatasync
   */
  void force(boolean metadata) throws DatabaseException;

  /** The bytes, without the head. */
  long size() throws DatabaseException;

  /** Removes all bytes from this position on. */
  void truncate(long size) throws DatabaseException;

  @Override
  void close();
}
