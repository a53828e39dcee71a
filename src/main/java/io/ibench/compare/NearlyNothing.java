package io.ibench.compare;

import io.ibench.report.figures.NumberText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The floors below which two figures count as equal: a ratio of tiny values looks large but means
 * nothing, such as 7 and 43 reads in two million rows. Single events, such as errors, have no
 * floor. Stateless.
 */
final class NearlyNothing {

  private static final double REQUESTS_PER_OPERATION = 0.001;
  private static final double KIB_PER_OPERATION = 0.01;
  private static final double CPU_MICROS_PER_OPERATION = 0.1;
  private static final double LATENCY_MICROS = 1;
  private static final double DISK_MILLIS = 0.01;
  private static final double SECONDS = 0.1;
  private static final double PER_SECOND = 0.1;
  private static final double PERCENT = 0.1;
  private static final double MEGABYTES = 1;
  private static final double GIGABYTES = 0.001;
  private static final double BYTES = GIGABYTES * NumberText.GB_BYTES;

  /** By the first word of the figure's unit. */
  private static final Map<String, Double> FLOORS =
      Map.ofEntries(
          Map.entry("reads/op", REQUESTS_PER_OPERATION),
          Map.entry("writes/row", REQUESTS_PER_OPERATION),
          Map.entry("switches/op", REQUESTS_PER_OPERATION),
          Map.entry("KB/op", KIB_PER_OPERATION),
          Map.entry("KB/row", KIB_PER_OPERATION),
          Map.entry("us/op", CPU_MICROS_PER_OPERATION),
          Map.entry("us", LATENCY_MICROS),
          Map.entry("ms", DISK_MILLIS),
          Map.entry("s", SECONDS),
          Map.entry("%", PERCENT),
          Map.entry("MB", MEGABYTES),
          Map.entry("GB", GIGABYTES),
          Map.entry("bytes", BYTES));

  private static final String EACH_SECOND = "/s";

  private NearlyNothing() {}

  /** Whether both values are 0 or below the unit's floor. */
  static boolean is(String unit, double base, double other) {
    double floor = floor(unit);
    return base == 0 && other == 0 || base >= 0 && base < floor && other >= 0 && other < floor;
  }

  /** 0 for a unit without a floor. */
  private static double floor(String unit) {
    int blank = unit.indexOf(' ');
    String first = blank < 0 ? unit : unit.substring(0, blank);
    Double floor = FLOORS.get(first);
    if (floor != null) {
      return floor;
    }
    return first.endsWith(EACH_SECOND) ? PER_SECOND : 0;
  }

  /** As in {@code 0.001 reads/op}. */
  static String floorText(String unit) {
    return unit.equals("bytes") ? plain(GIGABYTES) + " GB" : plain(floor(unit)) + " " + unit;
  }

  private static String plain(double floor) {
    return BigDecimal.valueOf(floor).stripTrailingZeros().toPlainString();
  }

  /** Names the figures of a step that count as equal although their numbers differ. */
  static Optional<String> note(StepComparison step) {
    Map<String, List<String>> figures = new LinkedHashMap<>();
    for (FigureRow row : step.shownRows()) {
      double base = row.cells().get(0).value();
      if (row.cells().stream().skip(1).anyMatch(cell -> isTakenAsEqual(row.unit(), base, cell))) {
        figures.computeIfAbsent(floorText(row.unit()), any -> new ArrayList<>()).add(row.name());
      }
    }
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    figures.forEach((floor, names) -> parts.add(FigureRow.few(names) + " (below " + floor + ")"));
    return Optional.of("too little to compare: " + String.join("; ", parts));
  }

  /** Whether a ratio is 1 although the numbers differ. */
  static boolean isTakenAsEqual(FigureRow row, int side) {
    return isTakenAsEqual(row.unit(), row.cells().get(0).value(), row.cells().get(side));
  }

  private static boolean isTakenAsEqual(String unit, double base, ComparedValue cell) {
    return cell.isCompared() && cell.value() != base && is(unit, base, cell.value());
  }
}
