package io.ibench.report.store;

import io.ibench.report.figures.SanitizedText;
import java.nio.file.Path;

/** A result folder that cannot be shown; the message is one line with the file and the reason. */
public final class UnreadableResultException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final String reason;
  private final boolean salvageable;

  UnreadableResultException(Path file, String reason) {
    this(file, reason, true);
  }

  private UnreadableResultException(Path file, String reason, boolean salvageable) {
    super(SanitizedText.of(file + " " + reason));
    this.file = String.valueOf(file.getFileName());
    this.reason = reason;
    this.salvageable = salvageable;
  }

  /** The file is sound, but this ibench or this heap cannot read it. */
  static UnreadableResultException forGood(Path file, String reason) {
    return new UnreadableResultException(file, reason, false);
  }

  /** The file is damaged or missing, and other files of the folder may contain the same. */
  boolean isSalvageable() {
    return salvageable;
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
