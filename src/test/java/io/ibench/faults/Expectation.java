package io.ibench.faults;

import java.util.Optional;

/**
 * What is documented of a run that meets a fault.
 *
 * @param survives the run goes on to its end; else it ends in the step, with exit code 1
 * @param sign by which the result shows that the fault was met in the step
 * @param kind of the outage, where only one fits
 * @param ending of a run that ends: how the reason begins
 */
record Expectation(boolean survives, Sign sign, Optional<String> kind, Optional<String> ending) {

  /** What a result shows of a fault. */
  enum Sign {
    OUTAGE("an outage"),
    WAIT("an operation that took 5 s or longer"),
    DELAY("an operation that took 1 s or longer"),
    NONE("nothing");

    private final String text;

    Sign(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** The run goes on, and reports an outage. */
  static Expectation outage() {
    return survives(Sign.OUTAGE);
  }

  /** The run goes on, and reports an outage of this kind. */
  static Expectation outage(String kind) {
    return new Expectation(true, Sign.OUTAGE, Optional.of(kind), Optional.empty());
  }

  static Expectation survives(Sign sign) {
    return new Expectation(true, sign, Optional.empty(), Optional.empty());
  }

  static Expectation ends(String reason) {
    return new Expectation(false, Sign.NONE, Optional.empty(), Optional.of(reason));
  }

  String text() {
    return survives
        ? "survives, with " + sign.text() + kind.map(name -> " of kind " + name).orElse("")
        : "ends: " + ending.orElseThrow();
  }
}
