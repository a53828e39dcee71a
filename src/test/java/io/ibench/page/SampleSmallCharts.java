package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Section;
import io.ibench.report.document.SmallChart;
import io.ibench.report.document.SmallChart.Level;
import io.ibench.report.document.SmallChart.Turn;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Invented series of results, as small charts and as a wide table. Stateless. */
final class SampleSmallCharts {

  static final int STEPS = 38;

  private static final List<String> VERSIONS =
      List.of(
          "5.6.51", "5.7.44", "8.0.11", "8.0.20", "8.0.30", "8.0.35", "8.0.36", "8.0.40", "8.4.0",
          "9.0.1", "9.1.0");

  private SampleSmallCharts() {}

  /** All kinds of charts, those of each step, and the table of all versions and steps. */
  static Page page() {
    return new Page(
        "A trend",
        List.of("11 versions of MySQL"),
        Cell.of(""),
        List.of(
            new Section("table", "Summary", "", List.of(table())),
            new Section("odd", "Odd charts", "", List.of(new Block.Multiples(odd()))),
            new Section("steps", "Steps", "", List.of(new Block.Multiples(steps())))),
        new ChartSet(0, List.of(), List.of(), List.of()),
        "0.9");
  }

  /** One row a version, one column a step. */
  static Table table() {
    List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.text("version")));
    for (int i = 0; i < STEPS; i++) {
      columns.add(TableColumn.number(step(i), "Queries per second, divided by those of 5.6.51."));
    }
    Random random = new Random(7);
    List<Row> rows = new ArrayList<>();
    for (int version = 0; version < VERSIONS.size(); version++) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(VERSIONS.get(version))));
      for (int i = 0; i < STEPS; i++) {
        double drift = i % 5 == 0 ? 0.04 : -0.02 * (i % 4);
        double ratio = 1 + drift * version + 0.02 * random.nextGaussian();
        Tone tone = ratio > 1.05 ? Tone.BETTER : ratio < 0.95 ? Tone.WORSE : Tone.PLAIN;
        String mark = tone == Tone.BETTER ? "+" : tone == Tone.WORSE ? "-" : "";
        cells.add(
            new Cell(
                String.format("%.2f", ratio),
                tone,
                step(i) + " of " + VERSIONS.get(version) + ": p < 0.001",
                mark));
      }
      rows.add(new Row(cells, false));
    }
    return new Table("Relative to 5.6.51", columns, rows, "One run a version.");
  }

  private static String step(int i) {
    String[] names = {"points_covered_pk", "ranges_notcovered_si", "update_index", "scan", "hot"};
    return names[i % names.length] + ".range" + (10 * (i + 1));
  }

  /** Three charts of each step. */
  static List<SmallChart> steps() {
    List<SmallChart> charts = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      Random random = new Random(i);
      int at = 2 + random.nextInt(8);
      double change = 1 + 0.1 * random.nextGaussian();
      double size = Math.exp(3 + 9 * random.nextDouble());
      for (String unit : List.of("queries/s", "us/q", "KB/q")) {
        boolean better = change > 1 == unit.equals("queries/s");
        double[] values =
            IntStream.range(0, VERSIONS.size())
                .mapToDouble(
                    run -> size * (run < at ? 1 : change) * (1 + 0.01 * random.nextGaussian()))
                .toArray();
        charts.add(
            new SmallChart(
                step(i),
                "Of step " + step(i) + ".",
                unit,
                VERSIONS,
                values,
                List.of(
                    new Level(0, at, mean(values, 0, at)),
                    new Level(at, values.length, mean(values, at, values.length))),
                List.of(
                    new Turn(
                        at,
                        String.format("%+.1f %%", 100 * (change - 1)),
                        better ? Tone.BETTER : Tone.WORSE))));
      }
    }
    return charts;
  }

  private static double mean(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).average().orElseThrow();
  }

  /** Charts at the limits of what there can be. */
  static List<SmallChart> odd() {
    Random random = new Random(11);
    double[] nights = random.doubles(2000, 11_500, 12_500).toArray();
    Arrays.fill(nights, 700, 780, Double.NaN);
    for (int i = 1200; i < 2000; i++) {
      nights[i] *= 0.93;
    }
    double[] gaps = {5, Double.NaN, 7, Double.NaN, Double.NaN, 6, 6.5, Double.NaN};
    double[] changing = DoubleStream.of(1, 1, 4, 4, 2, 2, 5, 5, 3, 3, 6, 6).toArray();
    return List.of(
        new SmallChart(
            "nights",
            "Queries per second.",
            "/s",
            days(2000),
            nights,
            List.of(new Level(0, 1200, 12_000), new Level(1200, 2000, 11_160)),
            List.of(new Turn(700, "machine", Tone.CARE), new Turn(1200, "-7.0 %", Tone.WORSE))),
        new SmallChart(
            "300 nights",
            "",
            "/s",
            days(300),
            Arrays.copyOf(nights, 300),
            List.of(new Level(0, 300, 12_000)),
            List.of()),
        plain("gaps", "ms", gaps),
        plain("one value", "us/q", 123.4),
        plain("equal values", "/s", 12_000, 12_000, 12_000, 12_000),
        plain("zeros", "errors", 0, 0, 0, 0),
        plain("negative", "%", -3, -5.5, -4, -12, -11),
        plain("below and above 0", "%", -3, 5.5, -4, 12, -11),
        plain("near 0", "KB/q", 1, 12, 40, 30, 8),
        plain("nothing known", "KB/q", Double.NaN, Double.NaN),
        plain("nothing", "KB/q"),
        plain("tiny", "s", 0.0000012, 0.0000013, 0.0000011),
        plain("huge", "bytes", 1.23e12, 1.235e12, 1.24e12),
        new SmallChart(
            "long labels",
            "Of builds.",
            "/s",
            List.of(
                "mariadb-11.8.2-with-innodb-and-rocksdb",
                "second",
                "third",
                "fourth-very-long-label",
                "mariadb-12.0.1-with-innodb-and-rocksdb"),
            new double[] {100, 101, 99, 88, 87},
            List.of(new Level(0, 3, 100), new Level(3, 5, 87.5)),
            List.of(new Turn(3, "-12.5 % since innodb_adaptive_hash_index=OFF", Tone.WORSE))),
        new SmallChart(
            "many changes, of a step with quite a long name_and_an_underscore.range1000",
            "",
            "queries/s",
            numbered("8.0.", changing.length),
            changing,
            IntStream.range(0, 6)
                .mapToObj(i -> new Level(2 * i, 2 * i + 2, changing[2 * i]))
                .toList(),
            IntStream.range(1, 6)
                .mapToObj(
                    i -> new Turn(2 * i, i % 2 == 0 ? "-50 %" : "+300 %", Tone.values()[5 + i % 2]))
                .toList()),
        new SmallChart(
            "runs of versions",
            "",
            "/s",
            List.of("8.0", "8.0", "8.0", "8.4", "8.4", "8.4", "9.0", "9.0", "9.0"),
            new double[] {50, 51, 50, 55, 55.5, 54, 57, 56, 57.5},
            List.of(new Level(0, 3, 50.3), new Level(3, 9, 56)),
            List.of(new Turn(3, "+11 %", Tone.BETTER))));
  }

  private static SmallChart plain(String title, String unit, double... values) {
    return new SmallChart(
        title, "", unit, numbered("run ", values.length), values, List.of(), List.of());
  }

  private static List<String> numbered(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  private static List<String> days(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> LocalDate.of(2021, 3, 1).plusDays(i).toString())
        .toList();
  }
}
