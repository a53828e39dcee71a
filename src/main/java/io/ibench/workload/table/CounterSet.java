package io.ibench.workload.table;

import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.WorkloadCounters;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What workers count, from an enum whose ordinals are the counters' numbers. Immutable. */
public record CounterSet(List<WorkloadCounter> all) {

  public CounterSet {
    all = List.copyOf(all);
  }

  /** A counter for each constant, with its name in lower case. */
  public static <E extends Enum<E>> CounterSet of(E[] values, Function<E, String> definition) {
    return new CounterSet(
        Arrays.stream(values)
            .map(each -> WorkloadCounter.of(label(each), definition.apply(each)))
            .toList());
  }

  /** A constant as users write it. */
  public static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** New counters of a worker. */
  public WorkloadCounters worker() {
    return new WorkloadCounters(all.size());
  }
}
