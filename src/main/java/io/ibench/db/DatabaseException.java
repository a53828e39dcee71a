package io.ibench.db;

/** A failure that an adapter has classified. What follows from it, the engine decides. */
public final class DatabaseException extends Exception {

  private static final long serialVersionUID = 1L;

  private final FailureKind kind;
  private final boolean ofSettings;

  public DatabaseException(FailureKind kind, String message, Throwable cause) {
    this(kind, message, cause, false);
  }

  private DatabaseException(FailureKind kind, String message, Throwable cause, boolean ofSettings) {
    super(message, cause);
    this.kind = kind;
    this.ofSettings = ofSettings;
  }

  public DatabaseException(FailureKind kind, String message) {
    this(kind, message, null);
  }

  /** A setting asks for what this server does not have; the user can mend it. */
  public static DatabaseException ofSettings(String message) {
    return new DatabaseException(FailureKind.FATAL, message, null, true);
  }

  /** Whether it is a setting that is wrong, and nothing failed. */
  public boolean isOfSettings() {
    return ofSettings;
  }

  public FailureKind kind() {
    return kind;
  }
}
