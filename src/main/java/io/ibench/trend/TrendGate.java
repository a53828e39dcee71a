package io.ibench.trend;

import io.ibench.compare.GateCondition;
import io.ibench.trend.Series.Change;
import io.ibench.trend.Trend.Changed;
import io.ibench.trend.Trend.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Judges the user's conditions: each is about the ratio of changes that stay. Stateless. */
public final class TrendGate {

  private TrendGate() {}

  /**
   * What was found, a line each.
   *
   * @param failures conditions that hold
   * @param excused changes that the machine explains
   */
  public record Judgement(List<String> failures, List<String> excused) {}

  /** Whether any series is meant. */
  public static boolean isKnown(List<Trend> trends, GateCondition condition) {
    return trends.stream()
        .flatMap(trend -> trend.series().stream())
        .anyMatch(series -> isMeant(condition, series));
  }

  /** What a condition can be about, such as {@code request:qps}. */
  public static Set<String> names(List<Trend> trends) {
    Set<String> names = new LinkedHashSet<>();
    for (Trend trend : trends) {
      trend.series().forEach(each -> names.add(each.step() + ":" + each.figure().key()));
    }
    return names;
  }

  private static boolean isMeant(GateCondition condition, Series series) {
    String key = series.figure().key();
    return condition.step().map(series.step()::equals).orElse(true)
        && (key.equals(condition.figure())
            || key.endsWith("." + condition.figure())
            || condition.figure().equals(FollowedFigures.RATE) && FollowedFigures.isRate(key));
  }

  /** Judges all conditions on all changes. */
  public static Judgement judge(List<Trend> trends, List<GateCondition> conditions) {
    Judgement judgement = new Judgement(new ArrayList<>(), new ArrayList<>());
    for (GateCondition condition : conditions) {
      for (Trend trend : trends) {
        Map<Series, List<Judged>> series = new LinkedHashMap<>();
        for (Finding finding : trend.findings()) {
          Stream.concat(Stream.of(finding.main()), finding.others().stream())
              .filter(changed -> isMeant(condition, changed.series()))
              .map(changed -> new Judged(changed, changed.isExplainedBy(finding.machine())))
              .forEach(
                  each ->
                      series
                          .computeIfAbsent(each.changed.series(), any -> new ArrayList<>())
                          .add(each));
        }
        series.values().forEach(changes -> judge(trend, changes, condition, judgement));
      }
    }
    return judgement;
  }

  /**
   * A change that is told.
   *
   * @param excused the machine explains it
   */
  private record Judged(Changed changed, boolean excused) {

    Change change() {
      return changed.change();
    }
  }

  /** Each change that stays, or else all of a series together: many small steps are a large one. */
  private static void judge(
      Trend trend, List<Judged> changes, GateCondition condition, Judgement judgement) {
    boolean fails = false;
    for (Judged each : changes) {
      if (each.change().stays() && condition.holds(each.change().ratio())) {
        String line = line(trend, condition, each) + TrendText.sentence(trend, each.changed);
        fails |= !each.excused;
        if (each.excused) {
          judgement.excused().add(line + ": no failure, as the machine explains it");
        } else {
          judgement.failures().add(line);
        }
      }
    }
    List<Judged> own =
        changes.stream()
            .filter(each -> !each.excused)
            .sorted(Comparator.comparingInt(each -> each.change().run()))
            .toList();
    double together =
        own.stream().mapToDouble(each -> each.change().ratio()).reduce(1, (a, b) -> a * b);
    if (!fails && own.size() > 1 && condition.holds(together)) {
      Change first = own.get(0).change();
      Change all = new Change(first.run(), first.p(), 1, together, Optional.empty());
      judgement
          .failures()
          .add(
              line(trend, condition, own.get(0))
                  + own.get(0).changed.series().figure().name()
                  + " "
                  + TrendText.percent(all)
                  + " since "
                  + Places.brief(trend, first.run())
                  + ", in "
                  + own.size()
                  + " changes");
    }
  }

  private static String line(Trend trend, GateCondition condition, Judged judged) {
    return "--fail-if "
        + condition.text()
        + ": "
        + trend.title()
        + ", "
        + trend.stepTitle(judged.changed.series())
        + ": ";
  }
}
