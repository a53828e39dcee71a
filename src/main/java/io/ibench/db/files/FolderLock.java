package io.ibench.db.files;

import io.ibench.db.DatabaseException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps other processes from the folder. The system releases it when the process dies. */
final class FolderLock {

  private static final String NAME = "ibench_io.lock";

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  static boolean isOwn(String name) {
    return name.equals(NAME);
  }

  static FolderLock take(Path folder) throws DatabaseException {
    Path file = folder.resolve(NAME);
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      if (lock(channel) == null) {
        channel.close();
        throw DatabaseException.invalidSetting(
            "another process of ibench uses the folder " + folder);
      }
      return new FolderLock(channel);
    } catch (IOException e) {
      throw FileFailures.of("locking of " + file, e);
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  void release() {
    try {
      channel.close();
    } catch (IOException e) {
      return; // The process's end releases it.
    }
  }
}
