package io.ibench.workload.table;

import io.ibench.random.Mix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How often a step's workers choose each operation. Immutable.
 *
 * @param percentages by the operations' numbers; their sum is 100
 */
public record Shares(double[] percentages) {

  /** Shares in these proportions, of which one is above 0. */
  public static Shares of(double[] proportions) {
    double sum = Arrays.stream(proportions).sum();
    return new Shares(Arrays.stream(proportions).map(each -> 100 * each / sum).toArray());
  }

  public Mix mix() {
    return new Mix(percentages);
  }

  /** Whether an operation happens, whose number is its ordinal. */
  public boolean has(Enum<?> operation) {
    return percentages[operation.ordinal()] > 0;
  }

  /** By the operations' names, those that happen. */
  public Map<String, Double> byName(List<String> operations) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (int i = 0; i < percentages.length; i++) {
      if (percentages[i] > 0) {
        shares.put(operations.get(i), percentages[i]);
      }
    }
    return shares;
  }
}
