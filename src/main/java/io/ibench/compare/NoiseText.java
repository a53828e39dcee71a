package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import io.ibench.report.document.Note;
import io.ibench.report.figures.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Says of a step which noise its differences were held against. Stateless. */
public final class NoiseText {

  /** More would be read by nobody; CSV and JSON have them all. */
  private static final int MOST_TESTS = 3;

  private NoiseText() {}

  static List<Note> of(StepComparison step) {
    List<Noise> noises =
        step.shownRows().stream()
            .flatMap(row -> row.cells().stream().skip(1))
            .filter(Tested::isTold)
            .map(ComparedValue::noise)
            .toList();
    List<Note> notes = new ArrayList<>();
    for (Kind kind : List.of(Kind.BETWEEN_RUNS, Kind.WITHIN_RUN, Kind.UNKNOWN)) {
      List<Noise> those = noises.stream().filter(noise -> noise.kind() == kind).toList();
      if (!those.isEmpty()) {
        notes.add(Note.of("", line(kind, those)));
      }
    }
    return notes;
  }

  /** Without the probability, which every figure has of its own. */
  private static String test(Noise noise) {
    int end = noise.test().indexOf(';');
    return end < 0 ? noise.test() : noise.test().substring(0, end);
  }

  private static String line(Kind kind, List<Noise> noises) {
    Set<String> tests = new LinkedHashSet<>();
    noises.forEach(noise -> tests.add(kind == Kind.UNKNOWN ? noise.test() : test(noise)));
    String how = String.join("; ", tests.stream().limit(MOST_TESTS).toList());
    String more = tests.size() > MOST_TESTS ? "; ..." : "";
    String figures =
        NumberText.count(noises.size()) + (noises.size() == 1 ? " figure" : " figures");
    return switch (kind) {
      case BETWEEN_RUNS ->
          "noise of " + figures + ": between the runs of each side (" + how + more + ")";
      case WITHIN_RUN ->
          "noise of "
              + figures
              + ": within these runs only ("
              + how
              + more
              + "); another pair of runs may differ by more: compare A1,A2,A3 B1,B2,B3 for that";
      case UNKNOWN -> "noise of " + figures + ": not known (" + how + more + ")";
    };
  }

  public static String hover(Noise noise) {
    return noise.words() + ": " + tested(noise);
  }

  /** Which test says so, or why there is none, with its numbers. */
  public static String tested(Noise noise) {
    StringBuilder text = new StringBuilder(noise.test());
    if (Double.isFinite(noise.limit()) && !noise.isUndecided()) {
      text.append(
          String.format(
              Locale.ROOT, "; up to %s %% is noise", NumberText.figure(100 * noise.limit())));
    }
    return text.toString();
  }

  /** Which noise was known, and what of all that was tested would stand out by chance. */
  public static String note(Comparison comparison) {
    Tested tested = Tested.of(comparison);
    List<String> sentences = new ArrayList<>();
    if (tested.betweenRuns() > 0) {
      sentences.add("The noise between the runs of a side is known.");
    }
    if (tested.withinRun() > 0) {
      String where = tested.betweenRuns() > 0 ? "Of other figures only" : "Only";
      sentences.add(where + " the noise within a run is known: a second run may differ by more.");
    }
    String sentence = tested.sentence();
    sentences.add(Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".");
    return String.join(" ", sentences);
  }
}
