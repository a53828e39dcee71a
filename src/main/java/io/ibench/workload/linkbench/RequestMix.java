package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.random.Mix;
import io.ibench.random.Random64;

/** Draws operations by their percentages. Immutable. */
final class RequestMix {

  /** The order in which the ancestor compares its one draw with cumulative percentages. */
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

  private final Mix mix;

  private RequestMix(Mix mix) {
    this.mix = mix;
  }

  static RequestMix from(Config config) {
    double[] percent = new double[ORDER.length];
    double sum = 0;
    for (int i = 0; i < ORDER.length; i++) {
      percent[i] = config.get(LinkBenchKeys.MIX.get(ORDER[i]));
      sum += percent[i];
    }
    if (Math.abs(sum - 100) > TOLERANCE) {
      config.problem(
          "and the other nine percentages of operations add up to " + sum + ", not to 100",
          LinkBenchKeys.MIX.get(ORDER[0]));
      percent = new double[ORDER.length];
      percent[0] = 100;
    }
    return new RequestMix(new Mix(percent));
  }

  int next(Random64 random) {
    return ORDER[mix.next(random)].ordinal();
  }
}
