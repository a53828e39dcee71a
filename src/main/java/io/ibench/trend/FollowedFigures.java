package io.ibench.trend;

import io.ibench.report.figures.Figure;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a step that a trend follows. Immutable.
 *
 * @param keys as in a comparison; {@link #RATE} stands for all rates, and a latency without an
 *     operation for that of the step's main one
 */
public record FollowedFigures(List<String> keys) {

  /** Whatever a step counts each second. */
  public static final String RATE = "rate";

  private static final List<String> RATES =
      Stream.of(Figure.QPS, Figure.IPS, Figure.DPS).map(Figure::key).toList();

  /** A rate, what an operation cost, and how long one of a hundred took. */
  public static final FollowedFigures DEFAULT =
      new FollowedFigures(
          Stream.concat(
                  Stream.of(RATE),
                  Stream.concat(
                      Stream.of(
                              Figure.OWN_CPU_US_PQ,
                              Figure.CSPQ,
                              Figure.RPQ,
                              Figure.RKBPQ,
                              Figure.WKBPQ)
                          .map(Figure::key),
                      Stream.of("p99_us")))
              .toList());

  public FollowedFigures {
    keys = List.copyOf(keys);
  }

  static boolean isRate(String key) {
    return RATES.contains(key);
  }

  /**
   * The place of a figure among those that are followed; empty if it is not.
   *
   * @param main the step's main operation; null without one
   */
  OptionalInt place(String figure, @Nullable String main) {
    for (int i = 0; i < keys.size(); i++) {
      String key = keys.get(i);
      if (key.equals(figure)
          || key.equals(RATE) && RATES.contains(figure)
          || figure.equals(main + "." + key)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
