package io.ibench.series;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Finds the histograms of a result folder's latency.hlog by their tags. Nearly all lines of a
 * week's file are minutes; only their tags are parsed. Stateless.
 */
public final class StepHistograms {

  /** Characters that a tag cannot contain are replaced by _. */
  private static final Pattern TAG_BREAKING = Pattern.compile("[^!-~]|,");

  private static final double[] LOW = {0, 10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 85};
  private static final double[] DISTANCES = {10, 8, 6, 5, 4, 3, 2.5, 2, 1.5};
  private static final double[] SCALES = {1, 10, 100, 1000};
  private static final double LAST = 99.999;

  private static final double MICRO = 1e3;

  private StepHistograms() {}

  /**
   * Latencies by percentile.
   *
   * @param count of latencies, 1 or more
   * @param percentiles ascending, from 0 and below 100
   * @param micros the latency at each percentile
   */
  public record Quantiles(long count, double[] percentiles, double[] micros) {}

  /**
   * Passes each histogram with any latencies to the consumer, in the file's order; a tag may come
   * several times. An {@code IOException} may come after the first histograms.
   *
   * @param wanted selects the tags whose histograms are decoded
   * @return the number of wanted lines that were damaged and skipped
   */
  public static long read(
      Path file, Predicate<String> wanted, BiConsumer<String, Quantiles> histograms)
      throws IOException {
    long damaged = 0;
    try (HlogLines lines = HlogLines.open(file)) {
      while (lines.next()) {
        String tag = lines.tag();
        if (!tag.isEmpty() && wanted.test(tag)) {
          try {
            Histogram histogram = lines.histogram();
            if (histogram.getTotalCount() > 0) {
              histograms.accept(tag, quantiles(histogram));
            }
          } catch (DataFormatException e) {
            damaged++;
          }
        }
      }
    }
    return damaged;
  }

  /**
   * The quantiles of a histogram with any latencies.
   *
   * @param histogram of nanoseconds
   */
  public static Quantiles quantiles(Histogram histogram) {
    double[] percentiles = percentiles(histogram.getTotalCount());
    double[] micros =
        DoubleStream.of(percentiles).map(p -> histogram.getValueAtPercentile(p) / MICRO).toArray();
    return new Quantiles(histogram.getTotalCount(), percentiles, micros);
  }

  /** Denser towards 100, up to 99.999 or the last percentile with an operation above it. */
  static double[] percentiles(long count) {
    DoubleStream high =
        DoubleStream.of(SCALES)
            .flatMap(scale -> DoubleStream.of(DISTANCES).map(distance -> 100 - distance / scale));
    return DoubleStream.concat(
            DoubleStream.concat(DoubleStream.of(LOW), high), DoubleStream.of(LAST))
        .filter(percentile -> percentile == 0 || count * (100 - percentile) >= 99.9999)
        .toArray();
  }

  /**
   * The tag of a whole step or repeat.
   *
   * @param latency {@code service} or {@code response}
   */
  public static String tag(String step, long repeat, String operation, String latency) {
    return inTag(step) + "." + repeat + "." + inTag(operation) + "." + latency;
  }

  /** A name as it is written in a tag. */
  public static String inTag(String name) {
    return TAG_BREAKING.matcher(name).replaceAll("_");
  }
}
