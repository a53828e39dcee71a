package io.ibench.report.console;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.FigureMap;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.text.FigureColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a line of rates and costs when a report period is over, with the figures of summary.json.
 * Confined to the coordinating thread.
 */
public final class PeriodLines {

  private static final String GAP = "  ";
  private static final List<FigureColumn> QUERIES = costs(Unit.QUERIES);
  private static final List<FigureColumn> ROWS = costs(Unit.ROWS);

  private final RunInfo run;
  private final long reportEveryNanos;
  private final Screen screen;
  private long ended;

  /**
   * @param reportEveryNanos the length of a period unless the step ends earlier
   */
  public PeriodLines(RunInfo run, long reportEveryNanos, Screen screen) {
    this.run = run;
    this.screen = screen;
    this.reportEveryNanos = reportEveryNanos;
  }

  private static List<FigureColumn> costs(Unit unit) {
    List<FigureColumn> costs = new ArrayList<>();
    Stream.of(Figure.RPQ, Figure.RKBPQ, Figure.WKBPQ, Figure.CPU_US_PQ)
        .forEach(figure -> costs.add(FigureColumn.of(figure, unit)));
    costs.add(new FigureColumn("own", costs.get(3).name(), Figure.OWN_CPU_US_PQ));
    costs.add(FigureColumn.of(Figure.SIZE_GB));
    return costs;
  }

  void stepStarted() {
    ended = 0;
  }

  /**
   * The line of a period that has ended; the line says if the step's last period is shorter. Empty
   * for the only period of a short step, which is the step itself.
   */
  Optional<String> of(StepStart step, PeriodResult period) {
    boolean cut = period.endNanos() - period.startNanos() < reportEveryNanos * 0.99;
    if (ended == 0 && cut || step.unit() == Unit.NONE) {
      return Optional.empty();
    }
    ended++;
    Figures figures = figures(step, period);
    List<String> parts = new ArrayList<>();
    parts.add(SanitizedText.of(step.title()));
    parts.add(
        Durations.numberedPeriod(reportEveryNanos / 1e9, ended)
            + (cut ? " (part, " + NumberText.seconds(period.seconds()) + " s)" : ""));
    boolean queries = step.unit() == Unit.QUERIES;
    parts.add(figures.text(queries ? Figure.QPS : Figure.IPS) + (queries ? " qps" : " ips"));
    if (queries && figures.knows(Figure.IPS)) {
      parts.add(figures.text(Figure.IPS) + " ips");
    }
    parts.addAll(costs(step, figures));
    if (figures.value(Figure.SERVER_RESTARTS) > 0) {
      parts.add("the server was restarted");
    }
    return Optional.of(wrapped("  ", parts));
  }

  /** Continues a long line below, with a deeper indent. */
  private String wrapped(String indent, List<String> parts) {
    int columns = screen.lineColumns();
    StringBuilder text = new StringBuilder();
    int length = 0;
    for (String part : parts) {
      boolean fits = length > 0 && length + GAP.length() + part.length() <= columns;
      String before = fits ? GAP : length == 0 ? indent : "\n" + indent + GAP;
      text.append(before).append(part);
      length = fits ? length + GAP.length() : before.replace("\n", "").length();
      length += part.length();
    }
    return text.toString();
  }

  /** The line of a step without earlier periods; empty if it has no figures. */
  Optional<String> ofShort(StepResult result) {
    if (ended > 0 || result.step().unit() == Unit.NONE) {
      return Optional.empty();
    }
    List<String> parts = costs(result.step(), FigureMap.of(result, result.whole(), run));
    return parts.isEmpty() ? Optional.empty() : Optional.of(wrapped("    ", parts));
  }

  private Figures figures(StepStart step, PeriodResult period) {
    StepResult alone = StepResultBuilder.builder().step(step).whole(period).build();
    return FigureMap.of(alone, period, run);
  }

  /** The known costs; the report says why others are missing. */
  private static List<String> costs(StepStart step, Figures figures) {
    List<String> parts = new ArrayList<>();
    for (FigureColumn column : step.unit() == Unit.QUERIES ? QUERIES : ROWS) {
      boolean redundant = column.figure() == Figure.OWN_CPU_US_PQ && !hasNeighbours(figures);
      if (figures.knows(column.figure()) && !redundant) {
        parts.add(text(column, figures.text(column.figure())));
      }
    }
    if (figures.value(Figure.ERRORS) > 0) {
      parts.add(figures.text(Figure.ERRORS) + " failed");
    }
    return parts;
  }

  private static boolean hasNeighbours(Figures figures) {
    return FigureColumn.isMoreThanOwn(
        figures.value(Figure.CPU_US_PQ), figures.value(Figure.OWN_CPU_US_PQ));
  }

  private static String text(FigureColumn column, String figure) {
    return column.above().isEmpty()
        ? column.name() + " " + figure
        : column.above() + " " + figure + " " + column.name();
  }
}
