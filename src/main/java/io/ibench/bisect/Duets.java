package io.ibench.bisect;

import java.util.Optional;

/** Answers the questions of a search. */
public interface Duets {

  /** Compares two versions, or says why the second one cannot be measured. */
  Comparison compare(Question question) throws InterruptedException, DuetFailedException;

  /** What the search makes of the last comparison. */
  void judged(String verdict);

  /** A duet that has no answer; the search cannot go on. */
  final class DuetFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String advice;

    public DuetFailedException(String message) {
      this(message, "");
    }

    /** With what the user can do, besides trying it again. */
    public DuetFailedException(String message, String advice) {
      super(message);
      this.advice = advice;
    }

    public Optional<String> advice() {
      return Optional.of(advice).filter(text -> !text.isEmpty());
    }
  }
}
