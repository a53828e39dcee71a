package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.document.Mark;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.testing.ChromiumPage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Pages for tests in a browser, and how they are opened there. */
public final class BrowserPages {

  /** What works on a page, as an object {@code inspect}; see inspect.js. */
  private static final String INSPECT = "window.inspect = " + resource("inspect.js");

  private static final Pattern PDF_PAGE = Pattern.compile("/Type\\s*/Page\\b");

  private BrowserPages() {}

  private static String resource(String name) {
    try (InputStream in = BrowserPages.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns when every chart is drawn; folded parts are open then. */
  static void open(ChromiumPage browser, Path file) {
    browser.open(file, "true");
    browser.evaluate("void (" + INSPECT + ")");
    browser.evaluate("inspect.openAll()");
    browser.waitUntil("inspect.allDrawn()");
  }

  /** The texts that an expression returns. */
  static List<String> texts(ChromiumPage browser, String expression) {
    List<String> texts = new ArrayList<>();
    browser.evaluate(expression).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** How many pages a PDF has, as Chromium writes it. */
  public static long pdfPages(byte[] pdf) {
    return PDF_PAGE.matcher(new String(pdf, StandardCharsets.ISO_8859_1)).results().count();
  }

  /** Two charts with choices, one of them folded, and a table. */
  static Page sample() {
    Chart throughput =
        new Chart(
            "throughput",
            "Throughput over time",
            "Completed queries of each interval, divided by its length.",
            "queries/s",
            false,
            List.of(new Choice("axis", "x", List.of("time", "rows"), "time")),
            List.of(
                line("queries", Axis.TIME, Map.of("axis", "time"), 900),
                line("inserts", Axis.TIME, Map.of("axis", "time"), 500),
                line("inserts", Axis.ROWS, Map.of("axis", "rows"), 300)));
    List<Block> blocks =
        List.of(
            table("figures"),
            new Block.Drawing(throughput),
            new Block.Folded("More", List.of(table("more figures"), new Block.Drawing(latency()))));
    return page(
        "LinkBench on SQLite",
        List.of(new Section("figures", "Figures", "", blocks)),
        new ChartSet(1_767_323_045_000L, marks(), List.of(throughput, latency()), List.of()));
  }

  private static Chart latency() {
    List<String> operations = List.of("GET_NODE", "ADD_LINK", "GET_LINKS_LIST");
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      Map<String, String> tags = Map.of("operation", operations.get(i));
      lines.add(line("p99", Axis.TIME, tags, 7 * (i + 1)));
      lines.add(line("p50", Axis.TIME, tags, 2 * (i + 2)));
    }
    return new Chart(
        "latency",
        "Latency over time",
        "Percentiles of each interval.",
        "ms",
        true,
        List.of(new Choice("operation", "Operation", operations, "ADD_LINK")),
        lines);
  }

  static List<Mark> marks() {
    return List.of(
        new Mark(Mark.Kind.STEP, Axis.TIME, 0, 20, "load"),
        new Mark(Mark.Kind.STEP, Axis.TIME, 20, 60, "request"),
        new Mark(Mark.Kind.PERIOD, Axis.TIME, 40, 40, "period 2"),
        new Mark(Mark.Kind.OUTAGE, Axis.TIME, 45, 47, "2 s without a connection"),
        new Mark(Mark.Kind.ERRORS, Axis.TIME, 50, 50, "3 failed"));
  }

  /** Sixty seconds with a dip; with a gap in the middle. */
  static Line line(String name, Axis axis, Map<String, String> tags, double level) {
    double[] x = new double[60];
    double[] y = new double[60];
    Arrays.setAll(x, i -> i);
    Arrays.setAll(y, i -> i == 30 ? Double.NaN : level * (1 + (i % 7) / 10.0));
    return new Line(name, axis, tags, false, x, y);
  }

  static Page page(String title, List<Section> sections, ChartSet charts) {
    return new Page(
        title,
        List.of("a subtitle"),
        new Cell("VALID", Cell.Tone.GOOD, "nothing is wrong"),
        sections,
        charts,
        "1.0");
  }

  private static Table table(String title) {
    List<TableColumn> columns = new ArrayList<>(List.of(new TableColumn("", "step", "", true)));
    List<Cell> cells = new ArrayList<>(List.of(Cell.of("request")));
    for (int i = 0; i < 20; i++) {
      columns.add(new TableColumn("upper", "column" + i, "What column " + i + " is.", false));
      cells.add(Cell.of("123456." + i));
    }
    return new Table(title, columns, List.of(new Row(cells, false)), "a note");
  }
}
