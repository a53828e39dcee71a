package io.ibench.compare;

import io.ibench.compare.StepComparison.State;
import io.ibench.report.document.Note;
import io.ibench.report.text.AlikeTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Why a step's sides are left out, or not trusted, each below the numbers of its sides. */
record ReasonText(List<Side> sides) {

  /** Those that differ in their numbers alone are one line. */
  List<Note> of(StepComparison step) {
    Map<String, List<String>> texts = new LinkedHashMap<>();
    Map<String, Set<Integer>> numbers = new LinkedHashMap<>();
    for (int side = 0; side < sides.size(); side++) {
      for (String text : texts(side, step.states().get(side))) {
        String pattern = AlikeTexts.pattern(text);
        texts.computeIfAbsent(pattern, key -> new ArrayList<>()).add(text);
        numbers.computeIfAbsent(pattern, key -> new TreeSet<>()).add(side + 1);
      }
    }
    List<Note> notes = new ArrayList<>();
    texts.forEach(
        (pattern, alike) -> {
          String of = String.join(", ", numbers.get(pattern).stream().map(n -> "" + n).toList());
          notes.add(Note.of(of, AlikeTexts.merged(alike)));
        });
    return notes;
  }

  /** The reason for which it is left out is told once. */
  private List<String> texts(int side, State state) {
    List<String> texts = new ArrayList<>();
    state.leftOutText().ifPresent(texts::add);
    state.reasons().stream()
        .map(reason -> withoutRun(side, reason))
        .filter(reason -> state.leftOut().filter(why -> why.contains(reason)).isEmpty())
        .forEach(texts::add);
    return texts;
  }

  /** Which of a side's runs it was is in its own report. */
  private String withoutRun(int side, String reason) {
    return sides.get(side).runs().stream()
        .map(run -> run.report().id() + ": ")
        .filter(reason::startsWith)
        .map(id -> reason.substring(id.length()))
        .findFirst()
        .orElse(reason);
  }
}
