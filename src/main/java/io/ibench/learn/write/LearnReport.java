package io.ibench.learn.write;

import io.ibench.learn.law.Law;
import io.ibench.learn.log.LogSummary;
import io.ibench.learn.log.Noticed;
import io.ibench.learn.model.FormCounts;
import io.ibench.learn.model.LearnedLoad;
import io.ibench.learn.model.LearnedType;
import io.ibench.learn.model.Learner;
import io.ibench.learn.model.SessionCounts;
import io.ibench.learn.model.TransactionType;
import io.ibench.learn.write.WrittenScript.WrittenTransaction;
import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The report of what was learned. Stateless. */
public final class LearnReport {

  private static final int MOST_ROWS = 60;
  private static final int MOST_UNCOVERED = 20;
  private static final int MOST_REASONS = 12;
  private static final int TEXT = 60;

  private LearnReport() {}

  /** One sentence: what the script has, and whether it can be trusted. */
  public static String answer(LearnedLoad load, Fidelity fidelity) {
    LearnedLoad.Totals totals = load.totals();
    return String.format(
        Locale.ROOT,
        "%s: %d transaction%s %.1f %% of %,d statements",
        fidelity.verdict().word(),
        load.types().size(),
        load.types().size() == 1 ? " has" : "s have",
        100 * totals.coveredShare(),
        totals.statements());
  }

  /** What a terminal shows: the answer, its reasons, and the transactions. */
  public static Document summary(LearnedLoad load, LogSummary log, Fidelity fidelity) {
    return new Document(
        "learned: " + answer(load, fidelity),
        about(load, log, fidelity),
        List.of(Section.of(List.of(transactions(load)))),
        "");
  }

  /** All that is known. */
  public static Document document(
      LearnedLoad load, WrittenScript script, LogSummary log, Fidelity fidelity) {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of(List.of(transactions(load))));
    sections.add(Section.of(List.of(values(script))));
    sections.add(Section.of(List.of(statements(load))));
    sections.add(Section.of(List.of(uncovered(load))));
    sections.add(Section.ofNotes(counts(load, log)));
    return new Document(
        "learned: " + answer(load, fidelity), about(load, log, fidelity), sections, "");
  }

  private static List<Note> about(LearnedLoad load, LogSummary log, Fidelity fidelity) {
    List<Note> notes = new ArrayList<>();
    notes.add(
        Note.of(
            "",
            String.format(
                Locale.ROOT,
                "from %s%s, %,.1f MB, %,.0f s, %,d sessions",
                log.format().title(),
                log.version().map(version -> " of " + version).orElse(""),
                log.bytes() / 1e6,
                load.totals().sessions().seconds(),
                load.totals().sessions().sessions())));
    fidelity.reasons().stream()
        .limit(MOST_REASONS)
        .forEach(reason -> notes.add(Note.of(reason.at().word(), reason.text())));
    if (fidelity.reasons().size() > MOST_REASONS) {
      notes.add(Note.of("", "and " + (fidelity.reasons().size() - MOST_REASONS) + " more"));
    }
    return notes;
  }

  private static Table transactions(LearnedLoad load) {
    List<Table.Row> rows = new ArrayList<>();
    double micros = load.counts().stream().mapToDouble(FormCounts::micros).sum();
    for (LearnedType each : load.types()) {
      TransactionType type = each.type();
      rows.add(
          Table.Row.of(
              each.name(),
              percent((double) type.count() / load.totals().transactions()),
              percent((double) type.statements() / load.totals().statements()),
              micros == 0 ? "-" : percent(type.micros() / micros),
              String.format(Locale.ROOT, "%.4g", (double) type.statements() / type.count()),
              loops(each),
              type.rolledBack() == 0 ? "-" : percent((double) type.rolledBack() / type.count())));
    }
    return new Table(
        "transactions",
        List.of(
            TableColumn.text("transaction"),
            TableColumn.number("share", "of all transactions"),
            TableColumn.number("stmts", "the share of all statements"),
            TableColumn.number("time", "the share of the time of all statements"),
            TableColumn.number("each", "statements of a transaction"),
            TableColumn.number("turns", "of its repeats"),
            TableColumn.number("undone", "the share that is rolled back")),
        rows);
  }

  private static String loops(LearnedType type) {
    if (type.loops().isEmpty()) {
      return "-";
    }
    List<String> means = new ArrayList<>();
    type.loops()
        .forEach(
            loop ->
                means.add(
                    String.format(
                        Locale.ROOT,
                        "%.3g",
                        type.type().turns(loop, type.loops()).stream()
                            .mapToLong(Long::longValue)
                            .average()
                            .orElse(0))));
    return String.join(", ", means);
  }

  private static Table values(WrittenScript script) {
    List<Table.Row> rows = new ArrayList<>();
    for (WrittenTransaction each : script.transactions()) {
      for (WrittenValue value : each.values()) {
        Law law = value.law();
        rows.add(
            Table.Row.of(
                each.learned().name() + "." + value.name(),
                hottest(law, 0.001),
                hottest(law, 0.01),
                hottest(law, 0.1),
                Double.isNaN(law.distance()) ? "-" : points(law.distance()),
                law.grade().name().toLowerCase(Locale.ROOT),
                short_(value.origin().isEmpty() ? law.words() : value.origin())));
      }
    }
    String note =
        rows.size() > MOST_ROWS ? "and " + (rows.size() - MOST_ROWS) + " more; see the script" : "";
    return new Table(
        "values",
        List.of(
            TableColumn.text("value"),
            TableColumn.number(
                ".1%", "the share of draws that the hottest 0.1 % of keys get, by the law, %"),
            TableColumn.number("1%", "the same for 1 %"),
            TableColumn.number("10%", "the same for 10 %"),
            TableColumn.number("off", "the largest distance of the cumulated shares, points"),
            TableColumn.text("grade"),
            TableColumn.text("law")),
        rows.stream().limit(MOST_ROWS).toList(),
        note);
  }

  private static String short_(String text) {
    return text.length() <= TEXT ? text : text.substring(0, TEXT - 2) + "..";
  }

  private static String hottest(Law law, double part) {
    double share = law.hottest(part);
    return Double.isNaN(share) ? "-" : points(share);
  }

  private static String points(double share) {
    return String.format(Locale.ROOT, "%.3g", 100 * share);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }

  /** What the server did for each kind of statement: targets for a run. */
  private static Table statements(LearnedLoad load) {
    boolean any = load.counts().stream().anyMatch(FormCounts::knowsRows);
    if (!any) {
      return new Table("statements", List.of(TableColumn.text("statement")), List.of());
    }
    List<Table.Row> rows = new ArrayList<>();
    IntStream.range(0, load.counts().size())
        .boxed()
        .sorted(Comparator.comparingLong(i -> -load.counts().get(i).micros()))
        .filter(i -> load.forms().get(i).isLoad())
        .filter(i -> load.counts().get(i).statements() >= Learner.LEAST_TRANSACTIONS)
        .limit(MOST_UNCOVERED)
        .forEach(
            i -> {
              FormCounts counts = load.counts().get(i);
              rows.add(
                  Table.Row.of(
                      String.format(Locale.ROOT, "%,d", counts.statements()),
                      mean(counts.sent()),
                      mean(counts.examined()),
                      mean(counts.affected()),
                      mean(counts.pages()),
                      short_(load.forms().get(i).fingerprint())));
            });
    return new Table(
        "statements that take the most time",
        List.of(
            TableColumn.number("count", ""),
            TableColumn.number("sent", "rows returned by a statement"),
            TableColumn.number("read", "rows examined by a statement"),
            TableColumn.number("changed", "rows changed by a statement"),
            TableColumn.number("pages", "pages accessed by a statement"),
            TableColumn.text("statement")),
        rows);
  }

  private static String mean(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3g", value);
  }

  /** Only what is frequent: a rare statement says too much about whoever sent it. */
  private static Table uncovered(LearnedLoad load) {
    List<Table.Row> rows = new ArrayList<>();
    long rare = 0;
    for (TransactionType type : load.rest()) {
      if (type.count() < Learner.LEAST_TRANSACTIONS) {
        rare += type.count();
      } else {
        rows.add(
            Table.Row.of(
                String.format(Locale.ROOT, "%,d", type.count()),
                String.format(Locale.ROOT, "%d", type.places()),
                load.unwritable(type).map(why -> "it " + why).orElse("rare"),
                short_(load.forms().get(type.form(0)).fingerprint())));
      }
    }
    List<String> notes = new ArrayList<>();
    if (rows.size() > MOST_UNCOVERED) {
      notes.add("and " + (rows.size() - MOST_UNCOVERED) + " more");
    }
    if (rare > 0) {
      rows.add(
          Table.Row.of(
              String.format(Locale.ROOT, "%,d", rare), "-", "rare", "transactions of rare kinds"));
    }
    return new Table(
        "not in the script",
        List.of(
            TableColumn.number("count", ""),
            TableColumn.number("stmts", "statements, repeats counted once"),
            TableColumn.text("why"),
            TableColumn.text("first statement")),
        rows.stream().limit(MOST_UNCOVERED + 1L).toList(),
        String.join("; ", notes));
  }

  private static List<Note> counts(LearnedLoad load, LogSummary log) {
    SessionCounts sessions = load.totals().sessions();
    List<Note> notes = new ArrayList<>();
    note(
        notes,
        sessions.session(),
        "statements that set or ask something of their session: left out");
    note(
        notes, sessions.administration(), "statements that create, alter, drop or grant: left out");
    note(notes, sessions.empty(), "empty statements: left out");
    note(
        notes,
        sessions.beyond(),
        "statements behind the first 10,000 of their transaction: left out");
    note(
        notes,
        load.totals().formsBeyond(),
        "statements of more than 20,000 different ones: left out");
    note(notes, sessions.torn(), "transactions without an end, though their session goes on");
    note(notes, sessions.openAtEnd(), "transactions that are open where the log ends");
    note(
        notes,
        load.counts().stream().mapToLong(FormCounts::failed).sum(),
        "statements that the server refused");
    note(notes, load.totals().lostValues(), "values that the log does not have");
    for (Noticed what : Noticed.values()) {
      note(notes, log.count(what), what.title());
    }
    return notes;
  }

  private static void note(List<Note> notes, long count, String what) {
    if (count > 0) {
      notes.add(Note.of("", String.format(Locale.ROOT, "%,d %s", count, what)));
    }
  }
}
