package io.ibench.host.machine;

import io.ibench.statistics.Median;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One measured figure of the machine. Immutable.
 *
 * @param unit us, ns, or M/s: millions per second
 * @param rounds its value in each round; for a latency the median
 * @param p99 of a latency, over all rounds; empty for fewer than {@value #MIN_SAMPLES} samples
 */
public record ProbeFigure(String name, String unit, List<Double> rounds, OptionalDouble p99) {

  /** With fewer samples the 99th percentile is the maximum. */
  static final int MIN_SAMPLES = 100;

  private static final double DECIMALS = 1000;

  public ProbeFigure {
    rounds = rounds.stream().map(ProbeFigure::rounded).toList();
  }

  private static double rounded(double value) {
    return Math.round(value * DECIMALS) / DECIMALS;
  }

  /** A latency in us. */
  static ProbeFigure latency(String name, List<long[]> nanosOfRounds) {
    List<Double> medians =
        nanosOfRounds.stream().map(nanos -> quantile(sorted(nanos), 0.5) / 1e3).toList();
    long[] all = sorted(nanosOfRounds.stream().flatMapToLong(Arrays::stream).toArray());
    OptionalDouble p99 =
        all.length < MIN_SAMPLES
            ? OptionalDouble.empty()
            : OptionalDouble.of(rounded(quantile(all, 0.99) / 1e3));
    return new ProbeFigure(name, "us", medians, p99);
  }

  private static long[] sorted(long[] values) {
    long[] copy = values.clone();
    Arrays.sort(copy);
    return copy;
  }

  /** The smallest value that this share of all values does not exceed. */
  private static double quantile(long[] sorted, double share) {
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }

  /** The median of the rounds. */
  public double value() {
    return Median.of(rounds.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** How far the rounds are apart, as a share of the median; 0.1: by a tenth of it. */
  public double spread() {
    double median = value();
    return median == 0 ? 0 : (Collections.max(rounds) - Collections.min(rounds)) / median;
  }

  Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", name);
    facts.put("unit", unit);
    facts.put("value", rounded(value()));
    facts.put("p99", p99.isPresent() ? p99.getAsDouble() : null);
    facts.put("rounds", rounds);
    return Collections.unmodifiableMap(facts);
  }
}
