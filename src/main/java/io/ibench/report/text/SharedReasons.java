package io.ibench.report.text;

import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reasons of the verdicts of several runs. Those that differ only in their numbers are one, with
 * the range of the numbers of all steps and runs.
 */
public final class SharedReasons {

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
    return add(name, run, step -> true);
  }

  /** The same of some steps, and of the run itself. */
  public SharedReasons add(String name, RunReport run, Predicate<Step> counts) {
    run.steps().forEach(step -> order.add(step.title()));
    Set<String> before = new LinkedHashSet<>();
    for (String reason : run.reasons()) {
      Optional<Step> step =
          run.steps().stream()
              .filter(of -> of.reasons().stream().anyMatch(why -> reason.equals(begin(of) + why)))
              .findFirst();
      if (step.isPresent() && !counts.test(step.get())) {
        continue;
      }
      String text = step.map(of -> reason.substring(begin(of).length())).orElse(reason);
      Alike one = alike.computeIfAbsent(AlikeTexts.pattern(text), none -> new Alike());
      one.names.add(name);
      step.ifPresent(of -> one.titles.add(of.title()));
      one.texts.add(text);
      one.several |= !before.add(step.map(Step::title).orElse("") + AlikeTexts.pattern(text));
    }
    return this;
  }

  private static String begin(Step step) {
    return step.title() + ": ";
  }

  /** All of them, in the order in which they came first. */
  public List<Shared> all() {
    return alike.values().stream().map(one -> one.shared(List.copyOf(order))).toList();
  }
}
