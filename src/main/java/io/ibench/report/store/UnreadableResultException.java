package io.ibench.report.store;

import io.ibench.report.figures.SanitizedText;
import java.nio.file.Path;

/** A result folder that cannot be shown; the message is one line with the file and the reason. */
public final class UnreadableResultException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final String reason;

  UnreadableResultException(Path file, String reason) {
    super(SanitizedText.of(file + " " + reason));
    this.file = String.valueOf(file.getFileName());
    this.reason = reason;
  }

  /** The file's name and what is wrong with it. */
  String line() {
    return SanitizedText.of(file + " " + reason);
  }

  /** What is wrong with the file. */
  String reason() {
    return reason;
  }
}
