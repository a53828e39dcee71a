package io.ibench.report;

import java.nio.file.Path;

/** A result folder that cannot be shown; the message is one line with the file and the reason. */
public final class UnreadableResultException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String reason;

  UnreadableResultException(Path file, String reason) {
    super(OneLine.of(file + " " + reason));
    this.reason = reason;
  }

  /** What is wrong with the file. */
  String reason() {
    return reason;
  }
}
