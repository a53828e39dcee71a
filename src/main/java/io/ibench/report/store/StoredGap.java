package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.ibench.report.figures.Durations;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A time in which no process worked on a run, between one that ended early and one that resumed the
 * run. Figures contain nothing of it. Immutable.
 *
 * @param from the end of the last interval that is counted; between steps, and in an action, the
 *     last time at which the earlier process has written
 * @param to when the run went on
 * @param by how the earlier process ended: killed, interrupted or reboot
 * @param step that was under way; empty between steps
 * @param uncountedSeconds measured before the end of the earlier process, and left out of all
 *     figures
 * @param uncountedOperations operations of that time
 * @param lostSeconds how much time before the end was counted nowhere, at most
 * @param changes what is not as before the gap, such as a server that was restarted
 */
public record StoredGap(
    Instant from,
    Instant to,
    String by,
    Optional<String> step,
    double uncountedSeconds,
    long uncountedOperations,
    double lostSeconds,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> changes) {

  public StoredGap {
    changes = List.copyOf(changes);
  }

  /** The same with what is not as before it. */
  public StoredGap with(List<String> found) {
    return new StoredGap(
        from, to, by, step, uncountedSeconds, uncountedOperations, lostSeconds, found);
  }

  /** One line for a report. */
  public String description() {
    return String.format(
        Locale.ROOT,
        "after a %s%s: %s after %s, resumed at %s%s%s%s",
        length(),
        step.map(name -> " in " + name).orElse(""),
        by,
        from,
        to,
        uncountedSeconds == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; the last %.1f s of %s before the end, with %,d operations, are in no figure",
                uncountedSeconds,
                step.orElse("the step"),
                uncountedOperations),
        lostSeconds == 0
            ? ""
            : String.format(
                Locale.ROOT, "; up to %,.1f s before the end are counted nowhere", lostSeconds),
        String.join("", changes.stream().map(change -> "; " + change).toList()));
  }

  /** For a place in a chart. */
  public String label() {
    return "no process worked on the run for " + duration() + ": " + by;
  }

  /** Such as {@code gap of 6.3 s}. */
  public String length() {
    return "gap of " + duration();
  }

  private String duration() {
    return Durations.age(Math.round(seconds() * 1e9));
  }

  /** Whether this is a part of the step's time. */
  public boolean isIn(RunReport.Step other) {
    return step.equals(Optional.of(other.name()))
        && other.whole().started().filter(started -> !started.isAfter(from)).isPresent();
  }

  /** Its length. */
  public double seconds() {
    return (to.toEpochMilli() - from.toEpochMilli()) / 1e3;
  }
}
