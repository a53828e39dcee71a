package io.ibench.db.files;

import io.ibench.db.DatabaseException;
import io.ibench.db.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A file on a channel of its own: a channel has a lock that its threads would share. */
final class ChannelFile implements OpenFile {

  private final Path path;
  private final FileChannel channel;
  private final int head;

  /**
   * @param head the bytes at its beginning that positions do not count
   */
  ChannelFile(Path path, FileChannel channel, int head) {
    this.path = path;
    this.channel = channel;
    this.head = head;
  }

  @Override
  public int read(ByteBuffer buffer, long position) throws DatabaseException {
    int first = buffer.position();
    long at = head + position;
    try {
      int done = channel.read(buffer, at);
      while (done >= 0 && buffer.hasRemaining()) {
        done = channel.read(buffer, at + buffer.position() - first);
      }
    } catch (IOException e) {
      throw FileFailures.of("read of " + path + " at " + at, e);
    }
    return buffer.position() - first;
  }

  @Override
  public void write(ByteBuffer buffer, long position) throws DatabaseException {
    int first = buffer.position();
    long at = head + position;
    try {
      channel.write(buffer, at);
      while (buffer.hasRemaining()) {
        channel.write(buffer, at + buffer.position() - first);
      }
    } catch (IOException e) {
      throw FileFailures.of("write to " + path + " at " + at, e);
    }
  }

  @Override
  public void force(boolean metadata) throws DatabaseException {
    try {
      channel.force(metadata);
    } catch (IOException e) {
      throw FileFailures.of("sync of " + path, e);
    }
  }

  @Override
  public long size() throws DatabaseException {
    try {
      return Math.max(0, channel.size() - head);
    } catch (IOException e) {
      throw FileFailures.of("size of " + path, e);
    }
  }

  @Override
  public void truncate(long size) throws DatabaseException {
    try {
      channel.truncate(head + size);
    } catch (IOException e) {
      throw FileFailures.of("truncate of " + path, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      return; // Every write has returned already, and a close promises nothing about the disk.
    }
  }
}
