package io.ibench.report;

import java.nio.file.Path;

/** A result folder that cannot be shown; the message is one line with the file and the reason. */
public final class UnreadableResultException extends Exception {

  private static final long serialVersionUID = 1L;

  UnreadableResultException(Path file, String reason) {
    super(OneLine.of(file + " " + reason));
  }
}
