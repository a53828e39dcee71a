package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
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
import java.util.Optional;

/**
 * Successive periods of equal length; the last one may be shorter, and those before a gap. They are
 * a step's report periods, or its repeats if no repeat has more than one period. Immutable.
 *
 * @param title of the step
 * @param repeats the periods are repeats, which are also rows in the table of steps
 * @param seconds the planned length of a period
 * @param verdict of the step; the worst one of repeats
 */
public record PeriodSeries(
    String title,
    Unit unit,
    boolean paced,
    boolean repeats,
    double seconds,
    List<SeriesPeriod> entries,
    Optional<Verdict> verdict) {

  static final double HOUR_SECONDS = 3600;

  /** Relative. Periods end with an interval, so that their lengths differ a little. */
  private static final double TOLERANCE = 0.01;

  /**
   * One of the periods.
   *
   * @param number from 1
   * @param partial it is shorter than planned
   * @param step the repeat; empty for a report period
   */
  public record SeriesPeriod(long number, Period period, boolean partial, Optional<Step> step) {}

  /** All series of a run, in its order, each of two or more periods. */
  public static List<PeriodSeries> of(RunReport run) {
    Map<String, List<Step>> names = new LinkedHashMap<>();
    run.steps()
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
    List<SeriesPeriod> entries = new ArrayList<>();
    for (Period period : step.periods()) {
      entries.add(
          new SeriesPeriod(entries.size() + 1, period, period.isPartial(), Optional.empty()));
    }
    return of(step, step.title(), false, entries, step.verdict());
  }

  private static PeriodSeries ofRepeats(List<Step> steps) {
    List<SeriesPeriod> entries = new ArrayList<>();
    for (Step step : steps) {
      boolean partial = step.state() != RunState.DONE;
      entries.add(new SeriesPeriod(step.repeat(), step.whole(), partial, Optional.of(step)));
    }
    Step first = steps.get(0);
    return of(first, first.name(), true, entries, VerdictText.worst(steps));
  }

  private static PeriodSeries of(
      Step step,
      String title,
      boolean repeats,
      List<SeriesPeriod> entries,
      Optional<Verdict> verdict) {
    double seconds =
        entries.stream()
            .filter(entry -> !entry.partial())
            .mapToDouble(entry -> entry.period().figures().value(Figure.SECONDS))
            .filter(Double::isFinite)
            .findFirst()
            .orElse(0);
    return new PeriodSeries(
        title, step.unit(), step.paced(), repeats, round(seconds), List.copyOf(entries), verdict);
  }

  /** Rounds to a likely setting: whole hours, minutes or seconds; two digits below a second. */
  private static double round(double seconds) {
    for (double unit : new double[] {HOUR_SECONDS, 60, 1}) {
      double rounded = Math.rint(seconds / unit) * unit;
      if (rounded > 0 && Math.abs(seconds - rounded) <= TOLERANCE * seconds) {
        return rounded;
      }
    }
    double digit = seconds > 0 ? Math.pow(10, Math.floor(Math.log10(seconds)) - 1) : 1;
    return Math.rint(seconds / digit) * digit;
  }

  private boolean isHourly() {
    return seconds == HOUR_SECONDS;
  }

  /** The head of the column of {@link #label}. */
  public String head() {
    return isHourly() ? "hour" : repeats ? "repeat" : "period";
  }

  /** The periods in a sentence, as in {@code by hour of request}. */
  public String each() {
    return head() + " of " + title;
  }

  /** The first cell of a row: the number of the hour, or {@code 10m #3}. */
  public String label(SeriesPeriod entry) {
    String number = isHourly() || repeats ? "" + entry.number() : length() + " #" + entry.number();
    return number + (entry.partial() ? " part" : "");
  }

  /** For a title: the length of the last period if it is shorter; empty otherwise. */
  String lastPart() {
    SeriesPeriod last = entries.get(entries.size() - 1);
    return last.partial()
        ? "; the last one was "
            + NumberText.seconds(last.period().figures().value(Figure.SECONDS))
            + " s long"
        : "";
  }

  private String length() {
    return seconds == 0 ? head() : Durations.period(seconds);
  }

  /** Seconds from the beginning of the series to the end of a period. */
  double endSeconds(SeriesPeriod entry) {
    double end = seconds * entry.number();
    for (SeriesPeriod each : entries) {
      if (each.number() <= entry.number() && each.partial()) {
        end -= seconds - each.period().figures().valueOr(Figure.SECONDS, seconds);
      }
    }
    return end;
  }
}
