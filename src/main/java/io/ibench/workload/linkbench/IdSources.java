package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.random.Distribution;
import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.PiecewiseCdf;
import io.ibench.random.Shuffler;
import io.ibench.random.UniformDistribution;
import io.ibench.random.WeightedRanks;
import io.ibench.random.ZipfDistribution;
import java.util.Optional;

/**
 * Creates the sources of ids from the settings.
 *
 * <p>The shuffle seeds are the ancestor's. With the seed of the links, popular ids are those with
 * many links; the other seeds make popularity independent of that.
 */
final class IdSources {

  private static final long UNCORRELATED_SEED = 53238253823453L;
  private static final long NODE_SEED = 4766565305853767165L;

  private final Config config;
  private final DistributionFile file;
  private final long startId;
  private final long endId;
  private final Shuffler links;
  private final Shuffler uncorrelated;
  private final Shuffler nodes;

  IdSources(Config config, DistributionFile file, long startId, long endId) {
    this.config = config;
    this.file = file;
    this.startId = startId;
    this.endId = endId;
    this.links = shuffler(Degrees.SHUFFLE_SEED);
    this.uncorrelated = shuffler(UNCORRELATED_SEED);
    this.nodes = shuffler(NODE_SEED);
  }

  private Shuffler shuffler(long seed) {
    return new Shuffler(endId - startId, seed, Degrees.SHUFFLE_GROUPS);
  }

  IdSource links(AccessStream stream) {
    return source(stream, links);
  }

  IdSource uncorrelated(AccessStream stream) {
    return source(stream, uncorrelated);
  }

  IdSource nodes(AccessStream stream) {
    return source(stream, nodes);
  }

  private IdSource source(AccessStream stream, Shuffler shuffler) {
    long ids = endId - startId;
    return switch (stream.function(config)) {
      case ZIPF -> shuffled(new ZipfDistribution(ids, stream.shape(config)), shuffler);
      case ZIPF_EXACT -> shuffled(new ExactZipfDistribution(ids, stream.shape(config)), shuffler);
      case UNIFORM -> shuffled(new UniformDistribution(ids), shuffler);
      case REAL -> shuffled(measured(stream), shuffler);
    };
  }

  private IdSource shuffled(Distribution ranks, Shuffler shuffler) {
    return new IdSource.Shuffled(startId, ranks, shuffler);
  }

  /** Weighted by the accesses per object of the distribution file. */
  private Distribution measured(AccessStream stream) {
    long ids = endId - startId;
    Optional<PiecewiseCdf> counts = file.section(stream.section(), stream.functionKey());
    if (counts.isEmpty()) {
      return new UniformDistribution(ids);
    }
    try {
      return new WeightedRanks(counts.get(), ids, file.midpoint());
    } catch (IllegalArgumentException e) {
      config.problem(
          "needs more ids: by the section " + stream.section() + " none of " + ids + " is accessed",
          stream.functionKey());
    } catch (ArithmeticException e) {
      config.problem("has more accesses than can be counted", stream.functionKey());
    }
    return new UniformDistribution(ids);
  }
}
