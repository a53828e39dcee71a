package io.ibench.bisect;

import io.ibench.report.store.StoredDuet;
import java.util.Optional;

/**
 * What was found about two versions. Ratios are B / A. Immutable.
 *
 * @param purpose why it was asked
 * @param a the name of side A's version
 * @param b the name of side B's version
 * @param skipped why b could not be measured; empty if it was
 * @param folder of the duet, in that of the bisection
 * @param instances percent that may belong to the instances of the two sides
 * @param seconds in all, with the load
 * @param verdict what the search made of it; empty while it is not judged
 */
public record Comparison(
    Question.Purpose purpose,
    String a,
    String b,
    Optional<String> skipped,
    Optional<String> folder,
    StoredDuet.Ratio time,
    StoredDuet.Ratio cpu,
    double instances,
    double seconds,
    Optional<String> verdict) {

  /** A version that cannot be measured. */
  public static Comparison skipped(Question.Purpose purpose, String a, String b, String why) {
    return new Comparison(
        purpose,
        a,
        b,
        Optional.of(why),
        Optional.empty(),
        StoredDuet.Ratio.UNKNOWN,
        StoredDuet.Ratio.UNKNOWN,
        0,
        0,
        Optional.empty());
  }

  Comparison judged(String text) {
    return new Comparison(
        purpose, a, b, skipped, folder, time, cpu, instances, seconds, Optional.of(text));
  }
}
