package io.ibench.page;

import io.ibench.report.document.Block;
import io.ibench.report.document.Block.Notes;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Note;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.AbsenceNotes;
import io.ibench.report.text.ServerCounterTable;
import io.ibench.report.text.Tones;
import io.ibench.report.text.Tooltips;
import io.ibench.report.text.VerdictText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a run was measured: all settings and facts about its environment, folded. Immutable. */
final class SetupBlocks {

  private final RunReport run;
  private final RunFile file;

  SetupBlocks(RunReport run, RunFile file) {
    this.run = run;
    this.file = file;
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Folded("Steps", List.of(steps())));
    addSettings(blocks);
    addPairs(blocks, "Database", run.database().fields());
    addPairs(blocks, "Settings of the database", run.database().settings());
    Map<String, String> versions = new LinkedHashMap<>(file.flat("versions"));
    versions.put("ibench", run.version());
    addPairs(blocks, "Versions", versions);
    Map<String, String> host = new LinkedHashMap<>(file.flat("host"));
    host.keySet().removeIf(name -> name.startsWith(RunFile.MACHINE_PROBE));
    addPairs(blocks, "Host", host);
    Map<String, String> machine = new LinkedHashMap<>();
    file.machineFigures().forEach(figure -> machine.put(figure.name(), figure.text()));
    addPairs(blocks, "Machine before the run", machine);
    addPairs(blocks, "Data", data());
    addAbsences(blocks);
    Table counters = ServerCounterTable.of(run);
    if (!counters.isEmpty()) {
      blocks.add(counters.titled("Server counters").folded());
    }
    return blocks;
  }

  private Block steps() {
    List<TableColumn> columns =
        List.of(
            TableColumn.text("step"),
            TableColumn.number("secs", Tooltips.of("seconds")),
            TableColumn.number("threads", Tooltips.of("threads")),
            new TableColumn("", "rate", "It had a target rate.", true),
            new TableColumn("", "state", "Whether it came to its end.", true),
            new TableColumn("", "verdict", Tooltips.of("verdict"), true));
    List<Row> rows = new ArrayList<>();
    for (Step step : run.steps()) {
      Figures figures = step.whole().figures();
      rows.add(
          new Row(
              List.of(
                  Cell.of(step.title()),
                  Cell.of(NumberText.seconds(figures.value(Figure.SECONDS))),
                  Cell.of(figures.text(Figure.THREADS)),
                  Cell.of(step.paced() ? "target" : "unlimited"),
                  new Cell(step.state().label(), Tones.of(step.state()), ""),
                  new Cell(VerdictText.of(step.verdict()), Tones.of(step.verdict()), "")),
              false));
    }
    for (String name : run.notBegun()) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(name)));
      List.of("-", "-", "-", "not begun", "-").forEach(text -> cells.add(Cell.of(text)));
      rows.add(new Row(cells, true));
    }
    return new Table("", columns, rows);
  }

  private void addSettings(List<Block> blocks) {
    List<Row> rows =
        file.settings().stream()
            .map(setting -> Row.of(setting.name(), setting.value(), setting.origin()))
            .toList();
    if (!rows.isEmpty()) {
      List<TableColumn> columns =
          List.of(
              TableColumn.text("setting"),
              new TableColumn("", "value", "As it took effect.", true),
              new TableColumn("", "origin", "Where it was set.", true));
      Block table = new Table("", columns, rows);
      blocks.add(new Block.Folded("Settings (" + rows.size() + ")", List.of(table)));
    }
  }

  private static void addPairs(List<Block> blocks, String title, Map<String, String> pairs) {
    if (!pairs.isEmpty()) {
      List<TableColumn> columns = List.of(TableColumn.text("name"), TableColumn.text("value"));
      List<Row> rows = new ArrayList<>();
      pairs.forEach((name, value) -> rows.add(Row.of(name, value)));
      blocks.add(new Block.Folded(title, List.of(new Table("", columns, rows))));
    }
  }

  private Map<String, String> data() {
    Map<String, String> data = new LinkedHashMap<>();
    run.data().loadedBy().ifPresent(loader -> data.put("loaded by run", loader));
    data.put("runs before this one", NumberText.count(run.data().runsBefore()));
    file.run().seed().ifPresent(seed -> data.put("seed of this run", seed.toString()));
    file.flat("data").forEach((name, value) -> data.putIfAbsent(name, value));
    return data;
  }

  private void addAbsences(List<Block> blocks) {
    List<Note> notes = AbsenceNotes.of(run, true);
    if (!notes.isEmpty()) {
      blocks.add(new Block.Folded("Not measured, and why", List.of(new Notes(notes))));
    }
  }
}
