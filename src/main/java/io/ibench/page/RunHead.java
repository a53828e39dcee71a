package io.ibench.page;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.AgentShareTable;
import io.ibench.report.text.Tones;
import io.ibench.report.text.VerdictText;
import io.ibench.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The head of a run's page: the workload, the database, and warnings. Immutable. */
final class RunHead {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final RunReport run;
  private final RunFile file;
  private final boolean isLive;

  /**
   * @param isLive the run's own process shows the page
   */
  RunHead(RunReport run, RunFile file, boolean isLive) {
    this.run = run;
    this.file = file;
    this.isLive = isLive;
  }

  String title() {
    return SanitizedText.of(run.workload() + " on " + fields(" ", "product", "version"));
  }

  /** The run's id. */
  String run() {
    return SanitizedText.of(run.id());
  }

  /** Lines about the run, without unknown facts. */
  List<String> subtitle() {
    DatabaseInfo database = run.database();
    return Stream.of(
            AgentShareTable.together(run).map(Note::line).orElse(""),
            run.label().isEmpty() ? "" : "label: " + run.label().text(),
            Stream.of(
                    labelled("engine", "engine"),
                    labelled("driver", "driver"),
                    labelled("batch", "batch"),
                    labelled("durability", "durability"),
                    labelled("isolation", "isolation"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; ")),
            database.settingsLine(),
            when(),
            file.machine().isEmpty() ? "" : "client: " + file.machine(),
            data())
        .filter(line -> !line.isEmpty())
        .map(SanitizedText::of)
        .toList();
  }

  private String fields(String between, String... names) {
    Map<String, String> fields = run.database().fields();
    return Stream.of(names)
        .map(fields::get)
        .filter(Objects::nonNull)
        .collect(Collectors.joining(between));
  }

  private String labelled(String label, String field) {
    String text = fields("", field);
    return text.isEmpty() ? "" : label + " " + text;
  }

  private String when() {
    // Charts of a running step may end later than its tables.
    String tookOrHas = run.state() == RunState.RUNNING ? ", tables are of its first " : ", took ";
    String length = length().map(time -> tookOrHas + time).orElse("");
    return "run "
        + run.id()
        + ", began "
        + TIME.format(run.started())
        + length
        + ", ibench "
        + run.version();
  }

  /** The time from the run's start to the end of its last step; empty if unknown. */
  private Optional<String> length() {
    return run.steps().stream()
        .map(Step::whole)
        .flatMap(period -> end(period).stream())
        .max(Instant::compareTo)
        .map(end -> Duration.between(run.started(), end))
        .filter(length -> !length.isNegative() && length.toDays() < 3_650)
        .map(length -> Durations.age(length.toNanos()));
  }

  private static Optional<Instant> end(Period period) {
    double seconds = period.figures().value(Figure.SECONDS);
    return period
        .started()
        .filter(started -> Double.isFinite(seconds))
        .map(started -> started.plusMillis(Math.round(1e3 * seconds)));
  }

  private String data() {
    return run.data()
        .loadedBy()
        .map(
            loader ->
                loader.equals(run.id())
                    ? "data loaded by this run"
                    : "data loaded by run "
                        + loader
                        + "; runs before this one: "
                        + NumberText.count(run.data().runsBefore()))
        .orElse("");
  }

  /** The badge; if the run is damaged or not done, it says so first. */
  Cell verdict() {
    String verdict = run.verdict().map(v -> VerdictText.of(Optional.of(v))).orElse("");
    String reasons = String.join("; ", run.reasons());
    if (!run.damage().isEmpty()) {
      return new Cell("damaged" + (verdict.isEmpty() ? "" : ", " + verdict), Tone.BAD, reasons);
    }
    if (run.state() == RunState.DONE) {
      return new Cell(verdict, Tones.of(run.verdict()), reasons);
    }
    boolean bad = run.verdict().filter(Verdict.INVALID::equals).isPresent();
    Tone tone = bad ? Tone.BAD : Tones.of(run.state());
    return new Cell(state() + (verdict.isEmpty() ? "" : ", " + verdict), tone, reasons);
  }

  /** Files do not show whether their writer still runs. */
  private String state() {
    return run.state().label() + (run.state() == RunState.RUNNING && !isLive ? ", or killed" : "");
  }

  /** The first reason of the verdict; the section of the verdict has all. */
  String why() {
    int more = run.reasons().size() - 1;
    return more < 0
        ? ""
        : SanitizedText.of(run.reasons().get(0)) + (more == 0 ? "" : " (and " + more + " more)");
  }

  /** Warnings; may be empty. */
  List<Note> warnings() {
    List<Note> notes = new ArrayList<>();
    run.damage().forEach(text -> notes.add(new Note("DAMAGED", text, Tone.BAD)));
    run.database().warnings().forEach(text -> notes.add(new Note("WARNING", text, Tone.CARE)));
    run.data().asIs().forEach(text -> notes.add(new Note("AS IS", text, Tone.CARE)));
    file.trouble().ifPresent(why -> notes.add(new Note("WARNING", why, Tone.CARE)));
    if (run.state() != RunState.DONE) {
      String what =
          switch (run.state()) {
            case RUNNING ->
                (isLive ? "it goes on" : "it goes on, or was killed")
                    + ": shown is what is known so far";
            case INTERRUPTED -> "somebody ended it: shown is what was measured up to there";
            default -> "it ended before its time: shown is what was measured up to there";
          };
      notes.add(new Note("run " + run.state().label(), what, Tones.of(run.state())));
    }
    if (run.steps().isEmpty()) {
      notes.add(new Note("steps", "nothing is known about any step", Tone.CARE));
    }
    return notes;
  }
}
