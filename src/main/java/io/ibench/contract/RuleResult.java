package io.ibench.contract;

import java.util.List;

/**
 * How a database did on one rule. Immutable.
 *
 * @param nanos how long it took
 * @param details one line each: of a rule that is broken, what was expected and what came; else why
 *     it was not run
 */
public record RuleResult(ContractRule rule, State state, long nanos, List<String> details) {

  public RuleResult {
    details = List.copyOf(details);
  }

  /** The outcome. */
  public enum State {
    KEPT,
    BROKEN,
    /** Broken: it took longer than the limit, and was aborted. */
    HANGING,
    /** The rule is about something that the database does not have. */
    NOT_APPLICABLE,
    /** It was interrupted before it ended. */
    INTERRUPTED
  }

  public boolean isBroken() {
    return state == State.BROKEN || state == State.HANGING;
  }
}
