package io.ibench.compare;

import io.ibench.report.text.CsvReport;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison as CSV after RFC 4180: a row for each step, figure and side. Stateless. */
public final class ComparisonCsv {

  private static final String HEAD =
      "step,figure,unit,group,side,folders,value,runs,ratio,noise_kind,exceeds_noise,noise_limit,p,"
          + "left_out\r\n";

  private ComparisonCsv() {}

  /** Unknown values and the noise of the base are empty cells. */
  public static String of(Comparison comparison) {
    StringBuilder text = new StringBuilder(HEAD);
    for (StepComparison step : comparison.steps()) {
      for (FigureRow row : step.rows()) {
        for (int side = 0; side < comparison.sides().size(); side++) {
          add(text, comparison.sides().get(side), step, row, side);
        }
      }
    }
    return text.toString();
  }

  private static void add(
      StringBuilder text, Side side, StepComparison step, FigureRow row, int number) {
    ComparedValue cell = row.cells().get(number);
    Noise noise = cell.noise();
    boolean tested = number > 0 && cell.isCompared();
    boolean known = tested && noise.kind() != Noise.Kind.UNKNOWN;
    line(
        text,
        step.step(),
        row.key(),
        row.unit(),
        label(row.group()),
        side.name(),
        folders(side),
        number(cell.value()),
        cell.knownRuns(),
        number(cell.ratio()),
        tested ? label(noise.kind()) : null,
        known ? noise.exceeds() : null,
        known ? number(noise.limit()) : null,
        known ? number(noise.p()) : null,
        step.states().get(number).leftOut().orElse(null));
  }

  private static String folders(Side side) {
    return side.runs().stream()
        .map(run -> run.folder())
        .map(Path::toString)
        .collect(Collectors.joining(","));
  }

  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Null for NaN and infinity. */
  static @Nullable Double number(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }

  private static void line(StringBuilder text, @Nullable Object... cells) {
    StringJoiner line = new StringJoiner(",", "", "\r\n");
    Arrays.stream(cells).forEach(cell -> line.add(CsvReport.cell(cell)));
    text.append(line);
  }
}
