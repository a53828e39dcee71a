package io.ibench.report.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file or folder could not be read or written, in words. */
public final class WriteFailure {

  private WriteFailure() {}

  public static String reason(IOException failure) {
    if (failure instanceof AccessDeniedException denied) {
      return "no permission for " + denied.getFile();
    }
    if (failure instanceof NoSuchFileException missing) {
      return missing.getFile() + " is not there";
    }
    if (failure instanceof NotDirectoryException file) {
      return file.getFile() + " is not a folder";
    }
    if (failure instanceof FileSystemException other && other.getReason() != null) {
      return other.getReason();
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }
}
