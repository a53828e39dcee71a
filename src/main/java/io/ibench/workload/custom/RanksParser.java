package io.ibench.workload.custom;

import io.ibench.random.Distribution;
import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.GaussianDistribution;
import io.ibench.random.LatestDistribution;
import io.ibench.random.ParetoDistribution;
import io.ibench.random.SpecialDistribution;
import io.ibench.random.UniformDistribution;
import io.ibench.workload.custom.Token.Kind;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Reads how often each of several numbers is drawn: {@code zipf 0.9}, {@code pareto 20%}, {@code
 * gaussian}, {@code special}, {@code latest 0.9}, {@code hot 80% in 20%}, or nothing for equally
 * often. Stateless.
 */
final class RanksParser {

  private static final long MOST_NUMBERS = 1L << 61;
  private static final BigDecimal MOST_SKEWED = BigDecimal.TEN;

  private RanksParser() {}

  /** The ranks from 0 to size - 1; empty after a mistake. */
  static Optional<Distribution> parse(TokenReader tokens, Mistakes mistakes, long size)
      throws SyntaxException {
    if (size > MOST_NUMBERS) {
      throw new SyntaxException(tokens.peek(), "the range is too large; allowed: 2^61 numbers");
    }
    Token word = tokens.peek();
    if (tokens.skip("zipf")) {
      return zipf(tokens, mistakes, size);
    }
    if (tokens.skip("latest")) {
      return zipf(tokens, mistakes, size).map(LatestDistribution::new);
    }
    if (tokens.skip("pareto")) {
      double part = Amounts.share(tokens.take(Kind.NUMBER, "a share, as in: pareto 20%"));
      return Optional.of(new ParetoDistribution(size, part));
    }
    if (tokens.skip("gaussian")) {
      return Optional.of(new GaussianDistribution(size));
    }
    if (tokens.skip("special")) {
      return Optional.of(new SpecialDistribution(size));
    }
    if (tokens.skip("hot")) {
      return hot(word, tokens, mistakes, size);
    }
    return Optional.of(new UniformDistribution(size));
  }

  private static Optional<Distribution> zipf(TokenReader tokens, Mistakes mistakes, long size)
      throws SyntaxException {
    Token number = tokens.take(Kind.NUMBER, "the shape, such as zipf 0.9");
    BigDecimal shape = Amounts.number(number);
    if (shape.signum() < 0 || shape.compareTo(MOST_SKEWED) > 0) {
      mistakes.at(number, "this shape is out of range; allowed: from 0, at most 10");
      return Optional.empty();
    }
    return Optional.of(new ExactZipfDistribution(size, shape.doubleValue()));
  }

  private static Optional<Distribution> hot(
      Token word, TokenReader tokens, Mistakes mistakes, long size) throws SyntaxException {
    double share = Amounts.share(tokens.take(Kind.NUMBER, "a share, as in: hot 80% in 20%"));
    tokens.expect("in", "after the share, as in: hot 80% in 20%");
    double part = Amounts.share(tokens.take(Kind.NUMBER, "a share, as in: hot 80% in 20%"));
    if (size < 2) {
      mistakes.at(word, "one value has no hot part");
      return Optional.empty();
    }
    long hot = Math.min(size - 1, Math.max(1, Math.round(size * part)));
    return Optional.of(new HotSpot(size, hot, share));
  }
}
