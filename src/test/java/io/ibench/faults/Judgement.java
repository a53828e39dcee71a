package io.ibench.faults;

import java.util.List;

/**
 * Whether a run that met a fault is as documented.
 *
 * @param complaints what is not as documented; empty if it survived or ended
 * @param outageSeconds how long workers were without a connection in the step
 * @param lostRows acknowledged rows that the tables lack
 * @param version of the server, if the run got as far
 */
record Judgement(
    Outcome outcome, List<String> complaints, double outageSeconds, long lostRows, String version) {

  /** The kinds of judgements. */
  enum Outcome {
    SURVIVED("survived"),
    ENDED("ended"),
    FAILED("FAILED"),
    /** The step was over before the fault had an effect, or was: the run says nothing. */
    MISSED("missed");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  static Judgement failed(String complaint) {
    return new Judgement(Outcome.FAILED, List.of(complaint), 0, 0, "");
  }
}
