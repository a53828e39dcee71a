package io.ibench.trend;

import io.ibench.compare.GateCondition;
import io.ibench.trend.Series.Change;
import io.ibench.trend.Trend.Changed;
import io.ibench.trend.Trend.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Judges the user's conditions: each is about the ratio of a change that stays. Stateless. */
public final class TrendGate {

  private TrendGate() {}

  /**
   * What was found, a line each.
   *
   * @param failures conditions that hold
   * @param excused changes at which the machine changed, too
   */
  public record Judgement(List<String> failures, List<String> excused) {}

  /** Whether any series is meant. */
  public static boolean isKnown(List<Trend> trends, GateCondition condition) {
    return trends.stream()
        .flatMap(trend -> trend.series().stream())
        .anyMatch(series -> isMeant(condition, series));
  }

  private static boolean isMeant(GateCondition condition, Series series) {
    String key = series.figure().key();
    return condition.step().map(series.step()::equals).orElse(true)
        && (key.equals(condition.figure()) || key.endsWith("." + condition.figure()));
  }

  /** Judges all conditions on all changes. */
  public static Judgement judge(List<Trend> trends, List<GateCondition> conditions) {
    Judgement judgement = new Judgement(new ArrayList<>(), new ArrayList<>());
    for (GateCondition condition : conditions) {
      for (Trend trend : trends) {
        for (Finding finding : trend.findings()) {
          Stream.concat(Stream.of(finding.main()), finding.others().stream())
              .filter(changed -> isMeant(condition, changed.series()))
              .forEach(changed -> judge(trend, finding, changed, condition, judgement));
        }
      }
    }
    return judgement;
  }

  private static void judge(
      Trend trend, Finding finding, Changed changed, GateCondition condition, Judgement judgement) {
    Change change = changed.change();
    if (!change.stays() || !condition.holds(change.ratio())) {
      return;
    }
    String line =
        "--fail-if "
            + condition.text()
            + ": "
            + trend.title()
            + ", "
            + trend.stepTitle(changed.series())
            + ": "
            + TrendText.sentence(trend, changed);
    if (finding.machine().isEmpty()) {
      judgement.failures().add(line);
    } else {
      judgement.excused().add(line + ": no failure, as the machine changed, too");
    }
  }
}
