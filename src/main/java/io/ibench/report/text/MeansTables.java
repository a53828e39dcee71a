package io.ibench.report.text;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import io.ibench.report.store.StoredTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;

/**
 * The published tables with the means of several runs in each row, and the row's name in the last
 * column. Immutable.
 *
 * @param ofRun a figure of all repeats of a step in one run; NaN if it is not known
 */
public record MeansTables(ToDoubleBiFunction<List<Step>, String> ofRun) {

  private static final String HALF_RANGE =
      "Half of the range of the rates, in percent of their mean.";

  /** The kind of a step in which a database comes to rest. */
  private static final String REST = "drain";

  private static final String RUNS = "The runs in the mean.";
  private static final String NONE = NumberText.figure(null);

  /**
   * A row.
   *
   * @param counted its runs whose figures can be used
   * @param others runs that are shown, in grey, if there is no counted one
   * @param gap whether a blank line is above it
   */
  public record Member(String name, List<RunReport> counted, List<RunReport> others, boolean gap) {

    private List<RunReport> shown() {
      return counted.isEmpty() ? others : counted;
    }

    /** The repeats of a step in each run that has it. */
    private List<List<Step>> repeats(String name, Predicate<Step> wanted) {
      return shown().stream()
          .map(
              run ->
                  run.steps().stream()
                      .filter(step -> step.name().equals(name) && wanted.test(step))
                      .toList())
          .filter(repeats -> !repeats.isEmpty())
          .toList();
    }

    /** Whether it shows figures of a step, but none that can be used. */
    private boolean isGrey(List<List<Step>> repeats) {
      return counted.isEmpty() && !repeats.isEmpty();
    }
  }

  private static boolean hasRate(Step step) {
    return rateKey(step).isPresent();
  }

  private static Optional<Figure> rateKey(Step step) {
    return Stream.of(Figure.QPS, Figure.IPS).filter(step.whole().figures()::knows).findFirst();
  }

  /** A table for each step with a rate, with all repeats of each run. */
  public List<Table> engines(List<Member> members) {
    List<Table> tables = new ArrayList<>();
    for (String step : steps(members, MeansTables::hasRate)) {
      List<Step> all =
          members.stream()
              .flatMap(member -> member.repeats(step, MeansTables::hasRate).stream())
              .flatMap(List::stream)
              .toList();
      List<FigureColumn> columns = FigureColumn.published(all.get(0).unit(), all);
      List<TableColumn> heads = new ArrayList<>();
      columns.forEach(column -> heads.add(column.head()));
      heads.add(TableColumn.number("n", RUNS));
      heads.add(TableColumn.number("+-%", HALF_RANGE));
      heads.add(TableColumn.text("variant"));
      List<Row> rows = new ArrayList<>();
      for (Member member : members) {
        List<List<Step>> of = member.repeats(step, MeansTables::hasRate);
        List<Cell> cells = new ArrayList<>();
        if (of.isEmpty()) {
          columns.forEach(column -> cells.add(Cell.of(NONE)));
        } else {
          cells.addAll(FigureColumn.cells(columns, mean(of)));
        }
        add(rows, heads.size(), member, of, cells);
      }
      tables.add(
          new Table(title(step, all) + RateUnits.head(columns), heads, rows)
              .noted(RateUnits.intervals(columns, all)));
    }
    return tables;
  }

  private static String title(String step, List<Step> all) {
    return step + (all.stream().anyMatch(of -> of.repeat() > 1) ? ", means of all repeats" : "");
  }

  /** One table of all steps that insert and do not query; empty without such a step. */
  public Optional<Table> loads(List<Member> members) {
    Set<String> steps = steps(members, LoadTable::isLoad);
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    List<TableColumn> heads = new ArrayList<>(List.of(TableColumn.text("step")));
    heads.addAll(LoadTable.heads());
    heads.add(TableColumn.number("n", RUNS));
    heads.add(TableColumn.number("+-%", HALF_RANGE));
    heads.add(TableColumn.text("variant"));
    List<Row> rows = new ArrayList<>();
    for (String step : steps) {
      for (Member member : members) {
        List<List<Step>> of = member.repeats(step, MeansTables::hasRate);
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(step)));
        cells.addAll(LoadTable.cellsOf(of.isEmpty() ? Optional.empty() : Optional.of(mean(of))));
        add(rows, heads.size(), member, of, cells);
      }
    }
    return Optional.of(new Table(LoadTable.TITLE, heads, rows));
  }

  /**
   * A row whose members stand side by side.
   *
   * @param members one for each of the columns, in their order
   */
  public record PivotRow(String name, List<Member> members) {}

  /**
   * A table for each step with a rate: the rate under each of these heads, then the size of the
   * tables at the step's end.
   *
   * @param factor what the heads are levels of
   */
  public List<Table> pivots(String factor, List<String> heads, List<PivotRow> rows) {
    List<Member> all = rows.stream().flatMap(row -> row.members().stream()).toList();
    List<Table> tables = new ArrayList<>();
    for (String step : steps(all, MeansTables::hasRate)) {
      Figure rate =
          all.stream()
              .flatMap(member -> member.repeats(step, MeansTables::hasRate).stream())
              .flatMap(of -> rateKey(of.get(0)).stream())
              .findFirst()
              .orElse(Figure.IPS);
      List<TableColumn> columns = new ArrayList<>();
      List<Figure> figures = List.of(rate, Figure.SIZE_GB);
      for (Figure figure : figures) {
        String above = figure.definition().name();
        String tooltip = Tooltips.of(figure.key());
        heads.forEach(head -> columns.add(new TableColumn(above, head, tooltip, false)));
      }
      columns.add(TableColumn.text("variant"));
      List<Row> lines = new ArrayList<>();
      for (PivotRow row : rows) {
        List<Pivoted> members =
            row.members().stream().map(member -> pivoted(member, step)).toList();
        List<Cell> cells = new ArrayList<>();
        for (Figure figure : figures) {
          members.forEach(member -> cells.add(member.cell(figure)));
        }
        cells.add(Cell.of(row.name()));
        lines.add(new Row(cells, false));
      }
      tables.add(new Table(step + " by " + factor, columns, lines));
    }
    return tables;
  }

  /** A member's means of a step. */
  private record Pivoted(Figures means, boolean grey) {

    Cell cell(Figure figure) {
      String text = means.text(figure);
      return grey ? new Cell(text, Tone.GREY, "INVALID") : Cell.of(text);
    }
  }

  private Pivoted pivoted(Member member, String step) {
    List<List<Step>> of = member.repeats(step, MeansTables::hasRate);
    return new Pivoted(mean(of).figures(), member.isGrey(of));
  }

  /** Whether a database came to rest in it. */
  public static boolean isRest(Step step) {
    return step.kind().filter(REST::equals).isPresent();
  }

  /** One table of all steps in which a database came to rest; empty without such a step. */
  public Optional<Table> rests(List<Member> members) {
    Set<String> steps = steps(members, MeansTables::isRest);
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    List<TableColumn> heads = new ArrayList<>(List.of(TableColumn.text("step")));
    heads.add(TableColumn.number("seconds", "How long it took."));
    heads.add(TableColumn.number("written GB", "What was written meanwhile."));
    heads.add(TableColumn.number("size GB", "The size of the tables at its end."));
    heads.add(TableColumn.number("n", RUNS));
    heads.add(TableColumn.text("variant"));
    List<Row> rows = new ArrayList<>();
    for (String step : steps) {
      for (Member member : members) {
        List<List<Step>> of = member.repeats(step, any -> true);
        Figures means = mean(of).figures();
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(step)));
        Stream.of(Figure.SECONDS, Figure.WRITTEN_GB, Figure.SIZE_GB)
            .forEach(figure -> cells.add(Cell.of(means.text(figure))));
        cells.add(Cell.of(of.isEmpty() ? NONE : NumberText.count(of.size())));
        cells.add(Cell.of(member.name()));
        rows.add(new Row(cells, member.isGrey(of)));
      }
    }
    return Optional.of(new Table("rest: what the steps before it had left to do", heads, rows));
  }

  private void add(
      List<Row> rows, int columns, Member member, List<List<Step>> of, List<Cell> figures) {
    if (member.gap() && !rows.isEmpty()) {
      rows.add(new Row(Collections.nCopies(columns, Cell.of("")), false));
    }
    List<Cell> cells = new ArrayList<>(figures);
    cells.add(Cell.of(of.isEmpty() ? NONE : NumberText.count(of.size())));
    cells.add(Cell.of(of.size() < 2 ? NONE : NumberText.figure(halfRange(of))));
    boolean missed =
        of.stream()
            .flatMap(List::stream)
            .flatMap(step -> step.targets().stream())
            .anyMatch(MeansTables::missed);
    boolean grey = member.isGrey(of) || missed;
    cells.add(Cell.of(member.name() + (missed ? " (rate not held)" : grey ? " (INVALID)" : "")));
    rows.add(new Row(cells, grey));
  }

  private static boolean missed(StoredTarget target) {
    return !target.sustained();
  }

  private static Set<String> steps(List<Member> members, Predicate<Step> wanted) {
    Set<String> names = new LinkedHashSet<>();
    members.stream()
        .flatMap(member -> member.shown().stream())
        .flatMap(run -> run.steps().stream())
        .filter(wanted)
        .forEach(step -> names.add(step.name()));
    return names;
  }

  /** Each figure's mean over the runs that have it. */
  private Period mean(List<List<Step>> runs) {
    Set<String> keys = new LinkedHashSet<>();
    runs.stream().flatMap(List::stream).forEach(step -> keys.addAll(step.whole().figures().keys()));
    Map<String, Number> figures = new LinkedHashMap<>();
    for (String key : keys) {
      double[] values = values(runs, key);
      if (values.length > 0) {
        figures.put(key, Arrays.stream(values).average().orElseThrow());
      }
    }
    return new Period(
        Optional.empty(),
        new Figures(figures),
        List.of(),
        Optional.empty(),
        StoredOutages.NONE,
        StoredStalls.NONE,
        Map.of(),
        Map.of(),
        List.of(),
        null);
  }

  private double[] values(List<List<Step>> runs, String key) {
    return runs.stream()
        .mapToDouble(repeats -> ofRun.applyAsDouble(repeats, key))
        .filter(Double::isFinite)
        .toArray();
  }

  private double halfRange(List<List<Step>> runs) {
    double[] rates = values(runs, rateKey(runs.get(0).get(0)).orElse(Figure.IPS).key());
    double mean = Arrays.stream(rates).average().orElse(Double.NaN);
    double range =
        Arrays.stream(rates).max().orElse(Double.NaN)
            - Arrays.stream(rates).min().orElse(Double.NaN);
    return 100 * range / 2 / mean;
  }
}
