package io.ibench.bisect;

import io.ibench.report.document.Columns;
import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.text.DuetReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The report of a bisection: the answer, then its path. Stateless. */
public final class BisectReport {

  private static final String RATIO = "median of B / A, of pairs; 95 % interval from the blocks";

  private BisectReport() {}

  /** As a document of text. */
  public static Document of(StoredBisect bisect) {
    List<Note> about = new ArrayList<>();
    about.add(
        Note.of(
            "",
            bisect
                .answer()
                .map(Answer::sentence)
                .orElse("not at its end: ibench bisect and this folder go on")));
    bisect.answer().flatMap(Answer::commit).ifPresent(each -> about.add(Note.of("", line(each))));
    return new Document(title(bisect), about, sections(bisect), "");
  }

  private static String title(StoredBisect bisect) {
    List<Candidate> all = bisect.candidates();
    return String.format(
        Locale.ROOT,
        "bisect: %d versions, %s to %s",
        all.size(),
        all.get(0).name(),
        all.get(all.size() - 1).name());
  }

  private static String line(Candidate.Commit commit) {
    return commit.revision() + ", " + commit.date() + ": " + commit.subject();
  }

  private static List<Section> sections(StoredBisect bisect) {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of(List.of(path(bisect))));
    List<Note> notes =
        bisect.path().stream()
            .flatMap(each -> each.skipped().map(why -> Note.of(each.b(), why)).stream())
            .toList();
    if (!notes.isEmpty()) {
      sections.add(Section.ofNotes(notes));
    }
    return sections;
  }

  private static Table path(StoredBisect bisect) {
    boolean commits = bisect.candidates().stream().anyMatch(each -> each.commit().isPresent());
    boolean cpu = bisect.answer().filter(answer -> answer.figure() == Figure.CPU).isPresent();
    Columns<Comparison> columns =
        new Columns<Comparison>()
            .text("version", Comparison::b)
            .text("against", Comparison::a)
            .text("verdict", each -> each.verdict().orElse("-"))
            .add(TableColumn.number(cpu ? "CPU B/A" : "B/A", RATIO), each -> ratio(each, cpu))
            .add(TableColumn.number("95 %", RATIO), each -> interval(each, cpu))
            .add(TableColumn.number("seconds", "with the load"), BisectReport::seconds);
    if (commits) {
      columns
          .text("date", each -> commit(bisect, each).map(Candidate.Commit::date).orElse("-"))
          .text("subject", each -> commit(bisect, each).map(BisectReport::subject).orElse("-"));
    }
    return columns.table("path", bisect.path());
  }

  private static Optional<Candidate.Commit> commit(StoredBisect bisect, Comparison of) {
    return bisect.candidates().stream()
        .filter(each -> each.name().equals(of.b()))
        .findFirst()
        .flatMap(Candidate::commit);
  }

  private static String subject(Candidate.Commit commit) {
    String subject = commit.subject();
    return subject.length() <= 50 ? subject : subject.substring(0, 48) + "..";
  }

  private static String ratio(Comparison found, boolean cpu) {
    return DuetReport.ratio(cpu ? found.cpu() : found.time());
  }

  private static String interval(Comparison found, boolean cpu) {
    return DuetReport.interval(cpu ? found.cpu() : found.time());
  }

  private static String seconds(Comparison found) {
    return found.skipped().isPresent() ? "-" : String.format(Locale.ROOT, "%.0f", found.seconds());
  }
}
