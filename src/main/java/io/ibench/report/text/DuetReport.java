package io.ibench.report.text;

import io.ibench.report.document.Block;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredDuet.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The report of a duet: the answer, then what it is made of. Stateless. */
public final class DuetReport {

  private static final String TIME = "median of B / A, of pairs; 95 % interval from the blocks";

  private DuetReport() {}

  /** As a document of text. */
  public static Document of(StoredDuet duet) {
    List<Section> sections = new ArrayList<>();
    List<Block> tables = new ArrayList<>(tables(duet));
    tables.add(blocks(duet));
    sections.add(Section.of(tables));
    if (!duet.remarks().notes().isEmpty()) {
      sections.add(Section.ofNotes(notes(duet)));
    }
    List<Note> about = new ArrayList<>();
    duet.remarks().warnings().forEach(line -> about.add(Note.of("", line)));
    about.add(Note.of("", duet.answer()));
    return new Document(title(duet), about, sections, "");
  }

  public static String title(StoredDuet duet) {
    return "duet: "
        + duet.subject().workload()
        + " on "
        + duet.subject().database()
        + ", step "
        + duet.subject().step();
  }

  public static List<Note> notes(StoredDuet duet) {
    return duet.remarks().notes().stream().map(line -> Note.of("", line)).toList();
  }

  /** The tables of the answer, the most important one first. */
  public static List<Block> tables(StoredDuet duet) {
    List<Block> tables = new ArrayList<>();
    tables.add(sides(duet));
    tables.add(operations(duet));
    tables.add(costs(duet));
    return tables.stream().filter(table -> !((Table) table).isEmpty()).toList();
  }

  private static Table sides(StoredDuet duet) {
    return new Columns<Map.Entry<String, List<String>>>()
        .text("what differs", Map.Entry::getKey)
        .text("A", each -> each.getValue().get(0))
        .text("B", each -> each.getValue().get(1))
        .table("", duet.differs().entrySet());
  }

  private static Table operations(StoredDuet duet) {
    return new Columns<StoredDuet.Operation>()
        .text("operation", StoredDuet.Operation::operation)
        .add(TableColumn.number("pairs", ""), each -> format("%,d", each.pairs()))
        .add(
            TableColumn.number("time %", "share of the time of all operations"),
            each -> format("%.0f", 100 * each.share()))
        .add(TableColumn.number("B/A", TIME), each -> ratio(each.time()))
        .add(TableColumn.number("95 %", TIME), each -> interval(each.time()))
        .add(TableColumn.number("A us", "mean time"), each -> micros(each.aMeanUs()))
        .add(TableColumn.number("B us", "mean time"), each -> micros(each.bMeanUs()))
        .add(TableColumn.number("A p99", "us"), each -> micros(each.aP99Us()))
        .add(TableColumn.number("B p99", "us"), each -> micros(each.bP99Us()))
        .table("time of an operation", duet.operations());
  }

  private static Table costs(StoredDuet duet) {
    return new Columns<StoredDuet.Cost>()
        .text("of an operation", cost -> cost.name() + ", " + cost.unit())
        .add(TableColumn.number("A", ""), cost -> number(cost.a()))
        .add(TableColumn.number("B", ""), cost -> number(cost.b()))
        .add(TableColumn.number("B/A", ""), DuetReport::quotient)
        .table("costs", duet.costs());
  }

  /** What each block says. */
  public static Table blocks(StoredDuet duet) {
    return new Columns<StoredDuet.Block>()
        .add(TableColumn.number("block", ""), each -> String.valueOf(each.number()))
        .text("data", each -> each.swapped() ? "swapped" : "own")
        .add(TableColumn.number("pairs", ""), each -> format("%,d", each.pairs()))
        .add(TableColumn.number("time B/A", ""), each -> ratio(each.time()))
        .add(TableColumn.number("CPU B/A", ""), each -> ratio(each.cpu()))
        .table("blocks", duet.blocks());
  }

  private static String quotient(StoredDuet.Cost cost) {
    boolean known = cost.a().isPresent() && cost.b().isPresent() && cost.a().get() > 0;
    return known ? format("%.3f", cost.b().get() / cost.a().get()) : "-";
  }

  private static String number(Optional<Double> value) {
    return value.map(known -> format(known < 10 ? "%.2f" : "%.1f", known)).orElse("-");
  }

  /** Such as {@code 1.011}; a dash if it is unknown. */
  public static String ratio(Ratio ratio) {
    return ratio.ratio().map(value -> format("%.3f", value)).orElse("-");
  }

  /** Such as {@code 1.012 to 1.024}; a dash if it is unknown. */
  public static String interval(Ratio ratio) {
    return ratio.low().isEmpty()
        ? "-"
        : format("%.3f to %.3f", ratio.low().get(), ratio.high().orElseThrow());
  }

  private static String micros(double value) {
    return value <= 0 ? "-" : format(value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
