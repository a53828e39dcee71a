package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import io.ibench.report.figures.NumberText;
import io.ibench.statistics.StudentsT;
import java.util.List;
import java.util.Locale;

/**
 * How many ratios of a comparison were tested against which noise. Immutable.
 *
 * @param betweenRuns ratios tested against the noise between runs
 * @param betweenRepeats ratios tested against the noise between repeats of a step
 * @param withinRun ratios tested against the noise within runs
 * @param unknown ratios without a known noise, except those of equal numbers
 * @param beyond ratios that exceed their noise
 */
public record Tested(
    long betweenRuns, long betweenRepeats, long withinRun, long unknown, long beyond) {

  /** The share of tests that find a difference where there is none. */
  public static final double LEVEL = StudentsT.LEVEL;

  /** Counts all ratios except those of the base to itself. */
  public static Tested of(Comparison comparison) {
    List<Noise> noises =
        comparison.shownSteps().stream().flatMap(step -> noises(step).stream()).toList();
    return new Tested(
        count(noises, Kind.BETWEEN_RUNS),
        count(noises, Kind.BETWEEN_REPEATS),
        count(noises, Kind.WITHIN_RUN),
        count(noises, Kind.UNKNOWN),
        noises.stream().filter(Noise::exceeds).count());
  }

  /** The noise of each shown ratio of a step for which one was computed, without the base's. */
  static List<Noise> noises(StepComparison step) {
    return step.shownRows().stream()
        .flatMap(row -> row.cells().stream().skip(1))
        .filter(Tested::hasNoise)
        .map(ComparedValue::noise)
        .toList();
  }

  private static boolean hasNoise(ComparedValue cell) {
    return cell.isCompared() && (cell.noise().kind() != Kind.UNKNOWN || cell.isUncertain());
  }

  private static long count(List<Noise> noises, Kind kind) {
    return noises.stream().filter(noise -> noise.kind() == kind).count();
  }

  public long tested() {
    return betweenRuns + betweenRepeats + withinRun;
  }

  /** A sentence that compares the number of differences with that expected by chance. */
  public String sentence() {
    if (tested() + unknown == 0) {
      return "there is no ratio to test for noise";
    }
    if (tested() == 0) {
      return "the noise of no ratio is known: a difference may be chance; several runs a side would"
          + " show whether it is";
    }
    double expected = tested() * LEVEL;
    return String.format(
        Locale.ROOT,
        "%s of %s tested ratios %s beyond the noise at the level %s; by chance alone about %s would"
            + " be%s",
        NumberText.count(beyond),
        NumberText.count(tested()),
        beyond == 1 ? "is" : "are",
        LEVEL,
        NumberText.decimals(expected, expected < 0.095 ? 2 : expected < 9.95 ? 1 : 0),
        unknown == 0 ? "" : "; of " + NumberText.count(unknown) + " more the noise is not known");
  }
}
