package io.ibench.workload.linkbench;

import io.ibench.random.Random64;
import io.ibench.workload.linkbench.LinkBenchKeys.NodeReads;

/**
 * Chooses the nodes that GET_NODE asks for: the loaded ones with their skew and, if set, those
 * added since, each as often as a loaded one on average. Confined to the worker's thread; does not
 * allocate.
 *
 * <p>Assumes that added nodes have the ids after the loaded ones, without gaps. Their number is
 * read again only now and then, so that workers do not slow each other down.
 */
final class NodeChooser {

  /** The number of draws between two counts of the nodes. */
  static final int RECOUNT = 1000;

  private final Access access;
  private final long loaded;
  private final long firstAdded;
  private final boolean all;
  private final GraphBooks books;
  private long added;
  private int drawsLeft;

  NodeChooser(LinkBenchSettings settings, GraphBooks books) {
    this.access = settings.requests().access();
    this.loaded = settings.ids();
    this.all = settings.requests().nodeReads() == NodeReads.ALL;
    this.books = books;
    this.firstAdded = settings.endId();
  }

  long draw(Random64 random) {
    if (!all) {
      return access.nodeRead(random);
    }
    if (drawsLeft == 0) {
      added = books.nodesAdded();
      drawsLeft = RECOUNT;
    }
    drawsLeft--;
    long node = random.nextLong(loaded + added);
    return node < loaded ? access.nodeRead(random) : firstAdded + (node - loaded);
  }
}
