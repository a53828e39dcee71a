package io.ibench.workload.linkbench;

import io.ibench.random.Random64;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;

/**
 * Chooses the links that requests ask for. Immutable; callers pass a generator. Does not allocate.
 *
 * <p>The links of an id are numbered, see {@link Id2s}. Facebook's code draws from a range that is
 * larger than the number of links, so that some are missing. By default, and in the maintained
 * fork, one draw decides between the loaded links and any id.
 */
final class Id2Chooser {

  private static final int DISTINCT_TRIES = 100;

  private final Degrees degrees;
  private final long startId;
  private final Id2s id2s;
  private final boolean byRange;

  /**
   * @param settings of the thread, as threads may have disjoint id2s
   */
  Id2Chooser(LinkBenchSettings settings) {
    this.degrees = settings.degrees();
    this.startId = settings.startId();
    this.id2s = settings.id2s();
    this.byRange = settings.compat() == Compat.UPSTREAM;
  }

  /**
   * An id2.
   *
   * @param exists the probability that the link exists
   */
  long choose(Random64 random, long id1, long type, double exists) {
    if (byRange) {
      return id2s.requested(id1, number(type), random.nextLong(range(id1, type, exists)));
    }
    if (random.nextDouble() < exists) {
      long links = Math.max(1, links(id1, type));
      return id2s.requested(id1, number(type), random.nextLong(links));
    }
    return id2s.any(random);
  }

  private static int number(long type) {
    return (int) (type - GraphData.FIRST_LINK_TYPE);
  }

  private long links(long id1, long type) {
    return degrees.links(id1 - startId, number(type));
  }

  private long range(long id1, long type, double exists) {
    return Math.max(1, (long) Math.ceil(1 / exists * links(id1, type)));
  }

  /**
   * Draws distinct id2s; fewer than wanted when it finds no more.
   *
   * @return how many were written to {@code into}
   */
  int choose(Random64 random, long id1, long type, double exists, int wanted, long[] into) {
    if (byRange && !id2s.isDisjoint() && range(id1, type, exists) <= wanted) {
      for (int i = 0; i < wanted; i++) {
        into[i] = id2s.requested(id1, number(type), i);
      }
      return wanted;
    }
    int chosen = 0;
    int tries = 0;
    while (chosen < wanted && tries < DISTINCT_TRIES) {
      long id2 = choose(random, id1, type, exists);
      if (contains(into, chosen, id2)) {
        tries++;
      } else {
        into[chosen++] = id2;
        tries = 0;
      }
    }
    return chosen;
  }

  private static boolean contains(long[] values, int count, long value) {
    for (int i = 0; i < count; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }
}
