package io.ibench.report.store;

import io.ibench.report.figures.SanitizedText;
import java.nio.file.Path;

/** A result folder that cannot be shown; the message is one line with the file and the reason. */
public final class UnreadableResultException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String reason;
  private final boolean tooLarge;

  UnreadableResultException(Path file, String reason) {
    this(file, reason, false);
  }

  private UnreadableResultException(Path file, String reason, boolean tooLarge) {
    super(SanitizedText.of(file + " " + reason));
    this.reason = reason;
    this.tooLarge = tooLarge;
  }

  /** Nothing is wrong with it, but that it does not fit into memory. */
  static UnreadableResultException tooLarge(Path file, String reason) {
    return new UnreadableResultException(file, reason, true);
  }

  boolean isTooLarge() {
    return tooLarge;
  }

  /** What is wrong with the file. */
  String reason() {
    return reason;
  }
}
