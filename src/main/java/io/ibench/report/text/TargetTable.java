package io.ibench.report.text;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredTarget;
import io.ibench.verdict.SustainedRate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The target rates of steps, and the rates that they reached. */
public final class TargetTable {

  private TargetTable() {}

  /** A participle for what a target counts, as in {@code rows inserted}. */
  static String done(String counts) {
    return switch (counts) {
      case "inserted_rows" -> "inserted";
      case "deleted_rows" -> "deleted";
      default -> counts;
    };
  }

  /** A step's targets, one for each kind of count. */
  static List<StoredTarget> byCount(Step step) {
    Map<String, StoredTarget> sums = new LinkedHashMap<>();
    for (StoredTarget target : step.targets()) {
      sums.merge(
          target.counts(),
          target,
          (sum, more) ->
              new StoredTarget(
                  sum.group(),
                  sum.counts(),
                  sum.perSecond() + more.perSecond(),
                  sum.actualPerSecond(),
                  sum.share(),
                  sum.sustained(),
                  sum.segmentOrNull()));
    }
    return List.copyOf(sums.values());
  }

  /** Steps are columns, as in published tables. Empty if no step had a target. */
  public static Table of(RunReport run) {
    List<Step> steps = steps(run);
    List<String> kinds = kinds(steps);
    List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.text("")));
    steps.forEach(step -> columns.add(FigureColumn.head(step.title(), "target")));
    List<Row> rows = new ArrayList<>();
    for (String kind : kinds) {
      String prefix = prefix(kinds, kind);
      List<Cell> targets = new ArrayList<>(List.of(Cell.of(prefix + "target")));
      List<Cell> reached = new ArrayList<>(List.of(Cell.of(prefix + "reached")));
      for (Step step : steps) {
        targets.add(target(step, kind));
        reached.add(reached(step, kind));
      }
      rows.add(new Row(targets, false));
      rows.add(new Row(reached, false));
    }
    return new Table(title(steps, kinds), columns, rows);
  }

  /** The same table; steps are rows if the columns do not fit. */
  static Table forTerminal(RunReport run) {
    Table across = of(run);
    if (across.fits(TerminalLayout.WIDTH)) {
      return across;
    }
    List<Step> steps = steps(run);
    List<String> kinds = kinds(steps);
    Columns<Step> columns = new Columns<Step>().text("step", Step::title);
    for (String kind : kinds) {
      columns
          .addCells(
              FigureColumn.head(prefix(kinds, kind) + "target", "target"),
              step -> target(step, kind))
          .addCells(FigureColumn.head("reached", "reached"), step -> reached(step, kind));
    }
    return columns.table(across.title(), steps);
  }

  private static String prefix(List<String> kinds, String kind) {
    return kinds.size() > 1 ? done(kind) + ", " : "";
  }

  private static List<Step> steps(RunReport run) {
    return run.steps().stream()
        .filter(step -> !step.targets().isEmpty() && !LoadCurve.isSegment(step))
        .toList();
  }

  private static List<String> kinds(List<Step> steps) {
    return steps.stream()
        .flatMap(step -> byCount(step).stream())
        .map(StoredTarget::counts)
        .distinct()
        .toList();
  }

  private static String title(List<Step> steps, List<String> kinds) {
    String what = kinds.stream().map(TargetTable::perSecond).collect(Collectors.joining(", "));
    boolean missed =
        steps.stream().flatMap(step -> step.targets().stream()).anyMatch(t -> !t.sustained());
    String mark =
        missed
            ? String.format(
                Locale.ROOT, "; !: below %.0f %% of the target", 100 * SustainedRate.SUSTAINED)
            : "";
    return "target rates, " + what + mark;
  }

  private static String perSecond(String counts) {
    return counts.equals("queries") ? "queries/s" : "rows " + done(counts) + "/s";
  }

  private static Optional<StoredTarget> find(Step step, String kind) {
    return byCount(step).stream().filter(target -> target.counts().equals(kind)).findFirst();
  }

  private static Cell target(Step step, String kind) {
    Tone tone = Tones.isInvalid(step) ? Tone.GREY : Tone.PLAIN;
    return find(step, kind)
        .map(target -> new Cell(NumberText.figure(target.perSecond()), tone, ""))
        .orElse(Cell.of(""));
  }

  /** The mark is before the number, so that digits are below digits. */
  private static Cell reached(Step step, String kind) {
    return find(step, kind).map(target -> reached(step, target)).orElse(Cell.of(""));
  }

  private static Cell reached(Step step, StoredTarget target) {
    String text = NumberText.figure(target.actualPerSecond().orElse(null));
    String share =
        target
            .share()
            .map(part -> NumberText.figure(100 * part.doubleValue()) + " % of the target")
            .orElse("");
    if (!target.sustained()) {
      return new Cell("!" + text, Tone.BAD, share);
    }
    return new Cell(text, Tones.isInvalid(step) ? Tone.GREY : Tone.PLAIN, share);
  }
}
