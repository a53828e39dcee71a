package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Mark;
import io.ibench.report.document.Mark.Kind;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredEvent;
import io.ibench.report.store.StoredGap;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The marks of all charts with the same axis: steps, report periods, outages, gaps and errors.
 * Steps are those of the report, and those of intervals.csv that the report lacks. Not thread-safe.
 */
final class MarkCharts {

  private static final int MAX_ERRORS = 200;
  private static final double FIRST_JOINED_SECONDS = 0.01;

  private final KnownSteps steps;
  private final Map<String, Seen> seen = new LinkedHashMap<>();
  private List<Errors> errors = new ArrayList<>();
  private double joinedSeconds = FIRST_JOINED_SECONDS;
  private Seen current = new Seen("", 1);

  MarkCharts(KnownSteps steps) {
    this.steps = steps;
  }

  /**
   * Adds a row of intervals.csv.
   *
   * @param failed operations of the row
   * @param inserted rows inserted since the run's start
   */
  void add(StepRows rows, double failed, double inserted) {
    double from = rows.at() - rows.seconds();
    if (rows.isNewRepeat()) {
      double insertedBefore = current.rowsTo;
      current =
          seen.computeIfAbsent(
              rows.repeat() + " " + rows.step(), any -> new Seen(rows.step(), rows.repeat()));
      current.begin(from, insertedBefore);
    }
    current.to = rows.at();
    current.rowsTo = inserted;
    if (failed > 0) {
      addErrors(new Errors(from, rows.at(), (long) failed));
    }
  }

  private void addErrors(Errors more) {
    errors.add(more);
    errors = errors.size() == 2 * MAX_ERRORS ? joined() : errors;
  }

  /** Joins errors that are close to each other, until there are few. */
  private List<Errors> joined() {
    List<Errors> few = joined(errors);
    while (few.size() > MAX_ERRORS) {
      joinedSeconds *= 2;
      few = joined(few);
    }
    return few;
  }

  private List<Errors> joined(List<Errors> all) {
    List<Errors> few = new ArrayList<>();
    for (Errors next : all) {
      Errors last = few.isEmpty() ? null : few.get(few.size() - 1);
      if (last != null && next.from - last.to <= joinedSeconds) {
        few.set(few.size() - 1, new Errors(last.from, next.to, last.count + next.count));
      } else {
        few.add(next);
      }
    }
    return few;
  }

  /** All marks; call it after the last row. */
  List<Mark> marks() {
    List<Mark> marks = new ArrayList<>();
    steps.all().forEach(step -> addStep(marks, step));
    for (Seen step : seen.values()) {
      boolean known = steps.has(step.name, step.repeat);
      if (!known) {
        marks.add(new Mark(Kind.STEP, Axis.TIME, step.from, step.to, step.title()));
      }
      if (step.rowsTo > step.rowsFrom) {
        marks.add(new Mark(Kind.STEP, Axis.ROWS, step.rowsFrom, step.rowsTo, title(step)));
      }
    }
    for (StoredGap gap : steps.gaps()) {
      double from = steps.seconds(gap.from().toEpochMilli());
      marks.add(new Mark(Kind.GAP, Axis.TIME, from, from + gap.seconds(), gap.label()));
    }
    for (Errors each : joined()) {
      String operations = each.count == 1 ? " operation failed" : " operations failed";
      String label = NumberText.count(each.count) + operations;
      marks.add(new Mark(Kind.ERRORS, Axis.TIME, each.from, each.to, label));
    }
    return marks;
  }

  /** The number of outages without a known time: the report has only the first of a step. */
  long unmarkedOutages() {
    return steps.all().stream()
        .map(step -> step.whole().outages())
        .mapToLong(outages -> Math.max(0, outages.count() - outages.first().size()))
        .sum();
  }

  private String title(Seen seenStep) {
    return steps.all().stream()
        .filter(step -> step.name().equals(seenStep.name) && step.repeat() == seenStep.repeat)
        .map(Step::title)
        .findFirst()
        .orElse(seenStep.title());
  }

  private void addStep(List<Mark> marks, Step step) {
    Period whole = step.whole();
    OptionalDouble start = steps.start(whole);
    if (start.isPresent()) {
      double from = start.getAsDouble();
      double seconds = whole.figures().value(Figure.SECONDS);
      double to = from;
      if (seconds > 0) {
        to = from + seconds + gapsIn(step, from, seconds);
      }
      marks.add(new Mark(Kind.STEP, Axis.TIME, from, to, step.title()));
    }
    for (int i = 1; i < step.periods().size(); i++) {
      OptionalDouble boundary = steps.start(step.periods().get(i));
      if (boundary.isPresent()) {
        double at = boundary.getAsDouble();
        marks.add(new Mark(Kind.PERIOD, Axis.TIME, at, at, "period " + (i + 1)));
      }
    }
    for (StoredOutages.One outage : whole.outages().first()) {
      double from = steps.seconds(outage.started().toEpochMilli());
      double seconds = outage.seconds().map(Number::doubleValue).orElse(0.0);
      marks.add(new Mark(Kind.OUTAGE, Axis.TIME, from, from + Math.max(0, seconds), label(outage)));
    }
    for (StoredEvent event : step.events()) {
      double from = steps.seconds(event.started().toEpochMilli());
      double seconds = event.seconds().map(Number::doubleValue).orElse(0.0);
      String label = event.name() + ": " + event.effect();
      marks.add(new Mark(Kind.EVENT, Axis.TIME, from, from + Math.max(0, seconds), label));
    }
    for (StoredStalls.One stall : whole.stalls().first()) {
      double from = steps.seconds(stall.started().toEpochMilli());
      double seconds = stall.seconds().map(Number::doubleValue).orElse(0.0);
      marks.add(new Mark(Kind.STALL, Axis.TIME, from, from + Math.max(0, seconds), stall.text()));
    }
  }

  /** A step's own length does not contain gaps. */
  private double gapsIn(Step step, double from, double seconds) {
    double sum = 0;
    for (StoredGap gap : steps.gaps()) {
      double begin = steps.seconds(gap.from().toEpochMilli());
      boolean inside = begin >= from && begin <= from + seconds + sum;
      if (inside && gap.step().filter(step.name()::equals).isPresent()) {
        sum += gap.seconds();
      }
    }
    return sum;
  }

  private static String label(StoredOutages.One outage) {
    String workers = outage.workers() == 1 ? " worker" : " workers";
    return NumberText.count(outage.workers()) + workers + " waited: " + outage.cause();
  }

  private record Errors(double from, double to, long count) {}

  /** A step, or a repeat of one, in intervals.csv. */
  private static final class Seen {

    private final String name;
    private final long repeat;
    private double from = Double.NaN;
    private double to;
    private double rowsFrom;
    private double rowsTo;

    Seen(String name, long repeat) {
      this.name = name;
      this.repeat = repeat;
    }

    void begin(double seconds, double inserted) {
      if (Double.isNaN(from)) {
        from = seconds;
        rowsFrom = inserted;
      }
    }

    /** The number of repeats is not known. */
    String title() {
      return repeat > 1 ? name + " " + repeat : name;
    }
  }
}
