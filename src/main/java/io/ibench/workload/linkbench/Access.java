package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.random.Distribution;
import io.ibench.random.Random64;
import io.ibench.random.Shuffler;
import io.ibench.random.UniformDistribution;
import io.ibench.random.ZipfDistribution;

/**
 * Which ids are read and written, each kind of access with a skew of its own. Immutable.
 *
 * <p>The shuffle seeds are the ancestor's: with that of the links a popular id is one with many
 * links, the others make popular ids of their own.
 */
final class Access {

  private static final long UNCORRELATED_SEED = 53238253823453L;
  private static final long NODE_SEED = 4766565305853767165L;

  private final Stream linkReads;
  private final Stream linkWrites;
  private final Stream nodeReads;
  private final Stream nodeUpdates;
  private final Stream nodeDeletes;

  private Access(
      Stream linkReads,
      Stream linkWrites,
      Stream nodeReads,
      Stream nodeUpdates,
      Stream nodeDeletes) {
    this.linkReads = linkReads;
    this.linkWrites = linkWrites;
    this.nodeReads = nodeReads;
    this.nodeUpdates = nodeUpdates;
    this.nodeDeletes = nodeDeletes;
  }

  static Access from(Config config, long startId, long ids) {
    Shuffler links = new Shuffler(ids, Degrees.SHUFFLE_SEED, Degrees.SHUFFLE_GROUPS);
    Shuffler uncorrelated = new Shuffler(ids, UNCORRELATED_SEED, Degrees.SHUFFLE_GROUPS);
    Shuffler nodes = new Shuffler(ids, NODE_SEED, Degrees.SHUFFLE_GROUPS);
    Distribution reads = new ZipfDistribution(ids, config.get(LinkBenchKeys.READ_SHAPE));
    Distribution writes = new ZipfDistribution(ids, config.get(LinkBenchKeys.WRITE_SHAPE));
    Distribution nodeReads = new ZipfDistribution(ids, config.get(LinkBenchKeys.NODE_READ_SHAPE));
    Distribution nodeUpdates =
        new ZipfDistribution(ids, config.get(LinkBenchKeys.NODE_UPDATE_SHAPE));
    double readBlend = config.get(LinkBenchKeys.READ_UNCORR_BLEND) / 100;
    double writeBlend = config.get(LinkBenchKeys.WRITE_UNCORR_BLEND) / 100;
    return new Access(
        new Stream(startId, reads, links, uncorrelated, readBlend),
        new Stream(startId, writes, links, uncorrelated, writeBlend),
        new Stream(startId, nodeReads, nodes, nodes, 0),
        new Stream(startId, nodeUpdates, nodes, nodes, 0),
        new Stream(startId, new UniformDistribution(ids), nodes, nodes, 0));
  }

  long linkRead(Random64 random) {
    return linkReads.draw(random);
  }

  long linkWrite(Random64 random) {
    return linkWrites.draw(random);
  }

  long nodeRead(Random64 random) {
    return nodeReads.draw(random);
  }

  long nodeUpdate(Random64 random) {
    return nodeUpdates.draw(random);
  }

  long nodeDelete(Random64 random) {
    return nodeDeletes.draw(random);
  }

  /**
   * Draws ids.
   *
   * @param blend the share of draws that is shuffled in the second way
   */
  private record Stream(
      long startId, Distribution ranks, Shuffler first, Shuffler second, double blend) {

    long draw(Random64 random) {
      Shuffler shuffler = blend > 0 && random.nextDouble() < blend ? second : first;
      return startId + shuffler.permute(ranks.draw(random));
    }
  }
}
