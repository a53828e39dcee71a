package io.ibench.db.files;

import io.ibench.db.FileMagic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Whether a file is one that ibench has made, and nothing else. Stateless. */
final class OwnFile {

  private OwnFile() {}

  /**
   * Why a file of the books must not be touched; empty if it is ibench's, or not there.
   *
   * @param id the number of its folder
   */
  static Optional<String> mistake(Path path, long id) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (found.isSymbolicLink()) {
      return Optional.of(path + ", a symbolic link");
    }
    if (!found.isRegularFile()) {
      return Optional.of(path + ", a " + (found.isDirectory() ? "folder" : "device or a pipe"));
    }
    if (Files.getAttribute(path, "unix:nlink", LinkOption.NOFOLLOW_LINKS) instanceof Integer links
        && links > 1) {
      return Optional.of(path + ", which has " + links + " hard links");
    }
    return found.size() == 0 || isHeadOf(path, id)
        ? Optional.empty()
        : Optional.of(path + ", which does not begin as ibench's files do");
  }

  private static boolean isHeadOf(Path path, long id) throws IOException {
    ByteBuffer first = ByteBuffer.allocate(FileMagic.BYTES);
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      channel.read(first, 0);
    }
    return FileMagic.isOf(first.flip(), id);
  }
}
