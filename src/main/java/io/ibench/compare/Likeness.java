package io.ibench.compare;

import io.ibench.compare.RunFacts.Area;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether runs do the same work, so that ratios of their figures make sense.
 *
 * <p>The work is the workload, the settings that shape its data, the workload's own settings, the
 * rows and the mix of each step, and the form in which batches are sent. Sides may differ in
 * threads, rates, durations, products and their settings. Runs of one side must agree in these too,
 * because their differences count as noise.
 */
final class Likeness {

  /** Settings of steps and of their groups that define the work. */
  private static final Set<String> WORK_OF_STEPS = Set.of("rows", "rows_per_commit", "mix");

  /** Settings of steps that every workload has, and that do not define the work. */
  private static final Set<String> SCHEDULE_OF_STEPS =
      Set.of(
          "like",
          "until",
          "operations",
          "repeat",
          "threads",
          "rate",
          "pacing",
          "at_least",
          "snapshot",
          "follows",
          "lag",
          "matrix_group");

  /** Parts of names of workload settings that define durations or checks, not the work. */
  private static final List<String> NOT_WORK = List.of("verify", "_seconds");

  /** Locations, users and labels: they do not affect the measurement. */
  private static final Set<String> PLACES =
      Set.of("url", "user", "password", "file", "dir", "socket", "label");

  private static final List<String> PLACES_OF =
      List.of("tls.", "hook.", "host.", "server.", "tag.", "expect.");

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

  /** The facts by which the work differs, or the runs of one side are not of the same kind. */
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

  /** The reason, with every value and the folders that have it. */
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
    boolean measures = NOT_WORK.stream().anyMatch(setting::contains);
    return workload && !measures || steps.stream().anyMatch(step -> isWork(step, setting));
  }

  /** A step's own settings, such as {@code read_only.range_size}, are the workload's. */
  private static boolean isWork(String step, String setting) {
    if (!setting.startsWith(step + ".")) {
      return false;
    }
    String key = setting.substring(step.length() + 1);
    return key.indexOf('.') < 0 && !SCHEDULE_OF_STEPS.contains(key)
        || WORK_OF_STEPS.contains(key.substring(key.lastIndexOf('.') + 1));
  }

  static boolean isPlace(String setting) {
    return PLACES.contains(setting) || PLACES_OF.stream().anyMatch(setting::startsWith);
  }

  /**
   * How one statement sends rows, as in {@code multi-row VALUES}. The part behind the comma says
   * where the statement is prepared, which an embedded product cannot choose.
   */
  private static String form(String batch) {
    int comma = batch.indexOf(',');
    return comma < 0 ? batch : batch.substring(0, comma);
  }
}
