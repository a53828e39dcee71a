package io.ibench.compare;

import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.store.StoredCpuProfiles.Profile;
import io.ibench.report.text.AlikeTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Why nothing can be said of functions where a CPU profile was asked for. Stateless. */
public final class MissingProfiles {

  /** A step, and a reason without its numbers. */
  private record Reason(String step, String pattern) {}

  private MissingProfiles() {}

  /**
   * A line for each reason.
   *
   * @param only the steps that are asked for; all if there are none
   */
  public static List<String> of(List<Side> sides, Set<String> only) {
    Map<Reason, List<String>> reasons = new LinkedHashMap<>();
    Map<String, Integer> all = new LinkedHashMap<>();
    sides.stream()
        .flatMap(side -> side.runs().stream())
        .flatMap(run -> StoredCpuProfiles.read(run.folder()).stream())
        .flatMap(stored -> stored.profiles().stream())
        .filter(profile -> only.isEmpty() || only.contains(profile.step()))
        .forEach(profile -> count(profile, reasons, all));
    List<String> lines = new ArrayList<>();
    reasons.forEach(
        (reason, texts) ->
            lines.add(
                "no CPU profile of "
                    + reason.step
                    + " in "
                    + texts.size()
                    + " of "
                    + all.getOrDefault(reason.step, 0)
                    + " samplings: "
                    + AlikeTexts.merged(texts)));
    return lines;
  }

  private static void count(
      Profile profile, Map<Reason, List<String>> reasons, Map<String, Integer> all) {
    all.merge(profile.step(), 1, Integer::sum);
    profile
        .none()
        .ifPresent(
            why ->
                reasons
                    .computeIfAbsent(
                        new Reason(profile.step(), AlikeTexts.pattern(why)),
                        first -> new ArrayList<>())
                    .add(why));
  }
}
