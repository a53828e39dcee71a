package io.ibench.db;

/** A failure, classified by an adapter. The engine decides how to react to it. */
public final class DatabaseException extends Exception {

  private static final long serialVersionUID = 1L;

  private final FailureKind kind;
  private final boolean invalidSetting;

  public DatabaseException(FailureKind kind, String message, Throwable cause) {
    this(kind, message, cause, false);
  }

  private DatabaseException(
      FailureKind kind, String message, Throwable cause, boolean invalidSetting) {
    super(message, cause);
    this.kind = kind;
    this.invalidSetting = invalidSetting;
  }

  public DatabaseException(FailureKind kind, String message) {
    this(kind, message, null);
  }

  /** The user's settings demand a feature that this server lacks. */
  public static DatabaseException invalidSetting(String message) {
    return new DatabaseException(FailureKind.FATAL, message, null, true);
  }

  /** Whether the user has to correct a setting: nothing has failed. */
  public boolean isInvalidSetting() {
    return invalidSetting;
  }

  public FailureKind kind() {
    return kind;
  }
}
