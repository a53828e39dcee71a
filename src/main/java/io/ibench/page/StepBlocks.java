package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import io.ibench.report.text.BucketTable;
import io.ibench.report.text.InProgressTable;
import io.ibench.report.text.LatencyTables;
import io.ibench.report.text.OperationTable;
import io.ibench.report.text.PeriodSeries;
import io.ibench.report.text.PeriodTables;
import io.ibench.report.text.StepTables;
import io.ibench.report.text.TextReport;
import io.ibench.report.text.Tooltips;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tables of steps, their periods, operations and outages. Stateless. */
final class StepBlocks {

  private StepBlocks() {}

  static List<Block> steps(RunReport run) {
    List<Block> blocks = new ArrayList<>();
    blocks.addAll(StepTables.inserts(run).titled("Steps without queries").blocks());
    blocks.addAll(StepTables.queries(run).titled("Steps of queries").blocks());
    return blocks;
  }

  /** Each step's periods; those of the main step are not folded. */
  static List<Block> periods(RunReport run) {
    String main = TextReport.mainStep(run).map(Step::title).orElse("");
    InvalidSteps invalid = new InvalidSteps(run);
    List<Block> blocks = new ArrayList<>();
    for (PeriodSeries series : PeriodSeries.of(run)) {
      Table table = PeriodTables.of(run, series);
      if (!series.repeats() && series.title().equals(main)) {
        blocks.addAll(0, invalid.greyed(main, List.of(table)));
      } else if (!series.repeats()) {
        blocks.addAll(invalid.greyed(series.title(), List.of(table.folded())));
      }
    }
    return blocks;
  }

  /** The operations of each step; those of the main step are not folded. */
  static List<Block> operations(RunReport run) {
    Optional<Step> main = TextReport.mainStep(run);
    InvalidSteps invalid = new InvalidSteps(run);
    List<Block> blocks = new ArrayList<>();
    main.ifPresent(step -> blocks.addAll(invalid.greyed(step.title(), OperationTable.of(step))));
    InProgressTable.of(run).forEach(table -> blocks.addAll(table.blocks()));
    List<Block> others = new ArrayList<>();
    TextReport.busy(run).stream()
        .filter(step -> main.filter(step::equals).isEmpty())
        .forEach(step -> others.addAll(invalid.greyed(step.title(), OperationTable.of(step))));
    if (!others.isEmpty()) {
      blocks.add(new Block.Folded("Operations in the other steps", others));
    }
    return blocks;
  }

  /** 99th percentiles of the step in the text report; all percentiles of each step, folded. */
  static List<Block> latencies(RunReport run) {
    InvalidSteps invalid = new InvalidSteps(run);
    List<Block> blocks = new ArrayList<>();
    LatencyTables.shown(run).ifPresent(series -> blocks.addAll(percentiles(series, invalid)));
    for (PeriodSeries series : PeriodSeries.of(run)) {
      List<Table> tables = LatencyTables.full(series);
      if (!tables.isEmpty()) {
        String title = "All percentiles by " + series.each();
        blocks.add(new Block.Folded(title, greyed(series, tables, invalid)));
      }
    }
    blocks.addAll(invalid.greyedBySteps(BucketTable.of(run).blocks()));
    return blocks;
  }

  private static List<Block> percentiles(PeriodSeries series, InvalidSteps invalid) {
    List<Block> blocks = new ArrayList<>();
    LatencyTables.percentiles(series).forEach(table -> blocks.addAll(table.blocks()));
    return greyed(series, blocks, invalid);
  }

  /** Repeats have their own verdicts, and tables of repeats grey their rows themselves. */
  private static List<Block> greyed(
      PeriodSeries series, List<? extends Block> blocks, InvalidSteps invalid) {
    return series.repeats()
        ? invalid.explained(series, blocks)
        : invalid.greyed(series.title(), blocks);
  }

  /** A table for each step with outages. */
  static List<Block> outages(RunReport run) {
    List<TableColumn> columns =
        List.of(
            new TableColumn("", "began", Tooltips.of("started"), true),
            TableColumn.number("secs", "How long it lasted. Unit: s."),
            TableColumn.number("workers", Tooltips.of("workers")),
            new TableColumn("operations", "lost", Tooltips.of("operations_lost"), false),
            TableColumn.text("kind"),
            TableColumn.text("cause"));
    List<Block> blocks = new ArrayList<>();
    for (Step step : run.steps()) {
      StoredOutages outages = step.whole().outages();
      List<Row> rows = outages.first().stream().map(StepBlocks::row).toList();
      if (outages.count() > 0) {
        String title =
            String.format(
                Locale.ROOT,
                "Outages in %s: %s, %s s together",
                step.title(),
                NumberText.count(outages.count()),
                NumberText.figure(outages.seconds().orElse(null)));
        String note = outages.count() > rows.size() ? "Only the first ones are shown." : "";
        blocks.add(new Table(title, columns, rows, note));
      }
    }
    return blocks;
  }

  /** A table for each step with stalls. */
  static List<Block> stalls(RunReport run) {
    List<TableColumn> columns =
        List.of(
            new TableColumn("", "began", Tooltips.of("started"), true),
            TableColumn.number("secs", "How long it lasted, to a tenth of a second. Unit: s."),
            TableColumn.number("in flight", Tooltips.of("operations_in_stall")),
            TableColumn.text("what happened"));
    List<Block> blocks = new ArrayList<>();
    for (Step step : run.steps()) {
      StoredStalls stalls = step.whole().stalls();
      List<Row> rows = stalls.first().stream().map(StepBlocks::row).toList();
      if (stalls.count() > 0) {
        String title =
            String.format(
                Locale.ROOT,
                "Stalls in %s: %s, %s s together",
                step.title(),
                NumberText.count(stalls.count()),
                NumberText.figure(stalls.seconds().orElse(null)));
        String note = stalls.count() > rows.size() ? "Only the first ones are shown." : "";
        blocks.add(new Table(title, columns, rows, note));
      }
    }
    return blocks;
  }

  private static Row row(StoredStalls.One stall) {
    return new Row(
        List.of(
            Cell.of(stall.started().toString()),
            new Cell(NumberText.figure(stall.seconds().orElse(null)), Tone.CARE, ""),
            Cell.of(NumberText.count(stall.operations())),
            Cell.of(stall.text())),
        false);
  }

  private static Row row(StoredOutages.One outage) {
    return new Row(
        List.of(
            Cell.of(outage.started().toString()),
            new Cell(NumberText.figure(outage.seconds().orElse(null)), Tone.BAD, ""),
            Cell.of(NumberText.count(outage.workers())),
            Cell.of(NumberText.count(outage.operationsLost())),
            Cell.of(outage.kind()),
            Cell.of(outage.cause())),
        false);
  }
}
