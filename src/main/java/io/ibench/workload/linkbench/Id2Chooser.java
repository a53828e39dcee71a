package io.ibench.workload.linkbench;

import io.ibench.random.Random64;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;

/**
 * Which links of an id requests ask for. Immutable; callers bring a generator. No allocation.
 *
 * <p>The links of an id are loaded with consecutive id2, from the id itself. Facebook's code draws
 * from a range so much larger than that as links are to be missing; otherwise, and in the
 * maintained fork, a draw decides whether it is to be one of the loaded links or any id.
 */
final class Id2Chooser {

  private static final int DISTINCT_TRIES = 100;

  private final Degrees degrees;
  private final long startId;
  private final long endId;
  private final boolean byRange;

  Id2Chooser(LinkBenchSettings settings) {
    this.degrees = settings.degrees();
    this.startId = settings.startId();
    this.endId = settings.endId();
    this.byRange = settings.compat() == Compat.UPSTREAM;
  }

  /**
   * An id2.
   *
   * @param exists how likely the link is to exist
   */
  long choose(Random64 random, long id1, long type, double exists) {
    if (byRange) {
      return numbered(id1, random.nextLong(range(id1, type, exists)));
    }
    if (random.nextDouble() < exists) {
      return numbered(id1, random.nextLong(Math.max(1, links(id1, type))));
    }
    return random.nextLong(endId);
  }

  /** Of the links of an id and type, numbered from 0; above the loaded ones there is none yet. */
  private static long numbered(long id1, long link) {
    return id1 + link;
  }

  private long links(long id1, long type) {
    return degrees.links(id1 - startId, (int) (type - GraphData.FIRST_LINK_TYPE));
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
    if (byRange && range(id1, type, exists) <= wanted) {
      return first(id1, wanted, into);
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

  private static int first(long id1, int wanted, long[] into) {
    int chosen = 0;
    for (int link = 0; link < wanted; link++) {
      long id2 = numbered(id1, link);
      if (!contains(into, chosen, id2)) {
        into[chosen++] = id2;
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
