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

/**
 * Why steps are not trusted, what else was noticed, and how their figures changed. What is said of
 * several steps is one note.
 */
public final class VerdictNotes {

  /** More steps of which the same is said are not named one by one. */
  private static final int MOST_TITLES = 4;

  /** So many notes that differ in their numbers alone are put together. */
  private static final int LEAST_ALIKE = 3;

  private record Said(String text, Tone tone) {}

  private VerdictNotes() {}

  public static List<Note> of(RunReport run) {
    Map<String, Map<Said, Set<String>>> alike = new LinkedHashMap<>();
    for (Step step : run.steps()) {
      for (Said said : said(step)) {
        titles(alike, AlikeTexts.pattern(said.text()), said).add(step.title());
      }
      for (String drift : step.drift()) {
        titles(alike, drift, new Said(drift, Tone.PLAIN)).add(step.title());
      }
    }
    List<Note> notes = new ArrayList<>();
    alike.values().forEach(titles -> alike(notes, titles));
    return notes;
  }

  /** Why the run as a whole has its verdict, beside the reasons of its steps. */
  public static List<Note> ofRun(RunReport run) {
    String mark = run.verdict().map(v -> VerdictText.of(run.verdict()) + ": ").orElse("");
    Tone tone =
        run.verdict().filter(v -> v != Verdict.VALID).map(VerdictNotes::tone).orElse(Tone.PLAIN);
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
      Map<String, Map<Said, Set<String>>> alike, String pattern, Said said) {
    return alike
        .computeIfAbsent(pattern, key -> new LinkedHashMap<>())
        .computeIfAbsent(said, key -> new LinkedHashSet<>());
  }

  /**
   * What is said of many steps in the same words is one note, with the range of its numbers. What
   * is said of one step several times is about several things, such as rows that are wrong: each
   * has a note.
   */
  private static void alike(List<Note> notes, Map<Said, Set<String>> titles) {
    List<String> all = titles.values().stream().flatMap(Set::stream).toList();
    boolean oncePerStep = all.stream().distinct().count() == all.size();
    if (titles.size() < LEAST_ALIKE || !oncePerStep) {
      titles.forEach((said, of) -> notes.add(note(List.copyOf(of), said.text(), said.tone())));
      return;
    }
    List<String> texts = titles.keySet().stream().map(Said::text).toList();
    Tone tone = titles.keySet().iterator().next().tone();
    notes.add(note(all, AlikeTexts.merged(texts), tone));
  }

  private static Note note(List<String> titles, String text, Tone tone) {
    int n = titles.size();
    String about =
        n <= MOST_TITLES
            ? String.join(", ", titles)
            : titles.get(0) + " ... " + titles.get(n - 1) + " (" + n + " steps)";
    return new Note(about, text, tone);
  }

  /** Equal notes of several steps are one, so that a cause of all is told once. */
  private static List<Said> said(Step step) {
    List<Said> said = new ArrayList<>();
    Optional<Verdict> bad = step.verdict().filter(v -> v != Verdict.VALID);
    Tone tone = bad.map(VerdictNotes::tone).orElse(Tone.PLAIN);
    if (bad.isPresent() && step.reasons().isEmpty()) {
      said.add(new Said(VerdictText.of(bad), tone));
    }
    for (String reason : step.reasons()) {
      String mark = bad.map(v -> mark(v, said.isEmpty()) + ": ").orElse("");
      said.add(new Said(mark + reason, tone));
    }
    step.remarks().forEach(remark -> said.add(new Said(remark, Tone.PLAIN)));
    return said.stream().distinct().toList();
  }

  private static Tone tone(Verdict bad) {
    return bad == Verdict.INVALID ? Tone.BAD : Tone.CARE;
  }

  /** Of an invalid step only the first reason, the gravest, is known to have made it that. */
  private static String mark(Verdict verdict, boolean first) {
    return first || verdict != Verdict.INVALID ? VerdictText.of(verdict) : "also";
  }
}
