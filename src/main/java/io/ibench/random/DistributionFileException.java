package io.ibench.random;

/** A distribution file cannot be used; the message is one line with file, line and reason. */
public final class DistributionFileException extends Exception {
  private static final long serialVersionUID = 1;

  DistributionFileException(String message) {
    super(message);
  }
}
