package io.ibench.report.store;

import io.ibench.host.HostMetric;
import io.ibench.host.HostMetric.Group;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Why figures are missing in results of older versions, which knew fewer metrics. A group of
 * metrics is read together: where all that was known of it then is missing for one reason, so is
 * all of it.
 */
final class OlderAbsences {

  /** Those of the groups that schema 1 had when it was new. */
  private static final Set<HostMetric> FIRST =
      Set.of(
          HostMetric.SERVER_CPU_NANOS,
          HostMetric.SERVER_RSS_BYTES,
          HostMetric.SERVER_READ_BYTES,
          HostMetric.SERVER_WRITTEN_BYTES,
          HostMetric.CLIENT_CPU_NANOS,
          HostMetric.CLIENT_RSS_BYTES,
          HostMetric.CLIENT_GC_MILLIS);

  private OlderAbsences() {}

  /** The reasons by metric, with those of metrics that came later. */
  static Map<String, String> completed(Map<String, String> absent) {
    Map<String, String> all = new LinkedHashMap<>(absent);
    for (Group group : List.of(Group.SERVER, Group.CLIENT)) {
      Set<String> reasons =
          HostMetric.of(group).stream()
              .filter(FIRST::contains)
              .map(metric -> absent.get(metric.key()))
              .collect(Collectors.toCollection(HashSet::new));
      if (reasons.size() == 1 && !reasons.contains(null)) {
        String reason = reasons.iterator().next();
        HostMetric.of(group).forEach(metric -> all.putIfAbsent(metric.key(), reason));
      }
    }
    return all;
  }
}
