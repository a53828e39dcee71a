package io.ibench.cli.bisect;

import io.ibench.bisect.Comparison;
import io.ibench.report.store.StoredDuet.Ratio;
import java.util.Locale;

/** A line of progress. Stateless. */
final class StepLine {

  private StepLine() {}

  /** Such as {@code v32 against v01: 1.020 (1.019 to 1.021), like bad, 9 s}. */
  static String of(Comparison found, String verdict) {
    if (found.skipped().isPresent()) {
      return found.b() + ": skipped, " + found.skipped().get();
    }
    return String.format(
        Locale.ROOT,
        "%s against %s: time %s, CPU %s: %s, %.0f s",
        found.b(),
        found.a(),
        text(found.time()),
        text(found.cpu()),
        verdict,
        found.seconds());
  }

  private static String text(Ratio ratio) {
    if (ratio.ratio().isEmpty()) {
      return "unknown";
    }
    String middle = String.format(Locale.ROOT, "%.3f", ratio.ratio().get());
    return ratio.low().isEmpty() || ratio.high().isEmpty()
        ? middle
        : middle
            + String.format(Locale.ROOT, " (%.3f to %.3f)", ratio.low().get(), ratio.high().get());
  }
}
