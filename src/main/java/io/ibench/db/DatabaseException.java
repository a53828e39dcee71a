package io.ibench.db;

import org.jspecify.annotations.Nullable;

/** A failure, classified by an adapter. The engine decides how to react to it. */
public final class DatabaseException extends Exception {

  private static final long serialVersionUID = 1L;

  private final FailureKind kind;
  private final boolean invalidSetting;
  private final String advice;

  public DatabaseException(FailureKind kind, String message, @Nullable Throwable cause) {
    this(kind, message, cause, false, "");
  }

  private DatabaseException(
      FailureKind kind,
      @Nullable String message,
      @Nullable Throwable cause,
      boolean invalidSetting,
      String advice) {
    super(message, cause);
    this.kind = kind;
    this.invalidSetting = invalidSetting;
    this.advice = advice;
  }

  public DatabaseException(FailureKind kind, String message) {
    this(kind, message, null);
  }

  /** The user's settings demand a feature that this server lacks. */
  public static DatabaseException invalidSetting(String message) {
    return new DatabaseException(FailureKind.FATAL, message, null, true, "");
  }

  /** Whether the user has to correct a setting: nothing has failed. */
  public boolean isInvalidSetting() {
    return invalidSetting;
  }

  /** The same failure with a sentence for a user whose settings are right. */
  public DatabaseException withAdvice(String sentence) {
    return new DatabaseException(kind, getMessage(), getCause(), invalidSetting, sentence);
  }

  /** What to do when the settings are right; empty if there is nothing to say. */
  public String advice() {
    return advice;
  }

  public FailureKind kind() {
    return kind;
  }
}
