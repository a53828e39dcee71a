package io.ibench.bisect;

import io.ibench.report.store.StoredDuet;
import java.util.Optional;

/**
 * By how much one version differs from another: logarithms of the ratio, with the ends of a 95 %
 * interval. Immutable.
 */
public record Effect(double estimate, double low, double high) {

  /** That of a duet; empty if it does not know its interval. */
  static Optional<Effect> of(StoredDuet.Ratio ratio) {
    return ratio.ratio().isPresent() && ratio.low().isPresent() && ratio.high().isPresent()
        ? Optional.of(
            new Effect(
                Math.log(ratio.ratio().get()),
                Math.log(ratio.low().get()),
                Math.log(ratio.high().get())))
        : Optional.empty();
  }

  /** As a ratio. */
  StoredDuet.Ratio ratio() {
    return new StoredDuet.Ratio(
        Optional.of(Math.exp(estimate)), Optional.of(Math.exp(low)), Optional.of(Math.exp(high)));
  }

  /** What this one and an independent one of the same versions say together, by their widths. */
  Effect with(Effect other) {
    double own = 1 / Math.max(1e-12, half() * half());
    double further = 1 / Math.max(1e-12, other.half() * other.half());
    double middle = (estimate * own + other.estimate * further) / (own + further);
    double half = 1 / Math.sqrt(own + further);
    return new Effect(middle, middle - half, middle + half);
  }

  /** With a part on both sides that nobody knows. */
  Effect widened(double unknown) {
    return new Effect(estimate, low - unknown, high + unknown);
  }

  double half() {
    return (high - low) / 2;
  }

  /** Whether it is surely on the side of 0 that the other one's estimate is on. */
  boolean isSurelyLike(Effect other) {
    return other.estimate > 0 ? low > 0 : high < 0;
  }

  boolean excludesZero() {
    return low > 0 || high < 0;
  }

  /** The larger end, as a growth without its sign. */
  double widest() {
    return Math.max(Math.abs(Math.expm1(low)), Math.abs(Math.expm1(high)));
  }
}
