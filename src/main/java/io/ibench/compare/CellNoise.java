package io.ibench.compare;

import io.ibench.compare.RunSeries.Known;
import io.ibench.statistics.BatchMeans;
import io.ibench.statistics.Difference;
import io.ibench.statistics.Sample;
import io.ibench.statistics.StudentsT;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether two values of a figure differ by more than noise. Ratios are compared, so the tests are
 * on logarithms: twice as much and half as much are equally far from 1, and noise is in proportion.
 * 0 has no logarithm: if a value is 0, the tests are on the values themselves. Stateless.
 */
final class CellNoise {

  /**
   * The smallest limit within a run. A step's counters are read some milliseconds before or after
   * its boundaries, so figures of a few seconds are not more exact than this.
   */
  static final double MIN_LIMIT = 0.001;

  /**
   * Between runs: the maximum relative width of a bucket in a histogram with two significant
   * digits. Latencies of several runs are often equal because they are in the same bucket.
   */
  static final double BUCKET = 1.0 / 128;

  private static final String NOT_IN_INTERVALS = "nothing of it in full intervals";

  private CellNoise() {}

  /**
   * Both sides must have a value. Uses the noise between runs if a side has several runs; otherwise
   * that between the repeats of the step, if each side has enough of them, or that of the
   * intervals.
   */
  static Noise of(ComparedFigure figure, SideStep base, SideStep other) {
    if (base.value(figure) == 0 && other.value(figure) == 0) {
      return Noise.unknown("both are 0");
    }
    if (NearlyNothing.is(figure.unit(), base.value(figure), other.value(figure))) {
      return Noise.unknown("both are below " + NearlyNothing.floorText(figure.unit()));
    }
    if (!base.isSingleRun() || !other.isSingleRun()) {
      return between(
          Noise.Kind.BETWEEN_RUNS,
          figure,
          new Replicates(base.values(figure), base.value(figure)),
          new Replicates(other.values(figure), other.value(figure)));
    }
    Optional<double[]> baseRepeats = base.replicates(figure);
    Optional<double[]> otherRepeats = other.replicates(figure);
    return baseRepeats.isPresent() && otherRepeats.isPresent()
        ? between(
            Noise.Kind.BETWEEN_REPEATS,
            figure,
            new Replicates(baseRepeats.get(), base.value(figure)),
            new Replicates(otherRepeats.get(), other.value(figure)))
        : withinRun(figure, base, other);
  }

  /**
   * @param values the figure in each replicate: a run, or a repeat of the step
   * @param shown of all of them, which is their mean or a weighted one
   */
  private record Replicates(double[] values, double shown) {

    boolean hasZero() {
      return Arrays.stream(values).anyMatch(value -> value == 0);
    }

    Sample sample() {
      Sample plain = Sample.of(values);
      return new Sample(shown, plain.variance(), plain.n());
    }

    /** The logarithm of what is shown, with the variance of the logarithms. */
    Sample logarithms() {
      Sample logarithms = Sample.of(Arrays.stream(values).map(Math::log).toArray());
      return new Sample(Math.log(shown), logarithms.variance(), logarithms.n());
    }
  }

  private static Noise between(
      Noise.Kind kind, ComparedFigure figure, Replicates base, Replicates other) {
    boolean zeros = base.hasZero() || other.hasZero();
    Sample a = sample(figure, base, zeros);
    Sample b = sample(figure, other, zeros);
    Optional<Difference> tested = StudentsT.compare(a, b);
    if (tested.isEmpty()) {
      return Noise.unknown("no more than one run a side has it");
    }
    Difference difference = tested.get();
    boolean single = Math.min(a.n(), b.n()) == 1;
    boolean exceeds = difference.p() < StudentsT.LEVEL;
    boolean tooFew = Math.max(a.n(), b.n()) < Noise.MIN_RUNS;
    boolean few = single && (zeros || a.n() + b.n() == 3);
    if (few && difference.noise() == 0 && difference.difference() != 0) {
      return Noise.unknown("equal numbers may be equal by chance; further runs would tell");
    }
    return new Noise(
        kind,
        exceeds,
        zeros ? share(difference.noise(), base.shown()) : limit(difference),
        difference.p(),
        tooFew,
        String.format(
            Locale.ROOT,
            "%s t on %s of %d and %d %s; %s%s",
            single ? "Student's" : "Welch's",
            zeros ? "the values" : "logs",
            a.n(),
            b.n(),
            kind == Noise.Kind.BETWEEN_RUNS ? "runs" : "repeats",
            probability(difference.p()),
            tooFew && !exceeds ? "; " + Noise.TOO_FEW : ""));
  }

  private static Sample sample(ComparedFigure figure, Replicates replicates, boolean zeros) {
    double minVariance = RunSeries.isLatency(figure) ? BUCKET * BUCKET : 0;
    return zeros ? replicates.sample() : atLeast(minVariance, replicates.logarithms());
  }

  /** NaN for a base of 0. */
  private static double share(double noise, double base) {
    return base == 0 ? Double.NaN : noise / base;
  }

  private static Sample atLeast(double variance, Sample sample) {
    return sample.variance() < variance ? new Sample(sample.mean(), variance, sample.n()) : sample;
  }

  private static Noise withinRun(ComparedFigure figure, SideStep base, SideStep other) {
    if (!RunSeries.has(figure)) {
      return Noise.unknown("one number a run; repeated runs would tell");
    }
    // Side by side, because the files of a week take a second each.
    List<Known> knowns =
        List.of(base, other).parallelStream().map(side -> known(figure, side)).toList();
    Known a = knowns.get(0);
    Known b = knowns.get(1);
    if (a.means().isEmpty() || b.means().isEmpty()) {
      boolean isBase = a.means().isEmpty();
      return Noise.unknown(
          (isBase ? a : b).unknown() + " in " + (isBase ? base : other).side().name());
    }
    BatchMeans baseMeans = a.means().get();
    BatchMeans otherMeans = b.means().get();
    boolean latency = RunSeries.isLatency(figure);
    String batches = batches(latency, a, b);
    if (base.value(figure) == 0 || other.value(figure) == 0) {
      return ofZero(baseMeans.sample(), otherMeans.sample(), base.value(figure), batches);
    }
    double ratio = Math.log(other.value(figure) / base.value(figure));
    // The mean of the windows' percentiles is not the percentile of the whole step: test the means.
    double series = Math.log(otherMeans.sample().mean() / baseMeans.sample().mean());
    return StudentsT.compare(
            logarithm(0, baseMeans), logarithm(latency ? series : ratio, otherMeans))
        .map(difference -> withinRun(difference, ratio, batches))
        .orElseGet(() -> Noise.unknown(NOT_IN_INTERVALS));
  }

  /** A figure that is 0 in all full intervals of both sides has no known noise. */
  private static Noise ofZero(Sample base, Sample other, double value, String batches) {
    if (base.mean() == 0 && other.mean() == 0) {
      return Noise.unknown(NOT_IN_INTERVALS);
    }
    return StudentsT.compare(base, other)
        .map(
            difference ->
                withinRun(
                    "the values of " + batches,
                    difference,
                    difference.p() < StudentsT.LEVEL,
                    share(difference.noise(), value)))
        .orElseGet(() -> Noise.unknown(NOT_IN_INTERVALS));
  }

  /**
   * @param ratio the logarithm of the figure's ratio; this ratio must exceed the noise too
   */
  private static Noise withinRun(Difference difference, double ratio, String batches) {
    boolean beyond = Math.abs(ratio) > difference.noise() && ratio * difference.difference() > 0;
    double limit = Math.max(MIN_LIMIT, limit(difference));
    return withinRun(
        batches,
        difference,
        difference.p() < StudentsT.LEVEL && beyond && Math.abs(Math.expm1(ratio)) > limit,
        limit);
  }

  /** One run a side is too little to call a difference noise. */
  private static Noise withinRun(
      String tested, Difference difference, boolean exceeds, double limit) {
    return new Noise(
        Noise.Kind.WITHIN_RUN,
        exceeds,
        limit,
        difference.p(),
        true,
        String.format(
            Locale.ROOT,
            "Welch's t on %s; %s; within these runs only%s",
            tested,
            probability(difference.p()),
            exceeds ? "" : "; " + Noise.TOO_FEW));
  }

  /** The distance from 1 in the difference's direction; it is larger upwards than downwards. */
  private static double limit(Difference difference) {
    return difference.difference() < 0
        ? -Math.expm1(-difference.noise())
        : Math.expm1(difference.noise());
  }

  private static Known known(ComparedFigure figure, SideStep side) {
    return side.series().get(0).of(side.steps().get(0).get(0).name(), figure);
  }

  /** Scales the variance of the batch means by the square of their mean. */
  private static Sample logarithm(double value, BatchMeans means) {
    Sample sample = means.sample();
    return new Sample(value, sample.variance() / (sample.mean() * sample.mean()), sample.n());
  }

  private static String batches(boolean latency, Known a, Known b) {
    BatchMeans base = a.means().orElseThrow();
    BatchMeans other = b.means().orElseThrow();
    boolean alike = seconds(a).equals(seconds(b));
    boolean worthLess = isWorthLess(base) || isWorthLess(other);
    return String.format(
        Locale.ROOT,
        "%d and %d batch means of %s s%s%s",
        base.batches(),
        other.batches(),
        alike ? seconds(a) : seconds(a) + " and " + seconds(b),
        latency ? " of the windows' percentiles" : "",
        worthLess ? ", worth " + base.sample().n() + " and " + other.sample().n() : "");
  }

  /** Because the batches are correlated. */
  private static boolean isWorthLess(BatchMeans means) {
    return means.sample().n() < means.batches() / 2;
  }

  private static String seconds(Known known) {
    double seconds = known.batchSeconds();
    String text = String.format(Locale.ROOT, seconds < 9.95 ? "%.1f" : "%.0f", seconds);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static String probability(double p) {
    return p < 0.001
        ? "p < 0.001"
        : String.format(Locale.ROOT, p < 0.0995 ? "p = %.3f" : "p = %.2f", p);
  }
}
