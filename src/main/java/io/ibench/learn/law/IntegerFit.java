package io.ibench.learn.law;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The law of whole numbers in a range. */
final class IntegerFit {

  private static final double CERTAIN = 0.0005;
  private static final int BUCKETS = 20;
  private static final int MORE_BUCKETS = 50;
  private static final int MOST_BUCKETS = 100;
  private static final long EXACT = Long.MAX_VALUE / MOST_BUCKETS;
  private static final int SEEN = 5;
  private static final double GOOD = 0.03;

  /** A hot range has at least so many of the draws, and is denser by at least this factor. */
  private static final double HOT_SHARE = 0.1;

  private static final double HOT_DENSITY = 4;

  private final Draws draws;
  private final Range range;
  private final double keys;

  /**
   * @param keys different numbers in the range; those of the range if they are not known
   */
  IntegerFit(Draws draws, Range range, double keys) {
    this.draws = draws;
    this.range = range;
    this.keys = Math.max(1, Math.min(keys, range.size()));
  }

  FittedLaw fit() {
    double distance = uniformDistance(range);
    if (draws.size() < FittedLaw.FEW / 5 || range.size() == 1) {
      return uniform(range, distance);
    }
    boolean evenly = Chance.ofDistance(distance * Math.sqrt(draws.size())) > CERTAIN;
    boolean asEqual = ScatteredFit.chanceOfUniform(draws, keys) > CERTAIN;
    if (evenly && asEqual) {
      return uniform(range, distance);
    }
    Range seen = Range.of(draws.min(), draws.max());
    if (!evenly
        && seen.size() < 0.98 * range.size()
        && seen.size() > BUCKETS
        && Chance.ofDistance(uniformDistance(seen) * Math.sqrt(draws.size())) > CERTAIN
        && ScatteredFit.chanceOfUniform(draws, keys * seen.size() / range.size()) > CERTAIN) {
      Range part = Range.widened(draws.min(), draws.max());
      Range inside =
          Range.of(Math.max(part.low(), range.low()), Math.min(part.high(), range.high()));
      return uniform(inside, uniformDistance(inside));
    }
    if (!evenly) {
      Optional<FittedLaw> ordered = new OrderedFit(draws, range).best(distance);
      if (ordered.isPresent()) {
        return ordered.get();
      }
    }
    if (range.size() <= MOST_BUCKETS) {
      return histogram((int) range.size());
    }
    FittedLaw histogram = histogram();
    if (!positionsMatter()) {
      FittedLaw scattered = scattered();
      boolean explains =
          scattered.grade() != Grade.POOR || scattered.distance() <= histogram.distance();
      if (explains) {
        return scattered;
      }
    }
    return hotRange(histogram).orElse(histogram);
  }

  private double uniformDistance(Range of) {
    double size = of.size();
    return draws.distance(v -> Math.max(0, Math.min(1, (v - of.low() + 1.0) / size)));
  }

  private FittedLaw uniform(Range of, double distance) {
    String expression = "random(" + of.lowText() + ", " + of.highText() + ")";
    String words =
        (draws.size() < FittedLaw.FEW ? "few values seen; taken as uniform, " : "uniform, ")
            + Words.count(of.size())
            + " keys";
    return FittedLaw.of(
        expression, words, Concentration.uniform(of.size()), distance, null, draws.size());
  }

  private FittedLaw scattered() {
    Double fewer = ScatteredFit.equallyProbable(draws, keys);
    if (fewer != null) {
      long step = Math.max(1, Math.round(range.size() / fewer));
      long last = range.size() / step - 1;
      Concentration law = Concentration.uniform(last + 1.0);
      String expression =
          range.isLiteral()
              ? String.format(Locale.ROOT, "%d + %d * random(0, %d)", range.low(), step, last)
              : "random(" + range.lowText() + ", " + range.highText() + ")";
      return FittedLaw.of(
          expression,
          "uniform, some "
              + Words.count(last + 1.0)
              + " keys in a range of "
              + Words.count(range.size()),
          law,
          draws.distance(law),
          null,
          draws.size());
    }
    ScatteredFit.Found found = ScatteredFit.fit(draws, keys);
    return FittedLaw.of(
        found.expression(range.lowText(), range.highText()),
        found.words(keys),
        found.law(),
        draws.distance(found.law()),
        found.exponent(),
        draws.size());
  }

  /**
   * Whether parts of the range have more draws than scattered hot keys explain. The hottest keys
   * are left out, as they can be anywhere.
   */
  private boolean positionsMatter() {
    double[] shares = new double[BUCKETS];
    double squares = 0;
    double kept = 0;
    double hot = Math.max(10, 0.002 * draws.size());
    for (int i = 0; i < draws.distinct(); i++) {
      int times = draws.times(i);
      if (times <= hot) {
        shares[bucket(draws.key(i), BUCKETS)] += times;
        squares += (double) times * times;
        kept += times;
      }
    }
    if (range.size() < BUCKETS * 5 || kept < FittedLaw.FEW) {
      return !(range.size() < BUCKETS * 5);
    }
    double sum = 0;
    for (double share : shares) {
      sum += (share - kept / BUCKETS) * (share - kept / BUCKETS);
    }
    double freedom = BUCKETS - 1.0;
    double square = sum * BUCKETS / squares;
    double z =
        (Math.cbrt(square / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom));
    return Chance.above(z) < CERTAIN;
  }

  private int bucket(long value, int buckets) {
    long place = Math.max(0, Math.min(value - range.low(), range.size() - 1));
    return range.size() <= EXACT
        ? (int) (place * buckets / range.size())
        : (int) Math.min(buckets - 1.0, (double) place / range.size() * buckets);
  }

  private FittedLaw histogram() {
    FittedLaw best = histogram(BUCKETS);
    for (int buckets : new int[] {MORE_BUCKETS, MOST_BUCKETS}) {
      if (best.distance() >= GOOD && range.size() >= 5L * buckets) {
        best = histogram(buckets);
      }
    }
    return best;
  }

  private FittedLaw histogram(int most) {
    int buckets = (int) Math.min(most, range.size());
    double[] shares = shares(draws, buckets);
    int[] weights = weights(shares, draws.size());
    double total = 0;
    for (int weight : weights) {
      total += weight;
    }
    double sum = total;
    double distance = draws.distance(v -> upTo(weights, sum, v));
    double squares = 0;
    for (double share : shares) {
      squares += share * share;
    }
    double keysInBucket = Math.max(1, keys / buckets);
    double inBucket = draws.secondMoment() / squares;
    boolean hotKeys =
        keysInBucket >= 5
            && draws.pairs() >= 100
            && inBucket > 1.15 / keysInBucket
            && Chance.ofAtLeast(
                    draws.pairs(), draws.size() * (draws.size() - 1.0) / 2 * squares / keysInBucket)
                < CERTAIN;
    List<Concentration> parts = new ArrayList<>();
    List<Double> partShares = new ArrayList<>();
    ScatteredFit.@Nullable Found hot =
        hotKeys ? ScatteredFit.fit(draws, keysInBucket, squares) : null;
    for (double share : shares) {
      parts.add(hot == null ? Concentration.uniform(keysInBucket) : hot.law());
      partShares.add(share);
    }
    Concentration law = Concentration.parts(parts, partShares);
    StringBuilder expression = new StringBuilder();
    if (hot == null) {
      expression
          .append("random_histogram(")
          .append(range.lowText())
          .append(", ")
          .append(range.highText());
      for (int weight : weights) {
        expression.append(", ").append(weight);
      }
      expression.append(")");
    } else {
      String width =
          range.isLiteral()
              ? Long.toString(range.size() / buckets)
              : "((" + range.sizeText() + ") / " + buckets + ")";
      expression
          .append(Range.bracketed(range.lowText()))
          .append(" + ")
          .append(width)
          .append(" * random_list(");
      for (int i = 0; i < weights.length; i++) {
        if (weights[i] > 0) {
          expression.append(i).append(", ").append(weights[i]).append(", ");
        }
      }
      expression.setLength(expression.length() - 2);
      String last = range.isLiteral() ? Long.toString(range.size() / buckets - 1) : width + " - 1";
      expression.append(") + ").append(hot.expression("0", last));
    }
    String words =
        "no simple law: a histogram of "
            + buckets
            + " parts, "
            + Words.count(keys)
            + " keys"
            + (hot == null
                ? ""
                : "; in each part "
                    + (hot.share() < 1 ? Words.percent(hot.share()) + " by " : "")
                    + Words.zipf(hot.exponent()))
            + ", "
            + Words.hottest(law);
    return FittedLaw.of(
        expression.toString(),
        words,
        law,
        distance,
        hot == null ? null : hot.exponent(),
        draws.size());
  }

  private double[] shares(Draws of, int buckets) {
    double[] shares = new double[buckets];
    for (int i = 0; i < of.distinct(); i++) {
      shares[bucket(of.key(i), buckets)] += of.times(i) / (double) of.size();
    }
    return shares;
  }

  /** In thousandths; parts with fewer than 5 draws get the mean of all such parts. */
  private static int[] weights(double[] shares, int draws) {
    double rare = 0;
    int rares = 0;
    for (double share : shares) {
      if (isRare(share, draws)) {
        rare += share;
        rares++;
      }
    }
    int[] weights = new int[shares.length];
    for (int i = 0; i < shares.length; i++) {
      double share = isRare(shares[i], draws) ? rare / rares : shares[i];
      weights[i] = (int) Math.round(1000 * share);
    }
    return weights;
  }

  private static boolean isRare(double share, int draws) {
    return share > 0 && Math.round(share * draws) < SEEN;
  }

  private double upTo(int[] weights, double sum, long value) {
    double place = Math.max(0, Math.min(1, ((double) value - range.low() + 1) / range.size()));
    double at = place * weights.length;
    double share = 0;
    for (int i = 0; i < weights.length; i++) {
      share += weights[i] * Math.max(0, Math.min(1, at - i));
    }
    return share / sum;
  }

  /** One interval that gets much more than its width, if it is better than the histogram. */
  private Optional<FittedLaw> hotRange(FittedLaw histogram) {
    int steps = 200;
    double best = 0;
    long hotLow = 0;
    long hotHigh = 0;
    double n = draws.size();
    for (int i = 0; i < steps; i++) {
      long low = draws.quantile((double) i / steps);
      for (int j = i + 1; j <= steps; j++) {
        long high = draws.quantile((double) j / steps);
        double width = high - low + 1.0;
        double inside = (double) (j - i) / steps;
        double part = width / range.size();
        if (inside < HOT_SHARE || inside < HOT_DENSITY * part || inside >= 0.995) {
          continue;
        }
        double gain =
            inside * Math.log(inside / part)
                + (1 - inside) * Math.log((1 - inside) / Math.max(1e-9, 1 - part));
        if (gain > best) {
          best = gain;
          hotLow = low;
          hotHigh = high;
        }
      }
    }
    if (best == 0) {
      return Optional.empty();
    }
    long unit = 1;
    while (unit * 100 < hotHigh - hotLow) {
      unit *= 10;
    }
    long low = Math.max(range.low(), Math.floorDiv(hotLow, unit) * unit);
    long high = Math.min(range.high(), -Math.floorDiv(-hotHigh, unit) * unit);
    double share = draws.between(low, high) / n;
    long size = range.size();
    double width = high - low + 1.0;
    double part = width / size;
    double distance =
        draws.distance(
            v ->
                share * limited((v - low + 1) / width)
                    + (1 - share) * limited((v - range.low() + 1.0) / size));
    // The other draws fall into the hot range as well, by its width.
    double pure = Math.max(0, Math.min(1, (share - part) / (1 - part)));
    Concentration law =
        Concentration.of(
            List.of(
                new Concentration.Group(keys * part, pure + (1 - pure) * part),
                new Concentration.Group(keys * (1 - part), (1 - pure) * (1 - part))));
    String words =
        "hot range: "
            + Words.percent(share)
            + " of the draws go to "
            + Words.percent(part)
            + " of "
            + Words.count(keys)
            + " keys, ";
    if (distance < GOOD) {
      String expression =
          String.format(
              Locale.ROOT,
              "random_hot(%s, %s, %s, %s, %s)",
              range.lowText(),
              range.highText(),
              Words.number(pure, 3),
              scaled(low),
              scaled(high));
      return Optional.of(
          FittedLaw.of(
              expression,
              words + "the rest uniform, " + Words.hottest(law),
              law,
              distance,
              null,
              draws.size()));
    }
    Draws others = draws.outside(low, high);
    int[] weights = weights(shares(others, (int) Math.min(BUCKETS, size)), others.size());
    double sum = 0;
    StringBuilder list = new StringBuilder();
    for (int weight : weights) {
      sum += weight;
      list.append(", ").append(weight);
    }
    double all = sum;
    if (all == 0) {
      return Optional.of(part(low, high));
    }
    double both =
        draws.distance(
            v -> share * limited((v - low + 1) / width) + (1 - share) * upTo(weights, all, v));
    if (both + 0.005 > histogram.distance()) {
      return Optional.empty();
    }
    String expression =
        String.format(
            Locale.ROOT,
            "CASE WHEN random(1, 1000) <= %d THEN random(%s, %s) ELSE random_histogram(%s, %s%s) END",
            Math.round(1000 * share),
            scaled(low),
            scaled(high),
            range.lowText(),
            range.highText(),
            list);
    List<Concentration.Group> groups = new ArrayList<>();
    groups.add(new Concentration.Group(keys * part, share));
    for (int weight : weights) {
      groups.add(
          new Concentration.Group(keys * (1 - part) / weights.length, (1 - share) * weight / all));
    }
    Concentration mixed = Concentration.of(groups);
    return Optional.of(
        FittedLaw.of(
            expression,
            words + "the rest by a histogram, " + Words.hottest(mixed),
            mixed,
            both,
            null,
            draws.size()));
  }

  /** All draws are in a part of the range. */
  private FittedLaw part(long low, long high) {
    Range of = Range.of(low, high);
    return FittedLaw.of(
        "random(" + scaled(low) + ", " + scaled(high) + ")",
        "uniform, " + Words.count(of.size()) + " of " + Words.count(keys) + " keys",
        Concentration.of(
            List.of(
                new Concentration.Group(of.size(), 1),
                new Concentration.Group(Math.max(0, keys - of.size()), 0))),
        uniformDistance(of),
        null,
        draws.size());
  }

  /** A number in the range, which moves with the range when that depends on the scale. */
  private String scaled(long value) {
    if (range.isLiteral()) {
      return Long.toString(value);
    }
    long perMillion = Math.round(1e6 * (value - range.low()) / range.size());
    return Range.bracketed(range.lowText())
        + " + ("
        + range.sizeText()
        + ") * "
        + perMillion
        + " / 1000000";
  }

  private static double limited(double share) {
    return Math.max(0, Math.min(1, share));
  }
}
