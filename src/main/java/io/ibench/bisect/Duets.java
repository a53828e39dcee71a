package io.ibench.bisect;

/** Answers the questions of a search. */
public interface Duets {

  /** Compares two versions, or says why the second one cannot be measured. */
  Comparison compare(Question question) throws InterruptedException, DuetFailedException;

  /** What the search makes of the last comparison. */
  void judged(String verdict);

  /** A duet that has no answer; the search cannot go on. */
  final class DuetFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    public DuetFailedException(String message) {
      super(message);
    }
  }
}
