package io.ibench.workload.linkbench;

import io.ibench.random.Random64;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;

/**
 * Which links of an id requests ask for. Immutable; callers bring a generator. No allocation.
 *
 * <p>The links of an id are numbered, see {@link Id2s}. Facebook's code draws from a range so much
 * larger than that as links are to be missing; otherwise, and in the maintained fork, a draw
 * decides whether it is to be one of the loaded links or any id.
 */
final class Id2Chooser {

  private static final int DISTINCT_TRIES = 100;

  private final Degrees degrees;
  private final long startId;
  private final Id2s id2s;
  private final boolean byRange;

  /**
   * @param settings of the thread that asks, where each asks for id2s of its own
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
   * @param exists how likely the link is to exist
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
   * Several id2, all different; fewer when there are hardly as many.
   *
   * @return how many there are in {@code into}
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
