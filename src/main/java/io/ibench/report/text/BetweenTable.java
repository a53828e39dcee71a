package io.ibench.report.text;

import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The I/O between two steps, such as writes that a step left to the server. Small I/O is left out;
 * a restart of the server is always shown.
 */
public final class BetweenTable {

  private static final double MIN_MB = 1;

  /** Of what the step before read or wrote. */
  private static final double MIN_PERCENT = 1;

  private static final double MB_PER_GB = 1024;
  private static final double KB_PER_MB = 1024;

  private static final String RESTARTS = Figure.SERVER_RESTARTS.key();

  private static final List<BetweenFigure> FIGURES =
      List.of(
          new BetweenFigure("read", "MB", "before.read_mb", "read_gb"),
          new BetweenFigure("written", "MB", "before.written_mb", "written_gb"),
          new BetweenFigure("by server", "MB", "before.server_written_mb", "server_written_gb"),
          new BetweenFigure("cpu", "s", "before.cpu_s", "cpu_s"),
          new BetweenFigure("server", "restarts", "before.server_restarts", RESTARTS));

  /** A column, and the figure of summary.json that it shows. */
  private record BetweenFigure(String above, String name, String definition, String key) {

    TableColumn head() {
      return FigureColumn.head(above, name, definition);
    }

    String cell(Map<String, Number> between) {
      Number value = between.get(key);
      boolean isSize = value != null && name.equals("MB");
      return NumberText.figure(
          isSize ? Objects.requireNonNull(value).doubleValue() * MB_PER_GB : value);
    }
  }

  private BetweenTable() {}

  /** Empty without I/O that is worth showing. */
  public static Table of(RunReport run) {
    List<Step> steps = run.steps();
    List<Integer> shown =
        IntStream.range(1, steps.size())
            .filter(i -> isWorthShowing(steps.get(i - 1).whole().figures(), steps.get(i).before()))
            .boxed()
            .toList();
    List<BetweenFigure> figures =
        FIGURES.stream()
            .filter(figure -> shown.stream().anyMatch(i -> has(steps.get(i), figure)))
            .toList();
    return new Columns<Integer>()
        .text("between", i -> steps.get(i - 1).title() + ", " + steps.get(i).title())
        .add(
            FigureColumn.head("secs", "before.seconds"),
            i -> NumberText.seconds(steps.get(i).before().get("seconds")))
        .addAll(figures, BetweenFigure::head, (i, figure) -> figure.cell(steps.get(i).before()))
        .table("I/O between steps, which is in no step's figures", shown);
  }

  /** Leaves out a column of dashes only, and a column of restarts without any. */
  private static boolean has(Step next, BetweenFigure figure) {
    return figure.key().equals(RESTARTS)
        ? number(next.before(), RESTARTS) > 0
        : next.before().containsKey(figure.key());
  }

  private static boolean isWorthShowing(Figures last, Map<String, Number> between) {
    double seconds = last.valueOr(Figure.SECONDS, 0);
    return number(between, RESTARTS) > 0
        || isMuch(number(between, "read_gb"), last.valueOr(Figure.RKBPS, 0) * seconds)
        || isMuch(number(between, "written_gb"), last.valueOr(Figure.WKBPS, 0) * seconds);
  }

  private static boolean isMuch(double gigabytes, double kilobytesOfStep) {
    double megabytes = gigabytes * MB_PER_GB;
    return megabytes >= MIN_MB && megabytes >= MIN_PERCENT / 100 * kilobytesOfStep / KB_PER_MB;
  }

  /** 0 if it is unknown. */
  private static double number(Map<String, Number> figures, String key) {
    return figures.getOrDefault(key, 0).doubleValue();
  }
}
