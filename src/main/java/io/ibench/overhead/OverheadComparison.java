package io.ibench.overhead;

import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.document.TerminalLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Two results side by side. A row with a bare loop beside it is compared by its ratio to that loop,
 * because both were measured in turn; others by their CPU time. Stateless.
 */
public final class OverheadComparison {

  private static final String LEGEND =
      "of a database: the ratio of ibench to the bare loop; ~: the difference is within the noise";

  private OverheadComparison() {}

  /** As text for a terminal. */
  public static String of(OverheadResult base, OverheadResult other) {
    List<Table.Row> rows = new ArrayList<>();
    int more = 0;
    int less = 0;
    for (OverheadRow now : other.rows()) {
      OverheadRow before = base.row(now.name()).orElse(null);
      if (before == null || before.isCompared() != now.isCompared()) {
        continue;
      }
      double ratio = figure(now) / figure(before);
      boolean differs = Math.abs(Math.log(ratio)) > Math.hypot(now.cpuNoise(), before.cpuNoise());
      more += differs && ratio > 1 ? 1 : 0;
      less += differs && ratio < 1 ? 1 : 0;
      rows.add(
          Table.Row.of(
              now.name(),
              text(before),
              text(now),
              String.format(Locale.ROOT, "%.2f", ratio) + (differs ? "" : "~")));
    }
    List<TableColumn> columns =
        List.of(
            TableColumn.text("operation"),
            TableColumn.number("base", ""),
            TableColumn.number("other", ""),
            TableColumn.number("other / base", ""));
    return new Document(
            answer(more, less, rows.size()),
            notes(base, other),
            List.of(Section.of(List.of(new Table("", columns, rows, LEGEND)))),
            "")
        .text(new TerminalLayout(TerminalLayout.WIDTH));
  }

  private static String answer(int more, int less, int rows) {
    if (more + less == 0) {
      return "the client costs the same: none of " + rows + " rows differs by more than noise";
    }
    return String.format(
        Locale.ROOT,
        "the client costs more in %d and less in %d of %d rows, by more than noise",
        more,
        less,
        rows);
  }

  private static List<Note> notes(OverheadResult base, OverheadResult other) {
    List<Note> notes = new ArrayList<>();
    addDifference(notes, "ibench", base.ibench(), other.ibench());
    addDifference(notes, "Java", base.java(), other.java());
    addDifference(notes, "CPUs", Integer.toString(base.cpus()), Integer.toString(other.cpus()));
    addDifference(notes, "database", base.database(), other.database());
    addDifference(
        notes, "length", base.quick() ? "quick" : "usual", other.quick() ? "quick" : "usual");
    return notes;
  }

  private static void addDifference(List<Note> notes, String what, String base, String other) {
    if (!base.equals(other)) {
      notes.add(
          Note.of(
              what,
              (base.isEmpty() ? "none" : base) + " -> " + (other.isEmpty() ? "none" : other)));
    }
  }

  private static double figure(OverheadRow row) {
    return row.isCompared() ? Objects.requireNonNull(row.toBare().value()) : row.cpuNs();
  }

  private static String text(OverheadRow row) {
    return row.isCompared()
        ? String.format(Locale.ROOT, "%.3f", row.toBare().value())
        : OverheadText.time(row.cpuNs());
  }
}
