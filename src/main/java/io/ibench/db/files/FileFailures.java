package io.ibench.db.files;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;

/** Classifies failures of the system's calls on files. Stateless. */
final class FileFailures {

  private static final List<String> FULL =
      List.of("no space left", "quota exceeded", "file too large");

  private FileFailures() {}

  static DatabaseException of(String what, IOException e) {
    String why = e instanceof FileSystemException known ? known.getReason() : e.getMessage();
    String reason = why == null ? e.getClass().getSimpleName() : why;
    return new DatabaseException(kind(e, reason), what + ": " + reason, e);
  }

  private static FailureKind kind(IOException e, String reason) {
    String text = reason.toLowerCase(Locale.ROOT);
    if (FULL.stream().anyMatch(text::contains)) {
      return FailureKind.DISK_FULL;
    }
    if (text.contains("read-only file system")) {
      return FailureKind.READ_ONLY;
    }
    if (e instanceof AccessDeniedException || text.contains("permission")) {
      return FailureKind.DENIED;
    }
    return e instanceof NoSuchFileException ? FailureKind.NOT_FOUND : FailureKind.FATAL;
  }
}
