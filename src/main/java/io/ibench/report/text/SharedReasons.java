package io.ibench.report.text;

import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reasons of the verdicts of several runs. Those that differ only in their numbers are one, with
 * the range of the numbers of all steps and runs.
 */
public final class SharedReasons {

  private static final int MAX_NAMES = 4;

  /** Reasons of one pattern, in the order in which they were added. */
  private static final class Alike {
    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> titles = new LinkedHashSet<>();
    private final List<String> texts = new ArrayList<>();

    /** Of a run: one step says the same of several things, such as wrong rows. */
    private boolean several;

    private Shared shared(List<String> order) {
      List<String> sorted = new ArrayList<>(order);
      sorted.retainAll(titles);
      String about = sorted.isEmpty() ? "" : VerdictNotes.titles(sorted) + ": ";
      int more = texts.size() - 1;
      String text = several ? texts.get(0) + " (and " + more + " alike)" : AlikeTexts.merged(texts);
      return new Shared(List.copyOf(names), about + text, texts.size());
    }
  }

  /**
   * What several runs have in common.
   *
   * @param names whose runs have it
   * @param text with the steps that have it
   * @param count how often it was said
   */
  public record Shared(List<String> names, String text, int count) {}

  private final Map<String, Alike> alike = new LinkedHashMap<>();
  private final Set<String> order = new LinkedHashSet<>();

  /** Adds the reasons of a run's verdict; a name may have several runs. */
  public SharedReasons add(String name, RunReport run) {
    run.steps().forEach(step -> order.add(step.title()));
    Set<String> before = new HashSet<>();
    for (String reason : run.reasons()) {
      Optional<Step> step =
          run.steps().stream()
              .filter(of -> of.reasons().stream().anyMatch(why -> reason.equals(begin(of) + why)))
              .findFirst();
      String text = step.map(of -> reason.substring(begin(of).length())).orElse(reason);
      add(name, step.map(Step::title), text, before);
    }
    return this;
  }

  /** Adds the reasons of steps that are DEGRADED, whatever the verdict of their run is. */
  public SharedReasons addDegraded(String name, List<Step> steps) {
    steps.forEach(step -> order.add(step.title()));
    Set<String> before = new HashSet<>();
    steps.stream()
        .filter(step -> step.verdict().equals(Optional.of(Verdict.DEGRADED)))
        .forEach(
            step ->
                step.reasons().forEach(text -> add(name, Optional.of(step.title()), text, before)));
    return this;
  }

  private void add(String name, Optional<String> title, String text, Set<String> before) {
    String pattern = AlikeTexts.pattern(text);
    Alike one = alike.computeIfAbsent(pattern, none -> new Alike());
    one.names.add(name);
    title.ifPresent(one.titles::add);
    one.texts.add(text);
    one.several |= !before.add(title.orElse("") + "\n" + pattern);
  }

  private static String begin(Step step) {
    return step.title() + ": ";
  }

  /** All of them, in the order in which they came first. */
  public List<Shared> all() {
    return alike.values().stream().map(one -> one.shared(List.copyOf(order))).toList();
  }

  /** The one that was said most often. */
  public Optional<Shared> most() {
    return all().stream().reduce((one, other) -> other.count() > one.count() ? other : one);
  }

  /**
   * The same in one line.
   *
   * @param where the others are
   */
  public List<Note> mostFrequent(String where) {
    Optional<Shared> most = most();
    int more = alike.size() - 1;
    String others = more < 1 ? "" : " (" + more + " more: " + where + ")";
    return most.stream()
        .map(
            of ->
                new Note(
                    few(of.names()),
                    VerdictText.of(Optional.of(Verdict.DEGRADED)) + ": " + of.text() + others,
                    Tone.CARE))
        .toList();
  }

  private static String few(List<String> names) {
    int n = names.size();
    return n <= MAX_NAMES
        ? String.join(", ", names)
        : names.get(0) + " ... " + names.get(n - 1) + " (" + n + ")";
  }
}
