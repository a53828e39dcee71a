package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.random.Random64;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;

/** Draws the ids that are read and written, with one skew for each kind of access. Immutable. */
final class Access {

  private final IdSource linkReads;
  private final IdSource linkWrites;
  private final IdSource nodeReads;
  private final IdSource nodeUpdates;
  private final IdSource nodeDeletes;

  private Access(
      IdSource linkReads,
      IdSource linkWrites,
      IdSource nodeReads,
      IdSource nodeUpdates,
      IdSource nodeDeletes) {
    this.linkReads = linkReads;
    this.linkWrites = linkWrites;
    this.nodeReads = nodeReads;
    this.nodeUpdates = nodeUpdates;
    this.nodeDeletes = nodeDeletes;
  }

  static Access from(Config config, Compat compat, IdSources sources) {
    // The ancestor looks up the keys of uncorrelated writes under the name of the reads.
    AccessStream uncorrelatedWrites =
        compat == Compat.UPSTREAM ? AccessStream.READ_UNCORR : AccessStream.WRITE_UNCORR;
    return new Access(
        blend(config, sources, AccessStream.READ, AccessStream.READ_UNCORR),
        blend(config, sources, AccessStream.WRITE, uncorrelatedWrites),
        sources.nodes(AccessStream.NODE_READ),
        sources.nodes(AccessStream.NODE_UPDATE),
        sources.nodes(AccessStream.NODE_DELETE));
  }

  private static IdSource blend(
      Config config, IdSources sources, AccessStream correlated, AccessStream uncorrelated) {
    return new IdSource.Blend(
        sources.links(correlated), sources.uncorrelated(uncorrelated), uncorrelated.blend(config));
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
}
