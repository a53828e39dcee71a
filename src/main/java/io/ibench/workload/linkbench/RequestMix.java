package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.Mix;
import io.ibench.random.Random64;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Draws operations by their percentages. Immutable. */
final class RequestMix {

  /** The ancestor's order of the cumulative percentages. */
  private static final LinkOperation[] ORDER = {
    LinkOperation.ADD_LINK,
    LinkOperation.DELETE_LINK,
    LinkOperation.UPDATE_LINK,
    LinkOperation.COUNT_LINK,
    LinkOperation.MULTIGET_LINK,
    LinkOperation.GET_LINKS_LIST,
    LinkOperation.ADD_NODE,
    LinkOperation.UPDATE_NODE,
    LinkOperation.DELETE_NODE,
    LinkOperation.GET_NODE
  };

  private static final double TOLERANCE = 1e-5;
  private static final int SHOWN_DIGITS = 6;

  private final Mix mix;
  private final boolean onlyReads;

  private RequestMix(double[] percent) {
    mix = new Mix(percent);
    onlyReads =
        IntStream.range(0, ORDER.length).allMatch(i -> percent[i] == 0 || ORDER[i].isRead());
  }

  static RequestMix from(Config config) {
    double[] percent = new double[ORDER.length];
    List<Key<Double>> keys = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < ORDER.length; i++) {
      keys.add(LinkBenchKeys.MIX.get(ORDER[i]));
      percent[i] = config.get(keys.get(i));
      sum += percent[i];
    }
    if (Math.abs(sum - 100) > TOLERANCE) {
      wrong(config, keys, sum);
      percent = new double[ORDER.length];
      percent[0] = 100;
    }
    return new RequestMix(percent);
  }

  /** Names a key that the user set, if there is one. */
  private static void wrong(Config config, List<Key<Double>> keys, double sum) {
    int given = 0;
    while (given < keys.size() - 1 && !config.has(keys.get(given).name())) {
      given++;
    }
    Collections.swap(keys, 0, given);
    BigDecimal shown = BigDecimal.valueOf(sum).setScale(SHOWN_DIGITS, RoundingMode.HALF_EVEN);
    config.problem(
        "and the other nine percentages of operations add up to "
            + shown.stripTrailingZeros().toPlainString()
            + "; allowed: together 100",
        keys.toArray(new Key<?>[0]));
  }

  /** Whether no operation of it writes. */
  boolean onlyReads() {
    return onlyReads;
  }

  int next(Random64 random) {
    return ORDER[mix.next(random)].ordinal();
  }
}
