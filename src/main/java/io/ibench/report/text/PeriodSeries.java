package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Periods that follow each other without a pause and are of one length, but for the last one: a
 * step's report periods, or its repeats where each has no more than one period.
 *
 * @param title the step's
 * @param repeats whether they are repeats, which have rows in the table of steps
 * @param seconds the length that they were to have
 * @param verdict of the step; of repeats the worst
 */
public record PeriodSeries(
    String title,
    Unit unit,
    boolean paced,
    boolean repeats,
    double seconds,
    List<Entry> entries,
    Optional<Verdict> verdict) {

  static final double HOUR_SECONDS = 3600;

  /** Periods end with an interval, and so are not of equal length to the last digit. */
  private static final double TOLERANCE = 0.01;

  /**
   * One of the periods.
   *
   * @param number from 1
   * @param partial it is shorter than it was to be
   * @param step the repeat that it is; empty of a period, which has its step's verdict
   */
  public record Entry(long number, Period period, boolean partial, Optional<Step> step) {}

  /** Those of a run, in its order, each of two or more periods. */
  public static List<PeriodSeries> of(RunReport run) {
    Map<String, List<Step>> names = new LinkedHashMap<>();
    run.steps().stream()
        .forEach(step -> names.computeIfAbsent(step.name(), name -> new ArrayList<>()).add(step));
    List<PeriodSeries> all = new ArrayList<>();
    for (List<Step> steps : names.values()) {
      if (steps.size() > 1 && steps.stream().allMatch(step -> step.periods().size() <= 1)) {
        all.add(ofRepeats(steps));
      } else {
        steps.stream().filter(step -> step.periods().size() > 1).forEach(s -> all.add(ofStep(s)));
      }
    }
    return all;
  }

  private static PeriodSeries ofStep(Step step) {
    List<Entry> entries = new ArrayList<>();
    for (Period period : step.periods()) {
      entries.add(new Entry(entries.size() + 1, period, period.isPartial(), Optional.empty()));
    }
    return of(step, step.title(), false, entries, step.verdict());
  }

  private static PeriodSeries ofRepeats(List<Step> steps) {
    List<Entry> entries = new ArrayList<>();
    for (Step step : steps) {
      boolean partial = step.state() != RunState.DONE;
      entries.add(new Entry(step.repeat(), step.whole(), partial, Optional.of(step)));
    }
    Step first = steps.get(0);
    return of(first, first.name(), true, entries, VerdictText.worst(steps));
  }

  private static PeriodSeries of(
      Step step, String title, boolean repeats, List<Entry> entries, Optional<Verdict> verdict) {
    double seconds =
        entries.stream()
            .filter(entry -> !entry.partial())
            .map(entry -> entry.period().figures().get("seconds"))
            .filter(Objects::nonNull)
            .mapToDouble(Number::doubleValue)
            .findFirst()
            .orElse(0);
    return new PeriodSeries(
        title, step.unit(), step.paced(), repeats, round(seconds), List.copyOf(entries), verdict);
  }

  /** To what somebody has asked for: whole hours, minutes or seconds, or two digits below that. */
  private static double round(double seconds) {
    for (double unit : new double[] {HOUR_SECONDS, 60, 1}) {
      double whole = Math.rint(seconds / unit) * unit;
      if (whole > 0 && Math.abs(seconds - whole) <= TOLERANCE * seconds) {
        return whole;
      }
    }
    double digit = seconds > 0 ? Math.pow(10, Math.floor(Math.log10(seconds)) - 1) : 1;
    return Math.rint(seconds / digit) * digit;
  }

  /** Its periods are hours. */
  public boolean isHourly() {
    return seconds == HOUR_SECONDS;
  }

  /** The head of the column of {@link #label}. */
  public String head() {
    return isHourly() ? "hour" : repeats ? "repeat" : "period";
  }

  /** In a sentence, as in {@code per hour of request}. */
  public String each() {
    return head() + " of " + title;
  }

  /** How a row is headed: the number of the hour, or {@code 10m #3}. */
  public String label(Entry entry) {
    String number = isHourly() || repeats ? "" + entry.number() : length() + " #" + entry.number();
    return number + (entry.partial() ? " part" : "");
  }

  /** What a title says of the last one when it is shorter; empty otherwise. */
  String lastPart() {
    Entry last = entries.get(entries.size() - 1);
    return last.partial()
        ? "; the last one was "
            + NumberText.seconds(last.period().figures().get("seconds"))
            + " s long"
        : "";
  }

  private String length() {
    return seconds == 0 ? head() : Durations.period(seconds);
  }

  /** The seconds from the beginning to the end of a period. */
  double endSeconds(Entry entry) {
    Number length = entry.period().figures().get("seconds");
    return entry.partial() && length != null
        ? seconds * (entry.number() - 1) + length.doubleValue()
        : seconds * entry.number();
  }
}
