package io.ibench.report.figures;

import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.verdict.SustainedRate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rates that a step was to hold beside those that it reached. */
public final class TargetRates {

  private TargetRates() {}

  /** A step's targets as they stand in summary.json. */
  public static List<Map<String, Object>> json(StepResult step, RunInfo run) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (RateTarget target : step.step().targets()) {
      Map<String, Object> json = new LinkedHashMap<>();
      double all = ofAllGroups(step, target.role());
      Double actual = actual(step, target.role(), run);
      json.put("group", target.group());
      json.put("counts", counts(target.role()));
      json.put("target_ps", target.perSecond());
      json.put("actual_ps", actual);
      json.put("share", actual != null && all > 0 ? actual / all : null);
      json.put("sustained", actual != null && SustainedRate.isSustained(all, actual));
      list.add(json);
    }
    return list;
  }

  private static String counts(Role role) {
    return switch (role) {
      case QUERY -> "queries";
      case INSERT -> "inserted_rows";
      case DELETE -> "deleted_rows";
      case ASIDE -> throw new IllegalArgumentException("what is done aside has no target rate");
    };
  }

  /** What several groups do of one kind is counted together. */
  private static double ofAllGroups(StepResult step, Role role) {
    return step.step().targets().stream()
        .filter(target -> target.role() == role)
        .mapToDouble(RateTarget::perSecond)
        .sum();
  }

  /** Null in a step without length. */
  private static Double actual(StepResult step, Role role, RunInfo run) {
    double seconds = step.whole().seconds();
    long count =
        role == Role.QUERY
            ? step.whole().queries(run.roles())
            : step.whole().rows(run.roles(), role);
    return seconds > 0 ? count / seconds : null;
  }
}
