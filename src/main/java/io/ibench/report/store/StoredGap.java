package io.ibench.report.store;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A time in which no process worked on a run, between one that ended early and one that resumed the
 * run. Figures contain nothing of it. Immutable.
 *
 * @param from the end of the last interval that is counted
 * @param to when the run went on
 * @param by how the earlier process ended: killed, interrupted or reboot
 * @param step that was under way; empty between steps
 * @param uncountedSeconds measured between the last interval that is counted and the end of the
 *     earlier process, and left out of all figures
 * @param uncountedOperations operations of that time
 * @param lostSeconds how much time before the end was counted nowhere, at most
 */
public record StoredGap(
    Instant from,
    Instant to,
    String by,
    Optional<String> step,
    double uncountedSeconds,
    long uncountedOperations,
    double lostSeconds) {

  /** One line for a report. */
  public String description() {
    return String.format(
        Locale.ROOT,
        "after a gap of %,.1f s%s: %s after %s, resumed at %s%s%s",
        seconds(),
        step.map(name -> " in " + name).orElse(""),
        by,
        from,
        to,
        uncountedOperations == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; %,d operations of %.1f s before the end are in no figure",
                uncountedOperations,
                uncountedSeconds),
        lostSeconds == 0
            ? ""
            : String.format(Locale.ROOT, "; up to %,.1f s more are counted nowhere", lostSeconds));
  }

  /** Its length. */
  public double seconds() {
    return (to.toEpochMilli() - from.toEpochMilli()) / 1e3;
  }
}
