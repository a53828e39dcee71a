package io.ibench.report.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces files. Stateless. */
final class AtomicFile {

  private AtomicFile() {}

  /**
   * Replaces a file atomically: a reader sees the old or the new content, even after a crash of the
   * machine.
   *
   * @throws UncheckedIOException with the file's name
   */
  static void replace(Path file, byte[] content) {
    try {
      replace(file, content, true);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** The same without a wait for the disk: after a crash of the machine the file may be damaged. */
  static void replaceUnforced(Path file, byte[] content) throws IOException {
    replace(file, content, false);
  }

  private static void replace(Path file, byte[] content, boolean forced) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      write(next, content, forced);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      removeHalfWritten(next, e);
      throw e;
    }
  }

  private static void write(Path file, byte[] content, boolean forced) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      if (forced) {
        channel.force(true);
      }
    }
  }

  private static void removeHalfWritten(Path file, IOException cause) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
