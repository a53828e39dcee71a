package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import io.ibench.report.figures.NumberText;
import io.ibench.report.text.Layout;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Says of a step which noise its differences were held against. Stateless. */
final class NoiseText {

  /** More would be read by nobody; CSV and JSON have them all. */
  private static final int MOST_TESTS = 3;

  private NoiseText() {}

  static String of(StepComparison step, Layout layout) {
    List<Noise> noises =
        step.shownRows().stream()
            .flatMap(row -> row.cells().stream().skip(1))
            .filter(Tested::isTold)
            .map(ComparedValue::noise)
            .toList();
    StringBuilder lines = new StringBuilder();
    for (Kind kind : List.of(Kind.BETWEEN_RUNS, Kind.WITHIN_RUN, Kind.UNKNOWN)) {
      List<Noise> those = noises.stream().filter(noise -> noise.kind() == kind).toList();
      if (!those.isEmpty()) {
        lines.append(layout.note(line(kind, those)));
      }
    }
    return lines.toString();
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
}
