package io.ibench.config;

/** A text that is not a value of its type; the message says why and what is allowed. */
final class BadValueException extends Exception {

  private static final long serialVersionUID = 1L;

  BadValueException(String message) {
    super(message);
  }
}
