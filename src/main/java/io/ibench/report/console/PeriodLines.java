package io.ibench.report.console;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.FigureMap;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.text.FigureColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a line of rates and costs when a report period is over, with the figures of summary.json.
 * Confined to the coordinating thread.
 */
public final class PeriodLines {

  private static final String OWN_CPU = "own_cpu_us_pq";
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
    Stream.of("rpq", "rkbpq", "wkbpq", "cpu_us_pq")
        .forEach(key -> costs.add(FigureColumn.of(key, unit)));
    costs.add(new FigureColumn("own", costs.get(3).name(), OWN_CPU));
    costs.add(FigureColumn.of("size_gb"));
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
    Map<String, Object> figures = figures(step, period);
    List<String> parts = new ArrayList<>();
    parts.add(SanitizedText.of(step.title()));
    parts.add(
        Durations.numberedPeriod(reportEveryNanos / 1e9, ended)
            + (cut ? " (part, " + NumberText.seconds(period.seconds()) + " s)" : ""));
    boolean queries = step.unit() == Unit.QUERIES;
    parts.add(
        NumberText.figure(figures.get(queries ? "qps" : "ips")) + (queries ? " qps" : " ips"));
    if (queries && figures.get("ips") != null) {
      parts.add(NumberText.figure(figures.get("ips")) + " ips");
    }
    parts.addAll(costs(step, figures));
    if (figures.get("server_restarts") instanceof Number count && count.longValue() > 0) {
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

  private Map<String, Object> figures(StepStart step, PeriodResult period) {
    StepResult alone = StepResultBuilder.builder().step(step).whole(period).build();
    return FigureMap.of(alone, period, run);
  }

  /** The known costs; the report says why others are missing. */
  private static List<String> costs(StepStart step, Map<String, Object> figures) {
    List<String> parts = new ArrayList<>();
    for (FigureColumn column : step.unit() == Unit.QUERIES ? QUERIES : ROWS) {
      Object value = figures.get(column.key());
      boolean redundant = column.key().equals(OWN_CPU) && !hasNeighbours(figures);
      if (value != null && !redundant) {
        parts.add(text(column, NumberText.figure(value)));
      }
    }
    if (figures.get("errors") instanceof Long errors && errors > 0) {
      parts.add(NumberText.figure(errors) + " failed");
    }
    return parts;
  }

  private static boolean hasNeighbours(Map<String, Object> figures) {
    return figures.get("cpu_us_pq") instanceof Double machine
        && figures.get(OWN_CPU) instanceof Double own
        && FigureColumn.isMoreThanOwn(machine, own);
  }

  private static String text(FigureColumn column, String figure) {
    return column.above().isEmpty()
        ? column.name() + " " + figure
        : column.above() + " " + figure + " " + column.name();
  }
}
