package io.ibench.server;

import java.util.List;

/** A server cannot be made, started, read back or stopped. */
public final class ServerException extends Exception {

  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf returns a serializable list
  private final List<String> details;

  /** A message of one line, without details. */
  public ServerException(String message) {
    this(message, List.of());
  }

  /**
   * A failure with further lines.
   *
   * @param message one line
   * @param details the end of the server's log, or one line for each option that differs
   */
  public ServerException(String message, List<String> details) {
    super(message);
    this.details = List.copyOf(details);
  }

  /** The end of the server's log, or one line for each option that differs; may be empty. */
  public List<String> details() {
    return details;
  }
}
