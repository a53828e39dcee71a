package io.ibench.page;

import io.ibench.page.Cell.Tone;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredTarget;
import io.ibench.report.text.BucketTable;
import io.ibench.report.text.InProgressTable;
import io.ibench.report.text.LatencyTables;
import io.ibench.report.text.OperationTable;
import io.ibench.report.text.PeriodSeries;
import io.ibench.report.text.PeriodTables;
import io.ibench.report.text.ReportTable;
import io.ibench.report.text.StepTables;
import io.ibench.report.text.TargetTable;
import io.ibench.report.text.TextReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of steps, their periods, targets, operations and outages. */
final class StepBlocks {

  private StepBlocks() {}

  static List<Block> steps(RunReport run) {
    List<Block> blocks = new ArrayList<>();
    blocks.addAll(TableBlocks.of(StepTables.inserts(run), "Steps without queries"));
    blocks.addAll(TableBlocks.of(StepTables.queries(run), "Steps of queries"));
    return blocks;
  }

  /** Each step's periods; those of the main step are open, however many there are. */
  static List<Block> periods(RunReport run) {
    String main = TextReport.mainStep(run).map(Step::title).orElse("");
    InvalidSteps invalid = new InvalidSteps(run);
    List<Block> blocks = new ArrayList<>();
    for (PeriodSeries series : PeriodSeries.of(run)) {
      ReportTable table = PeriodTables.of(run, series);
      if (!series.repeats() && series.title().equals(main)) {
        blocks.addAll(0, invalid.greyed(main, List.of(TableBlocks.whole(table, table.title()))));
      } else if (!series.repeats()) {
        blocks.addAll(
            invalid.greyed(series.title(), List.of(TableBlocks.folded(table.title(), table))));
      }
    }
    return blocks;
  }

  /** Steps are columns, as in published tables; empty when no step had a target. */
  static List<Block> targets(RunReport run) {
    List<Step> steps = run.steps().stream().filter(step -> !step.targets().isEmpty()).toList();
    List<Row> rows = new ArrayList<>();
    steps.stream()
        .flatMap(step -> step.targets().stream())
        .map(StoredTarget::counts)
        .distinct()
        .forEach(counts -> addTargets(rows, steps, counts));
    if (rows.isEmpty()) {
      return List.of();
    }
    List<TableColumn> columns = new ArrayList<>(List.of(new TableColumn("", "rate", "", true)));
    for (Step step : steps) {
      columns.add(
          new TableColumn("", SanitizedText.of(step.title()), Tooltips.of("target"), false));
    }
    String note = "What stayed below 95 % of its target stands out: that step is not valid.";
    return List.of(new Block.Table("Target rates", columns, rows, note));
  }

  private static void addTargets(List<Row> rows, List<Step> steps, String counts) {
    boolean queries = counts.equals("queries");
    String what = queries ? "queries/s" : "rows " + TargetTable.done(counts) + "/s";
    List<Cell> targets = new ArrayList<>(List.of(Cell.of(SanitizedText.of(what) + ", target")));
    List<Cell> reached = new ArrayList<>(List.of(Cell.of(SanitizedText.of(what) + ", reached")));
    for (Step step : steps) {
      Optional<StoredTarget> target =
          TargetTable.byCount(step).stream().filter(t -> t.counts().equals(counts)).findFirst();
      Tone tone = Tones.isInvalid(step) ? Tone.GREY : Tone.PLAIN;
      String asked = target.map(t -> NumberText.figure(t.perSecond())).orElse("");
      targets.add(new Cell(asked, tone, ""));
      reached.add(target.map(t -> reached(t, tone)).orElse(Cell.of("")));
    }
    rows.add(new Row(targets, false));
    rows.add(new Row(reached, false));
  }

  private static Cell reached(StoredTarget target, Tone sustained) {
    String text = NumberText.figure(target.actualPerSecond().orElse(null));
    String share =
        target
            .share()
            .map(part -> NumberText.figure(100 * part.doubleValue()) + " % of the target")
            .orElse("");
    return new Cell(text, target.sustained() ? sustained : Tone.BAD, share);
  }

  /** The main step's operations are open, those of others can be opened. */
  static List<Block> operations(RunReport run) {
    Optional<Step> main = TextReport.mainStep(run);
    InvalidSteps invalid = new InvalidSteps(run);
    List<Block> blocks = new ArrayList<>();
    main.ifPresent(step -> blocks.addAll(invalid.greyed(step.title(), operations(step))));
    InProgressTable.of(run).forEach(table -> blocks.addAll(TableBlocks.of(table)));
    List<Block> others = new ArrayList<>();
    TextReport.busy(run).stream()
        .filter(step -> main.filter(step::equals).isEmpty())
        .forEach(step -> others.addAll(invalid.greyed(step.title(), operations(step))));
    if (!others.isEmpty()) {
      blocks.add(new Block.Folded("Operations in the other steps", others));
    }
    return blocks;
  }

  private static List<Block> operations(Step step) {
    List<Block> blocks = new ArrayList<>();
    for (ReportTable table : OperationTable.of(step)) {
      blocks.add(TableBlocks.whole(table, table.title()));
    }
    return blocks;
  }

  /** The 99th percentiles of the step that a report shows; all of every step can be opened. */
  static List<Block> latencies(RunReport run) {
    InvalidSteps invalid = new InvalidSteps(run);
    List<Block> blocks = new ArrayList<>();
    LatencyTables.shown(run).ifPresent(series -> blocks.addAll(percentiles(series, invalid)));
    for (PeriodSeries series : PeriodSeries.of(run)) {
      List<Block> tables = new ArrayList<>();
      LatencyTables.full(series).forEach(t -> tables.add(TableBlocks.whole(t, t.title())));
      if (!tables.isEmpty()) {
        String title = "All percentiles by " + SanitizedText.of(series.each());
        blocks.add(new Block.Folded(title, greyed(series, tables, invalid)));
      }
    }
    blocks.addAll(invalid.greyedBySteps(TableBlocks.of(BucketTable.of(run))));
    return blocks;
  }

  private static List<Block> percentiles(PeriodSeries series, InvalidSteps invalid) {
    List<Block> blocks = new ArrayList<>();
    LatencyTables.percentiles(series).forEach(table -> blocks.addAll(TableBlocks.of(table)));
    return greyed(series, blocks, invalid);
  }

  /** One repeat's verdict is not that of the others: the rows of each are grey by themselves. */
  private static List<Block> greyed(PeriodSeries series, List<Block> blocks, InvalidSteps invalid) {
    return series.repeats()
        ? invalid.explained(series, blocks)
        : invalid.greyed(series.title(), blocks);
  }

  /** A table of each step that had any. */
  static List<Block> outages(RunReport run) {
    List<TableColumn> columns =
        List.of(
            new TableColumn("", "began", Tooltips.of("started"), true),
            new TableColumn("", "secs", "How long it lasted. Unit: s.", false),
            new TableColumn("", "workers", Tooltips.of("workers"), false),
            new TableColumn("operations", "lost", Tooltips.of("operations_lost"), false),
            new TableColumn("", "cause", "", true));
    List<Block> blocks = new ArrayList<>();
    for (Step step : run.steps()) {
      StoredOutages outages = step.whole().outages();
      List<Row> rows = outages.first().stream().map(StepBlocks::row).toList();
      if (outages.count() > 0) {
        String title =
            String.format(
                "Outages in %s: %s, %s s together",
                SanitizedText.of(step.title()),
                NumberText.count(outages.count()),
                NumberText.figure(outages.seconds().orElse(null)));
        String note = outages.count() > rows.size() ? "Only the first ones are shown." : "";
        blocks.add(new Block.Table(title, columns, rows, note));
      }
    }
    return blocks;
  }

  private static Row row(StoredOutages.One outage) {
    return new Row(
        List.of(
            Cell.of(outage.started().toString()),
            new Cell(NumberText.figure(outage.seconds().orElse(null)), Tone.BAD, ""),
            Cell.of(NumberText.count(outage.workers())),
            Cell.of(NumberText.count(outage.operationsLost())),
            Cell.of(SanitizedText.of(outage.cause()))),
        false);
  }
}
