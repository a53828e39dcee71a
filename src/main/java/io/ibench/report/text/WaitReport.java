package io.ibench.report.text;

import io.ibench.report.document.Document;
import io.ibench.report.document.Layout;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.WaitCsv;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the server's sessions waited for in each main step, a sentence each. Stateless. */
public final class WaitReport {

  private static final String TITLE = "What sessions of the server wait for";

  /** The state that is no wait. */
  private static final String CPU = "CPU";

  private static final int MAX_STATES = 4;
  private static final double LEAST_SHARE = 0.01;

  /** Of fewer a share may be off by more than 14 points (one standard deviation is 7). */
  private static final long MIN_SIGHTINGS = 50;

  private WaitReport() {}

  /** A sentence for each main step whose sessions were seen at work. */
  public static List<Note> notes(Path folder, RunReport run) {
    Set<String> main =
        run.steps().stream()
            .filter(RunReport.Step::isMain)
            .map(RunReport.Step::name)
            .collect(Collectors.toSet());
    return WaitCsv.shares(folder).stream()
        .filter(step -> main.contains(step.step()) && step.sum() > 0)
        .map(step -> Note.of(step.step(), sentence(step)))
        .toList();
  }

  /** What follows the report of a run in a folder, a line for each main step; may be empty. */
  static String after(Path folder, RunReport run, Layout layout) {
    List<Note> notes = notes(folder, run);
    return notes.isEmpty()
        ? ""
        : System.lineSeparator()
            + new Document(TITLE, List.of(), List.of(Section.ofNotes(notes)), "").text(layout);
  }

  /** Of the sessions with a statement, the shares in each state. */
  static String sentence(WaitCsv.Shares step) {
    if (step.sightings() < MIN_SIGHTINGS) {
      return String.format(
          Locale.ROOT,
          "sessions were seen at work %d times, too few to say what they wait for (least: %d);"
              + " server_waits = 20 looks more often",
          step.sightings(),
          MIN_SIGHTINGS);
    }
    double all = step.sum();
    List<String> parts = new ArrayList<>();
    double shown = 0;
    for (Map.Entry<String, Double> state : step.sessions().entrySet()) {
      double share = state.getValue() / all;
      if (!state.getKey().equals(CPU) && share >= LEAST_SHARE && parts.size() < MAX_STATES) {
        parts.add(String.format(Locale.ROOT, "%.0f %% for %s", 100 * share, state.getKey()));
        shown += share;
      }
    }
    double cpu = step.sessions().getOrDefault(CPU, 0.0) / all;
    double other = 1 - cpu - shown;
    if (!parts.isEmpty() && other >= LEAST_SHARE) {
      parts.add(String.format(Locale.ROOT, "%.0f %% for other things", 100 * other));
    }
    String waited = parts.isEmpty() ? "for nothing" : String.join(", ", parts);
    return String.format(
        Locale.ROOT,
        "sessions waited %s, %.0f %% were on a CPU or ready for one; of %s at work at a time, seen"
            + " %,d times",
        waited,
        100 * cpu,
        NumberText.figure(all),
        step.sightings());
  }
}
