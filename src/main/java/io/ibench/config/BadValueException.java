package io.ibench.config;

/** A text is not a value of its type; the message has the reason and the allowed values. */
final class BadValueException extends Exception {

  private static final long serialVersionUID = 1L;

  BadValueException(String message) {
    super(message);
  }
}
