package io.ibench.report.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A file that occupies space on the disk of the results until the last summary is written: so that
 * one fits on a disk that became full. Confined to the coordinating thread.
 */
final class DiskReserve {

  static final String NAME = "results.reserve";

  private static final int CHUNK_BYTES = 1 << 20;
  private static final long SEED = 1;
  private static final long PATIENCE_SECONDS = 10;

  private final Path file;

  /** Occupies nothing yet. */
  DiskReserve(Path folder) {
    this.file = folder.resolve(NAME);
  }

  /**
   * Occupies the space: by the program fallocate, which writes nothing; where it fails, such as on
   * a file system that cannot, by writing.
   *
   * @param bytes 0: nothing
   * @throws UncheckedIOException when there is no room
   */
  void occupy(long bytes) {
    free();
    if (bytes == 0) {
      return;
    }
    try {
      if (!isAllocated(bytes)) {
        write(bytes);
      }
    } catch (IOException e) {
      free();
      throw new UncheckedIOException(
          "cannot write " + file,
          new IOException(
              WriteFailure.reason(e)
                  + " for results.reserve, "
                  + bytes
                  + " bytes; it may be less, or 0"));
    }
  }

  private boolean isAllocated(long bytes) {
    ProcessBuilder program =
        new ProcessBuilder("fallocate", "--length", Long.toString(bytes), "" + file);
    program.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      Process process = program.start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      return ended && process.exitValue() == 0 && Files.size(file) == bytes;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Random bytes, because some file systems compress zeros away; forced to the disk, because the
   * measurement must not contain the writing.
   */
  private void write(long bytes) throws IOException {
    free();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, bytes)];
      SplittableRandom random = new SplittableRandom(SEED);
      long left = bytes;
      while (left > 0) {
        random.nextBytes(chunk);
        ByteBuffer buffer = ByteBuffer.wrap(chunk, 0, (int) Math.min(chunk.length, left));
        left -= buffer.remaining();
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
      channel.force(true);
    }
  }

  /** Gives the space back, if there is any. */
  void free() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The summary is tried without the space.
      return;
    }
  }
}
