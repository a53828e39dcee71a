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
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      write(next, content);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      removeHalfWritten(next, e);
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private static void write(Path file, byte[] content) throws IOException {
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
      channel.force(true);
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
