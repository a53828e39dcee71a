package io.ibench.learn.law;

import io.ibench.random.Distribution;
import io.ibench.random.ExponentialDistribution;
import io.ibench.random.NormalDistribution;
import io.ibench.random.ParetoDistribution;
import io.ibench.random.SpecialDistribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongToDoubleFunction;

/** Laws whose hot keys stand in order: the first or last ones, or those of the middle. */
final class OrderedFit {

  /** Critical distance times the root of the draws, for an error of 1 %. */
  private static final double CRITICAL = 1.63;

  private static final double NEAR = 0.01;
  private static final double FAR = 0.02;
  private static final double BETTER = 3;

  private final Draws draws;
  private final Range range;

  OrderedFit(Draws draws, Range range) {
    this.draws = draws;
    this.range = range;
  }

  /** The law that is nearest, if it is near enough. */
  Optional<FittedLaw> best(double distanceOfUniform) {
    List<FittedLaw> laws = new ArrayList<>();
    laws.add(zipf(false));
    laws.add(zipf(true));
    gaussian().ifPresent(laws::add);
    exponential(false).ifPresent(laws::add);
    exponential(true).ifPresent(laws::add);
    laws.add(special());
    pareto().ifPresent(laws::add);
    double critical = Math.max(CRITICAL / Math.sqrt(draws.size()), NEAR);
    // Of laws that are all near enough, the best known one.
    FittedLaw best =
        laws.stream()
            .min(
                Comparator.comparing((FittedLaw law) -> law.distance() > critical)
                    .thenComparing(law -> law.distance() > critical || law.exponent() == null)
                    .thenComparing(FittedLaw::distance))
            .orElseThrow();
    boolean near = best.distance() <= critical;
    boolean better = best.distance() <= FAR && best.distance() * BETTER < distanceOfUniform;
    return (near || better) && !hasHotterKeys(best) ? Optional.of(best) : Optional.empty();
  }

  /** Whether draws are equal more often than the law says: keys are hot without order. */
  private boolean hasHotterKeys(FittedLaw law) {
    double n = draws.size();
    double expected = n * (n - 1) / 2 * law.concentration().squares();
    return draws.pairs() > 1.5 * expected + 5 * Math.sqrt(expected) + 5;
  }

  private FittedLaw zipf(boolean fromLast) {
    double n = range.size();
    double sum = 0;
    for (int i = 0; i < draws.distinct(); i++) {
      sum += draws.times(i) * Math.log(rank(draws.key(i), fromLast));
    }
    Draws.Estimate s = Zipf.ofRanks(sum / draws.size(), n, draws.size());
    double all = Harmonic.sum(n, s.value());
    double distance =
        draws.distance(
            v -> {
              double below = fromLast ? range.high() - v : v - range.low() + 1;
              double share = below < 1 ? 0 : Harmonic.sum(Math.min(below, n), s.value()) / all;
              return fromLast ? 1 - share : share;
            });
    Exponent exponent = Exponent.of(s);
    String drawn =
        "random_zipfian("
            + range.lowText()
            + ", "
            + range.highText()
            + ", "
            + Words.number(s.value(), 3)
            + ")";
    Concentration law = Concentration.zipf(n, s.value(), 1);
    return FittedLaw.of(
        fromLast ? turned(drawn) : drawn,
        Words.zipf(exponent)
            + ", "
            + Words.count(n)
            + " keys, the "
            + (fromLast ? "highest" : "lowest")
            + " is the hottest, "
            + Words.hottest(law),
        law,
        distance,
        exponent,
        draws.size());
  }

  private double rank(long value, boolean fromLast) {
    double rank = fromLast ? (double) range.high() - value + 1 : (double) value - range.low() + 1;
    return Math.max(1, Math.min(rank, range.size()));
  }

  private double mean() {
    double sum = 0;
    for (int i = 0; i < draws.distinct(); i++) {
      sum += draws.times(i) * (rank(draws.key(i), false) - 0.5);
    }
    return sum / draws.size() / range.size();
  }

  private Optional<FittedLaw> gaussian() {
    double squares = 0;
    for (int i = 0; i < draws.distinct(); i++) {
      double x = (rank(draws.key(i), false) - 0.5) / range.size() - 0.5;
      squares += draws.times(i) * x * x;
    }
    // The variance of the cut law in units of the range, by halving, as it falls with the cut.
    double variance = squares / draws.size();
    double low = NormalDistribution.MIN_DEVIATIONS;
    double high = 200;
    if (variance > varianceOfNormal(low) * 1.1) {
      return Optional.empty();
    }
    for (int i = 0; i < 50; i++) {
      double middle = (low + high) / 2;
      if (varianceOfNormal(middle) > variance) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double deviations = Math.max(NormalDistribution.MIN_DEVIATIONS, (low + high) / 2);
    return Optional.of(
        law(
            "random_gaussian",
            ", " + Words.number(deviations, 2),
            "a bell, the middle is the hottest, "
                + Words.number(deviations, 1)
                + " standard deviations from the middle to each end",
            new NormalDistribution(range.size(), deviations),
            false));
  }

  private static double varianceOfNormal(double cut) {
    double density = Math.exp(-cut * cut / 2) / Math.sqrt(2 * Math.PI);
    double inside = 1 - Chance.ofNormal(cut);
    return (1 - 2 * cut * density / inside) / (4 * cut * cut);
  }

  private Optional<FittedLaw> exponential(boolean fromLast) {
    double mean = fromLast ? 1 - mean() : mean();
    if (mean > 0.45) {
      return Optional.empty();
    }
    double low = 1e-3;
    double high = 1e4;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (1 / middle - 1 / Math.expm1(middle) > mean) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double parameter = (low + high) / 2;
    return Optional.of(
        law(
            "random_exponential",
            ", " + Words.number(parameter, 2),
            "exponential with the parameter "
                + Words.number(parameter, 1)
                + ", the "
                + (fromLast ? "highest" : "lowest")
                + " is the hottest",
            new ExponentialDistribution(range.size(), parameter),
            fromLast));
  }

  private FittedLaw special() {
    return law(
        "random_special",
        "",
        "hot range: three quarters of the middle 1 % of the keys get 75 %, the others a bell"
            + " (sysbench's special)",
        new SpecialDistribution(range.size()),
        false);
  }

  /** The share of the keys up to x of 1 is a power of x. */
  private Optional<FittedLaw> pareto() {
    // The power with the least distance, as the lowest rank may have most of the draws.
    double low = 1.05;
    double high = 30;
    for (int i = 0; i < 25; i++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      if (paretoDistance(left) < paretoDistance(right)) {
        high = right;
      } else {
        low = left;
      }
    }
    double power = (low + high) / 2;
    if (power < 1.1 || power > 29) {
      return Optional.empty();
    }
    double h = parameter(power);
    return Optional.of(
        law(
            "random_pareto",
            ", " + Words.number(h, 3),
            "pareto with the parameter " + Words.number(h, 2) + ", the lowest is the hottest",
            new ParetoDistribution(range.size(), h),
            false));
  }

  private double paretoDistance(double power) {
    double size = range.size();
    return draws.distance(
        v -> Math.pow(Math.max(0, Math.min(1, (v - range.low() + 1) / size)), 1 / power));
  }

  /** The parameter h of a power: p = log h / log(1 - h). */
  private static double parameter(double power) {
    double low = 1e-9;
    double high = 0.5;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (Math.log(middle) / Math.log1p(-middle) > power) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** The same with the highest number in the place of the lowest. */
  private String turned(String drawn) {
    return Range.bracketed(range.lowText())
        + " + "
        + Range.bracketed(range.highText())
        + " - "
        + drawn;
  }

  private FittedLaw law(
      String function, String parameter, String words, Distribution law, boolean fromLast) {
    LongToDoubleFunction upTo =
        v -> fromLast ? 1 - law.cdf(range.high() - v - 1) : law.cdf(v - range.low());
    String drawn = function + "(" + range.lowText() + ", " + range.highText() + parameter + ")";
    Concentration concentration = concentration(law);
    return FittedLaw.of(
        fromLast ? turned(drawn) : drawn,
        String.format(
            Locale.ROOT,
            "%s, %s keys, %s",
            words,
            Words.count(range.size()),
            Words.hottest(concentration)),
        concentration,
        draws.distance(upTo),
        null,
        draws.size());
  }

  /** In a thousand groups of keys, and the first keys by themselves. */
  private Concentration concentration(Distribution law) {
    long size = range.size();
    TreeSet<Long> ends = new TreeSet<>();
    for (int i = 1; i <= 1000; i++) {
      ends.add(Math.max(1, (long) (size * (i / 1000.0))));
    }
    for (double end = 1; end < size; end = Math.max(end + 1, Math.floor(end * 1.1))) {
      ends.add((long) end);
    }
    List<Concentration.Group> groups = new ArrayList<>();
    long from = 0;
    double below = 0;
    for (long to : ends) {
      double share = law.cdf(to - 1);
      groups.add(new Concentration.Group(to - from, Math.max(0, share - below)));
      below = share;
      from = to;
    }
    return Concentration.of(groups);
  }
}
