package io.ibench.workload.linkbench;

import io.ibench.random.Random64;
import io.ibench.workload.linkbench.LinkBenchKeys.NodeReads;

/**
 * Which nodes GET_NODE asks for: the loaded ones with their skew, and where told so those added
 * since as well, each as often as a loaded one on average. One worker's; no allocation.
 *
 * <p>Added nodes are taken to have the ids after the loaded ones, without gaps, as a server gives
 * them that nothing else uses. How many there are is asked again from time to time only, so that
 * workers do not disturb each other.
 */
final class NodeChooser {

  /** Draws after which the nodes are counted anew. */
  static final int RECOUNT = 1000;

  private final Access access;
  private final long loaded;
  private final long firstAdded;
  private final boolean all;
  private final GraphBooks books;
  private long added;
  private int drawsLeft;

  NodeChooser(LinkBenchSettings settings, GraphBooks books) {
    this.access = settings.access();
    this.loaded = settings.ids();
    this.all = settings.nodeReads() == NodeReads.ALL;
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
