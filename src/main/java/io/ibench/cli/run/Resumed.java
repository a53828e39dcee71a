package io.ibench.cli.run;

import io.ibench.engine.Continuation;
import io.ibench.report.store.Resumption;
import io.ibench.workload.Plan;
import java.util.OptionalLong;

/**
 * How a run goes on that another process has begun, or how it begins. Immutable.
 *
 * @param plan begins with the first step that is not over
 * @param loadMillis the time that loaded rows get; empty: now
 */
record Resumed(
    Plan plan, Continuation continuation, Resumption resumption, OptionalLong loadMillis) {

  /** A run from its beginning. */
  static Resumed newRun(Plan plan) {
    return new Resumed(plan, Continuation.NONE, Resumption.NONE, OptionalLong.empty());
  }
}
