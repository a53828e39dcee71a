package io.ibench.db;

/** A failure that an adapter has classified. What follows from it, the engine decides. */
public final class DatabaseException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  public DatabaseException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public DatabaseException(Kind kind, String message) {
    this(kind, message, null);
  }

  public Kind kind() {
    return kind;
  }
}
