package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.document.Mark;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.SmallChart;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Pages of invented runs, to look at. Stateless. */
public final class SamplePage {

  static final String HOSTILE = "<script>alert(1)</script>\"'&\u202Eedoc</td>";

  private static final String DEFINITION =
      "Completed queries or transactions of all clients, divided by the step's wall seconds.";

  private SamplePage() {}

  /** Writes run.html, compare.html, hostile.html, week.html and trend.html into a folder. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    PageWriter.write(run("LinkBench on MariaDB 11.8.2"), folder.resolve("run.html"));
    PageWriter.write(
        comparison(List.of("sync=full", "sync=normal", "sync=off")),
        folder.resolve("compare.html"));
    PageWriter.write(hostile(), folder.resolve("hostile.html"));
    PageWriter.write(week(), folder.resolve("week.html"));
    PageWriter.write(SampleSmallCharts.page(), folder.resolve("trend.html"));
  }

  /** Every kind of block and chart. */
  static Page run(String title) {
    ChartSet charts = SampleCharts.run();
    return new Page(
        title,
        List.of(
            "InnoDB, mariadb-java-client 4.0.0, batches of 20, flush log at commit, read committed",
            "25 November 2025, 08:00 UTC, 1 h 30 min, 64 clients on bench-client-7"),
        new Cell("DEGRADED", Tone.CARE, "request: an outage of 81 s"),
        List.of(
            new Section("summary", "Summary", "", List.of(notes(), steps())),
            new Section(
                "operations",
                "Operations",
                "Latencies of successful operations of step request, in microseconds.",
                List.of(operations(SampleCharts.OPERATIONS))),
            new Section("charts", "Over time", "", drawings(charts)),
            new Section("settings", "Settings and environment", "", settings("bench-client-7"))),
        charts,
        "0.9");
  }

  /** Three sides beside each other. */
  static Page comparison(List<String> sides) {
    ChartSet charts = SampleCharts.comparison(sides);
    return new Page(
        "Comparison of " + sides.size() + " sides",
        List.of("LinkBench on SQLite 3.50, base " + sides.get(0)),
        Cell.of(""),
        List.of(
            new Section("differences", "What differs", "", settings("a | b | c")),
            new Section("request", "request", "", List.of(relative(sides))),
            new Section("charts", "Over time", "", drawings(charts))),
        charts,
        "0.9");
  }

  /** Text that would run as a script or turn the following text, in every place. */
  static Page hostile() {
    Page page = run(HOSTILE);
    Line line =
        new Line(
            HOSTILE,
            Axis.TIME,
            java.util.Map.of(HOSTILE, HOSTILE),
            false,
            new double[] {1, 2},
            new double[] {3, 4});
    Chart chart =
        new Chart(
            "hostile",
            HOSTILE,
            HOSTILE,
            HOSTILE,
            false,
            List.of(new Choice(HOSTILE, HOSTILE, List.of(HOSTILE, "other"), HOSTILE)),
            List.of(line));
    ChartSet charts =
        new ChartSet(
            1,
            List.of(
                new Mark(Mark.Kind.OUTAGE, Axis.TIME, 1, 1.5, HOSTILE),
                new Mark(Mark.Kind.STEP, Axis.TIME, 1, 2, HOSTILE)),
            List.of(chart),
            List.of(HOSTILE));
    return new Page(
        page.title(),
        List.of(HOSTILE),
        new Cell(HOSTILE, Tone.BAD, HOSTILE),
        List.of(
            new Section(
                "hostile",
                HOSTILE,
                HOSTILE,
                List.of(
                    operations(List.of(HOSTILE)),
                    new Block.Notes(List.of(new Note(HOSTILE, HOSTILE, Tone.BAD))),
                    new Block.Folded(HOSTILE, settings(HOSTILE)),
                    new Block.Drawing(chart),
                    new Block.Multiples(List.of(smallChart(HOSTILE)))))),
        charts,
        HOSTILE);
  }

  /** Every text of it is this one. */
  static SmallChart smallChart(String text) {
    return new SmallChart(
        text,
        text,
        text,
        List.of(text, "other", text),
        new double[] {1, 2, 3},
        List.of(new SmallChart.Level(0, 3, 2)),
        List.of(new SmallChart.Turn(1, text, Tone.WORSE)));
  }

  /** The largest page that must open in a second. */
  static Page week() {
    ChartSet charts = SampleCharts.week();
    return new Page(
        "A week",
        List.of(),
        new Cell("VALID", Tone.GOOD, ""),
        List.of(new Section("charts", "Over time", "", drawings(charts))),
        charts,
        "0.9");
  }

  private static Block notes() {
    return new Block.Notes(
        List.of(
            new Note("load", "61,204 rows/s; nothing wrong.", Tone.GOOD),
            new Note("request", "An outage of 81 s from 54 min 54 s on.", Tone.CARE),
            new Note("verify", "3 of 1,000 rows differ.", Tone.BAD),
            new Note("", "Commits are flushed to disk once a second.", Tone.PLAIN)));
  }

  private static Block steps() {
    String[] names = {
      "ips", "qps", "r/s", "rKB/s", "wKB/s", "r/q", "rKB/q", "wKB/q", "cs/q", "CPU/q", "size", "rss"
    };
    List<TableColumn> columns = new ArrayList<>(columns("", names, List.of("step", "verdict")));
    List<Row> rows = new ArrayList<>();
    Cell[] verdicts = {
      new Cell("VALID", Tone.GOOD, ""),
      new Cell("VALID", Tone.GOOD, ""),
      new Cell("DEGRADED", Tone.CARE, "An outage of 81 s."),
      new Cell("INVALID", Tone.BAD, "Below 95 % of the target rate.")
    };
    String[] steps = {"load", "index", "request", "request.2"};
    Random random = new Random(1);
    for (int i = 0; i < steps.length; i++) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(steps[i]), verdicts[i]));
      cells.addAll(numbers(random, names.length));
      rows.add(new Row(cells, i == 3));
    }
    return new Table("Steps", columns, rows, "KB are of 1,024 bytes. A dash: not known.");
  }

  private static Block operations(List<String> operations) {
    String[] names = {"count", "errors", "mean", "p50", "p99", "p99.9", "max"};
    List<TableColumn> columns = new ArrayList<>(columns("service", names, List.of("operation")));
    for (String name : List.of("p50", "p99", "p99.9", "max")) {
      columns.add(new TableColumn("response", name, DEFINITION, false));
    }
    List<Row> rows = new ArrayList<>();
    Random random = new Random(2);
    for (String operation : operations) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(operation)));
      cells.addAll(numbers(random, columns.size() - 1));
      cells.set(2, random.nextInt(4) > 0 ? Cell.of("0") : new Cell("12", Tone.BAD, "CONFLICT 12"));
      rows.add(new Row(cells, false));
    }
    return new Table("", columns, rows, "");
  }

  private static Block relative(List<String> sides) {
    String[] names = {
      "qps", "r/q", "rKB/q", "wKB/q", "CPU/q", "p50", "p99", "p99.9", "size", "rss"
    };
    List<TableColumn> columns = columns("ratio", names, List.of("side", "verdict"));
    List<Row> rows = new ArrayList<>();
    Random random = new Random(3);
    for (String side : sides) {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.of(side));
      cells.add(new Cell("VALID", Tone.GOOD, ""));
      for (int i = 0; i < names.length; i++) {
        double ratio = rows.isEmpty() ? 1 : 0.85 + 0.3 * random.nextDouble();
        Tone tone = ratio > 1.05 ? Tone.BETTER : ratio < 0.95 ? Tone.WORSE : Tone.PLAIN;
        String hover = rows.isEmpty() ? "" : "p = 0.013, t test of 3 runs against 3 runs";
        cells.add(new Cell(String.format("%.2f", ratio), i == 9 ? Tone.GREY : tone, hover));
      }
      rows.add(new Row(cells, rows.size() == 2));
    }
    return new Table("Relative to the base", columns, rows, "One run a side.");
  }

  private static List<TableColumn> columns(String above, String[] names, List<String> texts) {
    List<TableColumn> columns = new ArrayList<>();
    texts.forEach(text -> columns.add(new TableColumn("", text, "", true)));
    for (String name : names) {
      columns.add(new TableColumn(above, name, DEFINITION, false));
    }
    return columns;
  }

  private static List<Cell> numbers(Random random, int count) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double value = Math.exp(11 * random.nextDouble());
      String text = String.format(value < 100 ? "%.2f" : "%,.0f", value);
      cells.add(Cell.of(random.nextInt(15) == 0 ? "–" : text));
    }
    return cells;
  }

  private static List<Block> drawings(ChartSet charts) {
    List<Block> blocks = new ArrayList<>();
    charts.charts().forEach(chart -> blocks.add(new Block.Drawing(chart)));
    return blocks;
  }

  private static List<Block> settings(String host) {
    List<Row> rows = new ArrayList<>();
    for (String key : List.of("host", "clients", "batch", "database.url", "innodb_flush_method")) {
      rows.add(new Row(List.of(Cell.of(key), Cell.of(host), Cell.of("file")), false));
    }
    List<TableColumn> columns =
        List.of(
            new TableColumn("", "setting", "", true),
            new TableColumn("", "value", "", true),
            new TableColumn("", "from", "Where the value was set.", true));
    Block table = new Table("", columns, rows, "");
    return List.of(
        new Block.Folded("Settings of the run", List.of(table)),
        new Block.Folded("The server's variables", List.of(table)));
  }
}
