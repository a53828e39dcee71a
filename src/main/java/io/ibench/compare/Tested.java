package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import io.ibench.report.figures.NumberText;
import io.ibench.statistics.StudentsT;
import java.util.List;

/**
 * How many ratios of a comparison were held against which noise. Immutable.
 *
 * @param betweenRuns against that between runs
 * @param withinRun against that within a run
 * @param unknown of which no noise is known; of equal numbers nobody asks for it
 * @param beyond that are beyond their noise
 */
public record Tested(long betweenRuns, long withinRun, long unknown, long beyond) {

  /** How often a test finds a difference where there is none. */
  public static final double LEVEL = StudentsT.LEVEL;

  /** Of all ratios that there are, but those of the base to itself. */
  public static Tested of(Comparison comparison) {
    List<Noise> noises =
        comparison.shownSteps().stream()
            .flatMap(step -> step.shownRows().stream())
            .flatMap(row -> row.cells().stream().skip(1))
            .filter(Tested::isTold)
            .map(ComparedValue::noise)
            .toList();
    return new Tested(
        count(noises, Kind.BETWEEN_RUNS),
        count(noises, Kind.WITHIN_RUN),
        count(noises, Kind.UNKNOWN),
        noises.stream().filter(Noise::exceeds).count());
  }

  /** Whether a noise was asked for. */
  static boolean isTold(ComparedValue cell) {
    return cell.isCompared() && (cell.noise().kind() != Kind.UNKNOWN || cell.isUncertain());
  }

  private static long count(List<Noise> noises, Kind kind) {
    return noises.stream().filter(noise -> noise.kind() == kind).count();
  }

  public long tested() {
    return betweenRuns + withinRun;
  }

  /** What chance alone would do, in a sentence; of none that was tested, that nothing is known. */
  public String sentence() {
    if (tested() + unknown == 0) {
      return "there is no ratio that noise could be asked of";
    }
    if (tested() == 0) {
      return "of no ratio the noise is known: nothing here says that a difference is more than"
          + " chance; several runs a side would";
    }
    double expected = tested() * LEVEL;
    return String.format(
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
