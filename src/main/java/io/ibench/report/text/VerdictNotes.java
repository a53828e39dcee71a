package io.ibench.report.text;

import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reasons of verdicts, remarks and drifts; a note that several steps share appears once. */
public final class VerdictNotes {

  /** A note about more steps names only the first and the last one. */
  private static final int MAX_TITLES = 4;

  /** As many notes that differ only in their numbers are merged. */
  private static final int MIN_ALIKE = 3;

  /** Some reasons, such as wrong rows, come in dozens. */
  private static final int MAX_REASONS = 5;

  private record Remark(String text, Tone tone) {}

  private VerdictNotes() {}

  /** All of them. */
  public static List<Note> of(RunReport run) {
    return of(run, true);
  }

  /**
   * Notes on a run.
   *
   * @param all else only the first reasons of each step, and how many more there are
   */
  public static List<Note> of(RunReport run, boolean all) {
    Map<String, Map<Remark, Set<String>>> alike = new LinkedHashMap<>();
    for (Step step : run.steps()) {
      for (Remark remark : remarks(step, all)) {
        titles(alike, AlikeTexts.pattern(remark.text()), remark).add(step.title());
      }
      for (String drift : step.drift()) {
        titles(alike, drift, new Remark(drift, Tone.PLAIN)).add(step.title());
      }
    }
    List<Note> notes = new ArrayList<>();
    List<String> order = run.steps().stream().map(Step::title).toList();
    alike.values().forEach(titles -> addNotes(notes, titles, order));
    return notes;
  }

  /** The reasons of the run's verdict that are not reasons of its steps. */
  public static List<Note> ofRun(RunReport run) {
    String mark = run.verdict().map(v -> VerdictText.of(run.verdict()) + ": ").orElse("");
    Tone tone = run.verdict().filter(Verdict::isBad).map(VerdictNotes::tone).orElse(Tone.PLAIN);
    return run.reasons().stream()
        .filter(reason -> !isOfAStep(run, reason))
        .map(reason -> new Note("run", mark + reason, tone))
        .toList();
  }

  private static boolean isOfAStep(RunReport run, String reason) {
    return run.steps().stream()
        .flatMap(step -> step.reasons().stream().map(why -> step.title() + ": " + why))
        .anyMatch(reason::equals);
  }

  private static Set<String> titles(
      Map<String, Map<Remark, Set<String>>> alike, String pattern, Remark remark) {
    return alike
        .computeIfAbsent(pattern, key -> new LinkedHashMap<>())
        .computeIfAbsent(remark, key -> new LinkedHashSet<>());
  }

  /**
   * Similar remarks of many steps become one note, with the range of their numbers. Similar remarks
   * of one step are about several things, such as wrong rows: each becomes a note.
   */
  private static void addNotes(
      List<Note> notes, Map<Remark, Set<String>> titles, List<String> order) {
    List<String> all = titles.values().stream().flatMap(Set::stream).toList();
    boolean oncePerStep = all.stream().distinct().count() == all.size();
    if (titles.size() < MIN_ALIKE || !oncePerStep) {
      titles.forEach(
          (remark, of) -> notes.add(note(List.copyOf(of), remark.text(), remark.tone())));
      return;
    }
    List<String> texts = titles.keySet().stream().map(Remark::text).toList();
    Tone tone = titles.keySet().iterator().next().tone();
    List<String> sorted = order.stream().filter(all::contains).distinct().toList();
    notes.add(note(sorted, AlikeTexts.merged(texts), tone));
  }

  private static Note note(List<String> titles, String text, Tone tone) {
    return new Note(titles(titles), text, tone);
  }

  /** The titles of steps that share a note, in few words. */
  static String titles(List<String> titles) {
    int n = titles.size();
    return n <= MAX_TITLES
        ? String.join(", ", titles)
        : titles.get(0) + " ... " + titles.get(n - 1) + " (" + n + " steps)";
  }

  private static List<Remark> remarks(Step step, boolean all) {
    List<Remark> remarks = new ArrayList<>();
    Optional<Verdict> bad = step.verdict().filter(Verdict::isBad);
    Tone tone = bad.map(VerdictNotes::tone).orElse(Tone.PLAIN);
    if (bad.isPresent() && step.reasons().isEmpty()) {
      remarks.add(new Remark(VerdictText.of(bad), tone));
    }
    List<String> reasons =
        step.verdict().equals(Optional.of(Verdict.SHORT)) ? List.of() : step.reasons();
    int shown = all ? reasons.size() : Math.min(reasons.size(), MAX_REASONS);
    for (String reason : reasons.subList(0, shown)) {
      String mark = bad.map(v -> mark(v, remarks.isEmpty()) + ": ").orElse("");
      remarks.add(new Remark(mark + reason, tone));
    }
    if (shown < reasons.size()) {
      String more = (reasons.size() - shown) + " more, in summary.txt";
      remarks.add(new Remark(more, tone));
    }
    step.remarks().forEach(text -> remarks.add(new Remark(text, Tone.PLAIN)));
    return remarks.stream().distinct().toList();
  }

  private static Tone tone(Verdict bad) {
    return bad == Verdict.INVALID ? Tone.BAD : Tone.CARE;
  }

  /** The first reason of an invalid step is the gravest; the others alone may be harmless. */
  private static String mark(Verdict verdict, boolean first) {
    return first || verdict != Verdict.INVALID ? VerdictText.of(verdict) : "also";
  }
}
