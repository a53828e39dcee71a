package io.ibench.compare;

import io.ibench.report.store.RunFile.MachineFigure;
import io.ibench.statistics.Difference;
import io.ibench.statistics.Sample;
import io.ibench.statistics.StudentsT;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Whether machines were as fast as the base's, as measured before the runs. Stateless. */
final class MachineChanges {

  /**
   * Smaller differences are not reported: probes of one machine at different times differ by more
   * than the rounds of one probe.
   */
  static final double LEAST = 0.25;

  private MachineChanges() {}

  /** A line for each side whose machine differs from the base's by more than noise. */
  static List<String> notes(List<Side> sides, List<List<RunFacts>> facts) {
    List<String> notes = new ArrayList<>();
    Map<String, MachineFigure> base = figures(facts.get(0));
    for (int i = 1; i < facts.size(); i++) {
      List<String> changes = new ArrayList<>();
      for (MachineFigure other : figures(facts.get(i)).values()) {
        Optional.ofNullable(base.get(other.name()))
            .filter(figure -> differ(figure, other))
            .map(figure -> other.name() + " " + other.text() + " against " + figure.text())
            .ifPresent(changes::add);
      }
      if (!changes.isEmpty()) {
        notes.add(
            String.format(
                Locale.ROOT,
                "%s: not the machine of yesterday: %s in the base (more than %.0f %% apart, and"
                    + " more than the noise of the probes)",
                sides.get(i).name(),
                String.join("; ", changes),
                100 * LEAST));
      }
    }
    return notes;
  }

  /** The figures of a side by name, with the rounds of all its runs. */
  private static Map<String, MachineFigure> figures(List<RunFacts> side) {
    Map<String, MachineFigure> all = new LinkedHashMap<>();
    for (RunFacts run : side) {
      for (MachineFigure figure : run.machine()) {
        all.merge(figure.name(), figure, MachineChanges::joined);
      }
    }
    return all;
  }

  private static MachineFigure joined(MachineFigure one, MachineFigure other) {
    List<Double> rounds = new ArrayList<>(one.rounds());
    rounds.addAll(other.rounds());
    return new MachineFigure(one.name(), one.unit(), List.copyOf(rounds));
  }

  /** Compares logarithms: a latency's noise is a share of it. */
  private static boolean differ(MachineFigure base, MachineFigure other) {
    double ratio = other.value() / base.value();
    return (ratio > 1 + LEAST || ratio < 1 / (1 + LEAST))
        && StudentsT.compare(logarithms(base), logarithms(other))
            .filter(MachineChanges::exceedsNoise)
            .isPresent();
  }

  private static Sample logarithms(MachineFigure figure) {
    return Sample.of(figure.rounds().stream().mapToDouble(Math::log).toArray());
  }

  private static boolean exceedsNoise(Difference difference) {
    return Math.abs(difference.difference()) > difference.noise();
  }
}
