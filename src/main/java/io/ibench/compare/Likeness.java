package io.ibench.compare;

import io.ibench.compare.RunFacts.Area;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether runs do the same work, so that their figures can be divided by each other.
 *
 * <p>The work is the workload, the settings that shape its data, the workload's own settings, the
 * rows and the mix of each step, and the form in which batches travel. What is different in these
 * is not the same work. What one compares differs in others: threads, rates, durations, products,
 * and their settings. Runs of one side must be alike in these as well: their differences are taken
 * for noise.
 */
final class Likeness {

  /** What of a step's settings says which work it does, whatever group they are for. */
  private static final Set<String> WORK_OF_STEPS = Set.of("rows", "rows_per_commit", "mix");

  /** Parts of names of a workload's settings that say how long or how closely it looks. */
  private static final List<String> NOT_WORK = List.of("verify", "_seconds");

  /** Where things are, and who asks: of no consequence for what is measured. */
  private static final Set<String> PLACES = Set.of("url", "user", "password", "file", "socket");

  private static final List<String> PLACES_OF = List.of("tls.", "hook.", "host.", "server.");

  private final List<Side> sides;
  private final Set<String> steps = new HashSet<>();

  Likeness(List<Side> sides) {
    this.sides = sides;
    sides.get(0).runs().forEach(run -> steps.addAll(run.report().plan()));
    for (Side side : sides) {
      for (StoredRun run : side.runs()) {
        steps.retainAll(run.report().plan());
      }
    }
  }

  /** Those by which the work is not the same, or a side's runs not of one kind. */
  List<Fact> unlike(List<Fact> facts) {
    Set<String> names = new HashSet<>();
    List<Fact> unlike = new ArrayList<>();
    for (Fact fact : facts) {
      boolean other = isOtherWork(fact) || isOtherKind(fact);
      if (other && names.add(fact.name())) {
        unlike.add(fact);
      }
    }
    return unlike;
  }

  /** Why, with every value and the folders that have it. */
  String line(Fact fact) {
    String what =
        isOtherWork(fact) ? "not the same work: " : "the runs of one side are not of one kind: ";
    String area = fact.area() == Area.WORK ? "" : fact.area().label() + " ";
    return what + area + fact.name() + ": " + fact.perFolder(sides);
  }

  private boolean isOtherWork(Fact fact) {
    return switch (fact.area()) {
      case WORK, SHAPE -> fact.contradicts();
      case SETTINGS -> isWork(fact.name()) && fact.contradicts();
      case DATABASE -> fact.name().equals("batch") && fact.contradicts(Likeness::form);
      default -> false;
    };
  }

  private static boolean isOtherKind(Fact fact) {
    return switch (fact.area()) {
      case SETTINGS -> !isPlace(fact.name()) && fact.contradictsWithinASide();
      case DATABASE, DATABASE_SETTINGS -> fact.contradictsWithinASide();
      default -> false;
    };
  }

  private boolean isWork(String setting) {
    boolean workload =
        sides.stream()
            .flatMap(side -> side.runs().stream())
            .anyMatch(run -> setting.startsWith(run.report().workload() + "."));
    boolean looks = NOT_WORK.stream().anyMatch(setting::contains);
    return workload && !looks
        || WORK_OF_STEPS.contains(setting.substring(setting.lastIndexOf('.') + 1))
            && steps.stream().anyMatch(step -> setting.startsWith(step + "."));
  }

  private static boolean isPlace(String setting) {
    return PLACES.contains(setting) || PLACES_OF.stream().anyMatch(setting::startsWith);
  }

  /**
   * How rows travel in one statement, as in {@code multi-row VALUES}. What stands behind the comma
   * is where it is prepared, which an embedded product cannot choose.
   */
  private static String form(String batch) {
    int comma = batch.indexOf(',');
    return comma < 0 ? batch : batch.substring(0, comma);
  }
}
