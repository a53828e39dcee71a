package io.ibench.compare;

import io.ibench.compare.RunFacts.Area;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.FolderCheck;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares sides. Stateless. */
public final class Comparer {

  private Comparer() {}

  /** Compares two or more sides, the base first. */
  public static Comparison compare(List<Side> sides) {
    return compareFor(sides, List.of());
  }

  /** The same with the sums of steps that conditions name. */
  public static Comparison compareFor(List<Side> sides, List<GateCondition> conditions) {
    Set<String> sums = new LinkedHashSet<>();
    conditions.forEach(one -> one.step().filter(SummedSteps::isSum).ifPresent(sums::add));
    return compare(sides, StepComparisons.of(sides, sums), EqualRows.of(sides));
  }

  /**
   * Why sides should not be compared, one line for each reason: the sides do different work, or the
   * runs of one side are not of the same kind. Empty if they can be compared.
   */
  public static List<String> refusals(List<Side> sides) {
    Likeness likeness = new Likeness(sides);
    return likeness.unlike(Fact.all(facts(sides))).stream().map(likeness::line).toList();
  }

  static Comparison compare(
      List<Side> sides, List<StepComparison> steps, List<EqualRows> equalRows) {
    List<List<RunFacts>> runs = facts(sides);
    List<Fact> facts = Fact.all(runs);
    List<Fact> unlike = new Likeness(sides).unlike(facts);
    Set<String> reported = unlike.stream().map(Fact::name).collect(Collectors.toSet());
    boolean products = differ(facts, Area.DATABASE, "product");
    List<SettingDifference> differences =
        facts.stream()
            .filter(fact -> fact.differs() && !reported.contains(fact.name()))
            .filter(fact -> !isSilence(fact, runs))
            .filter(fact -> !products || fact.area() != Area.DATABASE_SETTINGS)
            // Settings that shape the data are reported as such.
            .filter(fact -> fact.area() != Area.SETTINGS || !differ(facts, Area.SHAPE, fact.name()))
            .map(Fact::difference)
            .toList();
    return new Comparison(
        List.copyOf(sides),
        unlike.stream().map(Fact::difference).toList(),
        differences,
        List.copyOf(steps),
        List.copyOf(equalRows),
        notCompared(sides, steps),
        notes(sides, runs, products),
        SameAnswers.of(sides, runs, unlike));
  }

  private static List<List<RunFacts>> facts(List<Side> sides) {
    return sides.stream().map(side -> side.runs().stream().map(RunFacts::read).toList()).toList();
  }

  private static boolean differ(List<Fact> facts, Area area, String name) {
    return facts.stream()
        .anyMatch(fact -> fact.area() == area && fact.name().equals(name) && fact.differs());
  }

  /** Whether only runs that report nothing of this area lack the fact, and the others agree. */
  private static boolean isSilence(Fact fact, List<List<RunFacts>> runs) {
    for (int side = 0; side < runs.size(); side++) {
      for (int run = 0; run < runs.get(side).size(); run++) {
        boolean silent = fact.values().get(side).get(run) == null;
        if (silent && runs.get(side).get(run).reports(fact.area())) {
          return false;
        }
      }
    }
    return !fact.contradicts();
  }

  /**
   * Steps that count something in a run and are not compared, because another run lacks them or
   * counts something else; in the order of their first appearance.
   */
  private static List<String> notCompared(List<Side> sides, List<StepComparison> compared) {
    Set<String> names =
        sides.stream()
            .flatMap(side -> side.runs().stream())
            .flatMap(run -> run.report().steps().stream())
            .filter(step -> step.unit() != Unit.NONE)
            .map(Step::name)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    compared.forEach(step -> names.remove(step.step()));
    return List.copyOf(names);
  }

  private static List<String> notes(
      List<Side> sides, List<List<RunFacts>> facts, boolean products) {
    List<String> notes = new ArrayList<>(MachineChanges.notes(sides, facts));
    if (products) {
      notes.add(
          "the products differ: their own settings are in the results' run.json and are not"
              + " compared");
    }
    for (int i = 0; i < sides.size(); i++) {
      List<StoredRun> runs = sides.get(i).runs();
      for (int j = 0; j < runs.size(); j++) {
        String folder = runs.get(j).folder() + ": ";
        facts.get(i).get(j).trouble().ifPresent(why -> notes.add(folder + why));
        notes(runs.get(j), notes);
      }
    }
    return notes;
  }

  private static void notes(StoredRun stored, List<String> notes) {
    RunReport run = stored.report();
    if (run.data().settings().isEmpty()) {
      notes.add(
          stored.folder()
              + " does not contain the settings that shape its data: it may be other data than the"
              + " others'");
    }
    if (run.state() != RunState.DONE) {
      notes.add(stored.folder() + ": the run is " + run.state().label());
    }
    Stream.concat(run.damage().stream(), FolderCheck.of(stored.folder()).stream())
        .forEach(damage -> notes.add(stored.folder() + Comparison.DAMAGED + damage));
  }
}
