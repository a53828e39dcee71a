package io.ibench.report.text;

import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReport.StoredFailure;
import io.ibench.report.store.StoredEvent;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import io.ibench.report.store.StoredTarget;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Facts, problems and failures of each step, and the steps that did not run. */
public final class StepNotes {

  /** More outages are summed up. */
  private static final int MAX_OUTAGES = 5;

  /** More stalls are summed up. */
  private static final int MAX_STALLS = 3;

  private static final int MAX_FAILURES = 20;

  /** Characters of a database's message. */
  private static final int MAX_MESSAGE = 160;

  private final List<Note> notes = new ArrayList<>();

  private final boolean hasDetails;

  private StepNotes(boolean hasDetails) {
    this.hasDetails = hasDetails;
  }

  /**
   * Notes on a run.
   *
   * @param details also the remarks that few readers need
   */
  public static List<Note> of(RunReport run, boolean details) {
    StepNotes all = new StepNotes(details);
    run.steps().forEach(all::step);
    boolean running = run.state() == RunState.RUNNING;
    List<String> left = running ? run.notOver() : run.notBegun();
    if (!left.isEmpty()) {
      String what = running ? "not over" : "not begun";
      all.notes.add(new Note(what, String.join(", ", left), Tone.CARE));
    }
    return List.copyOf(all.notes);
  }

  private void step(Step step) {
    step.facts().forEach(fact -> add(step, Tone.PLAIN, fact));
    if (hasDetails) {
      step.details().forEach(detail -> add(step, Tone.PLAIN, detail));
    }
    outages(step);
    step.events().forEach(event -> event(step, event));
    stalls(step);
    targets(step);
    errors(step);
    count(step, Operation::abandoned, "operations in flight were broken off at the end");
    count(step, Operation::clamped, "latencies above 1 h count as 1 h");
    step.problems().stream()
        .filter(problem -> !isReason(step, problem))
        .forEach(problem -> add(step, Tone.BAD, "WRONG: " + problem));
    step.failure().ifPresent(failure -> add(step, Tone.BAD, "FAILED: " + failure));
    if (step.interrupted()) {
      add(step, Tone.CARE, "INTERRUPTED: everything up to here is kept");
    }
  }

  /** Whether the verdict of the step tells it. */
  private static boolean isReason(Step step, String problem) {
    return step.verdict().filter(Verdict::isBad).isPresent() && step.reasons().contains(problem);
  }

  private void outages(Step step) {
    StoredOutages outages = step.whole().outages();
    List<StoredOutages.One> shown = outages.first().stream().limit(MAX_OUTAGES).toList();
    for (StoredOutages.One outage : shown) {
      String lost =
          outage.operationsLost() > 0
              ? ", " + counted(outage.operationsLost(), "operation") + " lost"
              : "";
      String text =
          String.format(
              Locale.ROOT,
              "OUTAGE (%s) of %s s from %s: %s waited%s; %s",
              outage.kind(),
              NumberText.figure(outage.seconds().orElse(null)),
              outage.started(),
              counted(outage.workers(), "worker"),
              lost,
              outage.cause());
      add(step, Tone.BAD, text);
    }
    if (outages.count() > shown.size()) {
      String seconds = NumberText.figure(outages.seconds().orElse(null));
      String count = NumberText.count(outages.count());
      add(step, Tone.BAD, count + " OUTAGES in all, " + seconds + " s together");
    }
  }

  private void event(Step step, StoredEvent event) {
    String text =
        String.format(
            Locale.ROOT,
            "EVENT %s from %s, %s s: %s",
            event.name(),
            event.started(),
            NumberText.figure(event.seconds().orElse(null)),
            event.effect());
    add(step, Tone.PLAIN, text);
    event.failure().ifPresent(why -> add(step, Tone.BAD, why));
  }

  private void stalls(Step step) {
    StoredStalls stalls = step.whole().stalls();
    List<StoredStalls.One> shown = stalls.first().stream().limit(MAX_STALLS).toList();
    for (StoredStalls.One stall : shown) {
      add(
          step,
          Tone.CARE,
          String.format(
              Locale.ROOT,
              "STALL of %s s from %s: %s",
              NumberText.figure(stall.seconds().orElse(null)),
              stall.started(),
              stall.text()));
    }
    if (stalls.count() > shown.size()) {
      String seconds = NumberText.figure(stalls.seconds().orElse(null));
      String count = NumberText.count(stalls.count());
      add(step, Tone.CARE, count + " STALLS in all, " + seconds + " s together");
    }
  }

  /** Targets that were not sustained, unless they are among the reasons of an invalid step. */
  private void targets(Step step) {
    if (step.verdict().filter(Verdict.INVALID::equals).isPresent() && !step.reasons().isEmpty()) {
      return;
    }
    for (StoredTarget target : TargetTable.byCount(step)) {
      if (!target.sustained() && target.actualPerSecond().isPresent()) {
        double share = target.share().map(Number::doubleValue).orElse(0.0);
        add(
            step,
            Tone.BAD,
            String.format(
                Locale.ROOT,
                "%s/s of %s/s %s (%d %%): not sustained",
                NumberText.figure(target.actualPerSecond().get()),
                NumberText.figure(target.perSecond()),
                TargetTable.done(target.counts()),
                (long) (100 * share)));
      }
    }
  }

  private static String counted(long count, String what) {
    return NumberText.count(count) + " " + what + (count == 1 ? "" : "s");
  }

  /** Failed operations by kind, the most frequent kind first, and the first failures. */
  private void errors(Step step) {
    Map<String, Long> kinds = new HashMap<>();
    for (Operation operation : step.whole().operations()) {
      operation.errors().forEach((kind, count) -> kinds.merge(kind, count.longValue(), Long::sum));
    }
    List<String> parts =
        kinds.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(kind -> NumberText.count(kind.getValue()) + " " + kind.getKey())
            .toList();
    if (!parts.isEmpty()) {
      add(step, Tone.BAD, "failed operations: " + String.join(", ", parts));
    }
    step.firstFailures().stream()
        .limit(MAX_FAILURES)
        .forEach(failure -> add(step, Tone.BAD, first(failure)));
  }

  /** A failure with a short message; summary.json has more of it. */
  private static String first(StoredFailure failure) {
    String text = SanitizedText.of(failure.text());
    String shown =
        text.codePointCount(0, text.length()) <= MAX_MESSAGE
            ? text
            : text.substring(0, text.offsetByCodePoints(0, MAX_MESSAGE)) + "...";
    return String.format(
        Locale.ROOT,
        "the first %s, %s after %s s: %s",
        failure.kind(),
        failure.operation(),
        NumberText.seconds(failure.seconds().orElse(null)),
        shown);
  }

  private void count(Step step, ToLongFunction<Operation> counter, String what) {
    long count = step.whole().operations().stream().mapToLong(counter).sum();
    if (count > 0) {
      add(step, Tone.CARE, NumberText.count(count) + " " + what);
    }
  }

  private void add(Step step, Tone tone, String text) {
    notes.add(new Note(step.title(), text, tone));
  }
}
