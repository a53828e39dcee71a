package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.Random64;
import java.math.BigInteger;

/**
 * The ids that links point to. Immutable.
 *
 * <p>The links of an id1 and type are numbered from 0. By default number n points to id1 + n. With
 * a randomid2max they are spread over 0 .. randomid2max - 1, never twice to the same id2.
 */
final class Id2s {

  static final Key<Long> RANDOMID2MAX =
      Key.count(
              "linkbench.randomid2max",
              0,
              Integer.MAX_VALUE,
              "0: id2s follow id1; else they are anywhere below this")
          .withDefault("0");
  static final Key<Long> ID2GEN_CONFIG =
      Key.count(
              "linkbench.id2gen_config",
              0,
              1,
              "1: a thread requests only id2s that leave its number when divided by the threads")
          .withDefault("0");

  private static final double GOLDEN_RATIO = 0.6180339887498949;

  private final long seed;
  private final long endId;
  private final long randomMax;
  private final long stride;
  private final boolean disjoint;
  private final int number;
  private final int threads;

  private Id2s(long seed, long endId, long randomMax, boolean disjoint, int number, int threads) {
    this.seed = seed;
    this.endId = endId;
    this.randomMax = randomMax;
    this.stride = stride(randomMax);
    this.disjoint = disjoint;
    this.number = number;
    this.threads = threads;
  }

  /**
   * @param endId the first id after the loaded ones
   */
  static Id2s from(Config config, long seed, long endId, Degrees degrees) {
    long randomMax = config.get(RANDOMID2MAX);
    long maxLinks = degrees.linksOfRank(0, 0);
    if (randomMax > 0 && randomMax < maxLinks) {
      config.problem(
          "is too small: an id has "
              + maxLinks
              + " links of one type; allowed: 0, or that and more",
          RANDOMID2MAX,
          LinkBenchKeys.MAXID1,
          LinkBenchKeys.DEGREES);
    }
    boolean disjoint = config.get(ID2GEN_CONFIG) == 1;
    return new Id2s(Random64.hash(seed, "id2"), endId, randomMax, disjoint, 0, 1);
  }

  /** A stride that is coprime to max: max steps reach every id once. */
  private static long stride(long max) {
    long stride = Math.max(1, Math.round(max * GOLDEN_RATIO));
    while (max > 0 && !coprime(stride, max)) {
      stride++;
    }
    return stride;
  }

  private static boolean coprime(long a, long b) {
    return BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).equals(BigInteger.ONE);
  }

  /**
   * The id2s for the requests of one thread.
   *
   * @param worker the thread's number, 0 .. workers - 1
   */
  Id2s forWorker(int worker, int workers) {
    return new Id2s(seed, endId, randomMax, disjoint, worker, workers);
  }

  /** The id2 that the load gives to a link. */
  long loaded(long id1, int type, long link) {
    if (randomMax == 0) {
      return id1 + link;
    }
    long first = Math.floorMod(Random64.hash(seed, id1, type), randomMax);
    return (first + link % randomMax * stride) % randomMax;
  }

  /** The id2 of a request for a link; it exists if {@code link} is below the number of links. */
  long requested(long id1, int type, long link) {
    return own(loaded(id1, type, link));
  }

  /** The id2 of a request for any link. */
  long any(Random64 random) {
    return own(random.nextLong(randomMax == 0 ? endId : randomMax));
  }

  /** Whether the id2s of threads are disjoint. */
  boolean isDisjoint() {
    return disjoint;
  }

  /** The nearby id2 that belongs to this thread, if threads have disjoint id2s. */
  private long own(long id2) {
    if (!disjoint) {
      return id2;
    }
    long own = id2 - id2 % threads + number;
    return randomMax > 0 && own >= randomMax && own >= threads ? own - threads : own;
  }
}
