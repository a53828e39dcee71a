package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.Noise;
import io.ibench.compare.Tested;
import io.ibench.report.figures.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a comparison knows of its noise, in words. Stateless. */
final class CompareNoise {

  private CompareNoise() {}

  static String hover(Noise noise) {
    return noise.words() + ": " + test(noise);
  }

  /** Which test says so, or why there is none, with its numbers. */
  static String test(Noise noise) {
    StringBuilder text = new StringBuilder(noise.test());
    if (Double.isFinite(noise.limit()) && !noise.isUndecided()) {
      text.append(
          String.format(
              Locale.ROOT, "; up to %s %% is noise", NumberText.figure(100 * noise.limit())));
    }
    return text.toString();
  }

  /** Which noise was known, and what of all that was tested would stand out by chance. */
  static String note(Comparison comparison) {
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
