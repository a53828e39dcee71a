package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import io.ibench.report.document.Note;
import io.ibench.report.figures.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Describes the noise with which differences were compared. Stateless. */
public final class NoiseText {

  /** CSV and JSON have all of them. */
  private static final int MAX_TESTS = 3;

  private static final String MORE_RUNS =
      "; another pair of runs may differ by more: compare A1,A2,A3 B1,B2,B3 for that";

  private NoiseText() {}

  static List<Note> of(StepComparison step) {
    List<Noise> noises = Tested.noises(step);
    List<Note> notes = new ArrayList<>();
    for (Kind kind :
        List.of(Kind.BETWEEN_RUNS, Kind.BETWEEN_REPEATS, Kind.WITHIN_RUN, Kind.UNKNOWN)) {
      List<Noise> those = noises.stream().filter(noise -> noise.kind() == kind).toList();
      if (!those.isEmpty()) {
        notes.add(Note.of("", line(kind, those)));
      }
    }
    return notes;
  }

  /** The test without the probability, which differs between figures. */
  private static String test(Noise noise) {
    int end = noise.test().indexOf(';');
    return end < 0 ? noise.test() : noise.test().substring(0, end);
  }

  private static String line(Kind kind, List<Noise> noises) {
    Set<String> tests = new LinkedHashSet<>();
    noises.forEach(noise -> tests.add(kind == Kind.UNKNOWN ? noise.test() : test(noise)));
    String how =
        String.join("; ", tests.stream().limit(MAX_TESTS).toList())
            + (tests.size() > MAX_TESTS ? "; ..." : "");
    String begin =
        "noise of "
            + NumberText.count(noises.size())
            + (noises.size() == 1 ? " figure: " : " figures: ");
    return switch (kind) {
      case BETWEEN_RUNS -> begin + "between the runs of each side (" + how + ")";
      case BETWEEN_REPEATS ->
          begin + "between the repeats within these runs (" + how + ")" + MORE_RUNS;
      case WITHIN_RUN -> begin + "within these runs only (" + how + ")" + MORE_RUNS;
      case UNKNOWN -> begin + "not known (" + how + ")";
    };
  }

  public static String hover(Noise noise) {
    return noise.words() + ": " + tested(noise);
  }

  /** The test with its limit, or why there is no test. */
  public static String tested(Noise noise) {
    StringBuilder text = new StringBuilder(noise.test());
    if (Double.isFinite(noise.limit()) && !noise.isUndecided()) {
      text.append(
          String.format(
              Locale.ROOT, "; up to %s %% is noise", NumberText.figure(100 * noise.limit())));
    }
    return text.toString();
  }

  /** The known kinds of noise, and how many tested ratios would exceed it by chance. */
  public static String note(Comparison comparison) {
    Tested tested = Tested.of(comparison);
    List<String> sentences = new ArrayList<>();
    if (tested.betweenRuns() > 0) {
      sentences.add("The noise between the runs of a side is known.");
    }
    if (tested.betweenRepeats() > 0) {
      sentences.add(
          "The noise between the repeats of a step is known: a second run may differ by more.");
    }
    if (tested.withinRun() > 0) {
      boolean others = tested.betweenRuns() + tested.betweenRepeats() > 0;
      String where = others ? "Of other figures only" : "Only";
      sentences.add(where + " the noise within a run is known: a second run may differ by more.");
    }
    String sentence = tested.sentence();
    sentences.add(Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".");
    return String.join(" ", sentences);
  }
}
