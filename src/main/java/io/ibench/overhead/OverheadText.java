package io.ibench.overhead;

import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A result as text for a terminal: the answer, one table, its legend. Stateless. */
public final class OverheadText {

  private static final String ABSENT = "-";

  private static final String UNCERTAIN = "~";

  private static final String LEGEND =
      "driver: a bare loop of its calls; ibench: its own part, or with the driver in rows of a"
          + " database; bytes: allocated";

  private OverheadText() {}

  public static String of(OverheadResult result) {
    boolean compared = result.rows().stream().anyMatch(OverheadRow::isCompared);
    List<TableColumn> columns =
        new ArrayList<>(
            List.of(
                TableColumn.text("operation"),
                new TableColumn("CPU", "driver", "", false),
                new TableColumn("CPU", "ibench", "", false)));
    if (compared) {
      columns.add(TableColumn.number("ratio, 95 %", ""));
    }
    columns.add(new TableColumn("driver", "bytes", "", false));
    columns.add(new TableColumn("ibench", "bytes", "", false));
    columns.add(TableColumn.number("per s", ""));
    List<Table.Row> rows =
        result.rows().stream().map(row -> Table.Row.of(cells(row, compared))).toList();
    List<Note> notes = new ArrayList<>();
    if (!result.database().isEmpty()) {
      notes.add(Note.of("", result.database()));
    }
    shares(result).ifPresent(notes::add);
    noisy(result).ifPresent(notes::add);
    return new Document(
            result.answer(),
            notes,
            List.of(Section.of(List.of(new Table("", columns, rows, LEGEND)))),
            "")
        .text(new TerminalLayout(TerminalLayout.WIDTH));
  }

  private static Optional<Note> shares(OverheadResult result) {
    String shares =
        result.rows().stream()
            .filter(row -> row.clientShare() != null)
            .map(row -> String.format(Locale.ROOT, "%s %.2f", row.name(), row.clientShare()))
            .collect(Collectors.joining("; "));
    return shares.isEmpty()
        ? Optional.empty()
        : Optional.of(Note.of("the client's share of client and server CPU", shares));
  }

  private static Optional<Note> noisy(OverheadResult result) {
    long noisy = result.rows().stream().filter(OverheadRow::isUncertain).count();
    return noisy == 0
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "NOISY",
                noisy
                    + " of "
                    + result.rows().size()
                    + " rows are uncertain by more than 10 % (~): is the machine busy?"));
  }

  private static List<String> cells(OverheadRow row, boolean compared) {
    List<String> cells = new ArrayList<>();
    cells.add(row.name());
    String mark = row.isUncertain() ? UNCERTAIN : "";
    cells.add(row.driverCpuNs() == null ? ABSENT : mark + time(row.driverCpuNs()));
    cells.add(row.ibenchCpuNs() == null ? ABSENT : mark + time(row.ibenchCpuNs()));
    if (compared) {
      cells.add(row.isCompared() ? ratio(row.toBare()) : ABSENT);
    }
    cells.add(bytes(row.driverBytes()));
    cells.add(bytes(row.ibenchBytes()));
    cells.add(row.perSecond() == null ? ABSENT : rate(row.perSecond()));
    return cells;
  }

  private static String ratio(OverheadRow.Ratio ratio) {
    return String.format(Locale.ROOT, "%.2f %.2f-%.2f", ratio.value(), ratio.low(), ratio.high());
  }

  static String time(double nanos) {
    return nanos < 999.5 ? NumberText.figure(nanos) + " ns" : Durations.latency(Math.round(nanos));
  }

  /**
   * A difference below zero is the JVM's own, which compiles one side better: ibench allocates
   * nothing that shows beside the bare loop.
   */
  private static String bytes(@Nullable Double bytes) {
    return bytes == null ? ABSENT : NumberText.count(Math.max(0, Math.round(bytes)));
  }

  private static String rate(double perSecond) {
    return perSecond >= 999_500
        ? NumberText.figure(perSecond / 1e6) + " M"
        : NumberText.count(Math.round(perSecond));
  }
}
