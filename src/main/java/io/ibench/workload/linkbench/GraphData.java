package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.random.LogNormalLength;
import io.ibench.random.Payload;
import io.ibench.random.Random64;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;

/**
 * The contents of loaded rows. They depend only on the seed, the row's key and the time of the
 * load, so that any number of threads loads the same data. Immutable; callers pass a generator.
 */
final class GraphData {

  /** The ancestor's constants. */
  static final long FIRST_LINK_TYPE = 123456789L;

  static final long NODE_TYPE = 2048;
  static final long HIDDEN = 0;
  static final long VISIBLE = 1;

  private static final double SIGMA = 1.0;
  private static final long LINK_ROWS = 0x4c494e4bL;
  private static final long NODE_ROWS = 0x4e4f4445L;

  private final long linkSeed;
  private final long nodeSeed;
  private final LogNormalLength linkLength;
  private final LogNormalLength nodeLength;
  private final Payload linkData;
  private final Payload nodeData;
  private final Map<DataKind, Payload> requested;

  private GraphData(
      long seed,
      int linkDataSize,
      int nodeDataSize,
      Map<DataKind, LongFunction<Payload>> generators) {
    linkSeed = Random64.hash(seed, LINK_ROWS);
    nodeSeed = Random64.hash(seed, NODE_ROWS);
    linkLength = new LogNormalLength(linkDataSize, SIGMA, 0, GraphTables.MAX_LINK_DATA - 1);
    nodeLength = new LogNormalLength(nodeDataSize, SIGMA, 0, GraphTables.MAX_NODE_DATA - 1);
    linkData =
        Objects.requireNonNull(generators.get(DataKind.LINK_ADD))
            .apply(Random64.hash(seed, "link data"));
    nodeData =
        Objects.requireNonNull(generators.get(DataKind.NODE_ADD))
            .apply(Random64.hash(seed, "node data"));
    requested = new EnumMap<>(DataKind.class);
    generators.forEach(
        (kind, generator) ->
            requested.put(kind, generator.apply(Random64.hash(seed, kind.text()))));
  }

  static GraphData from(Config config, long seed) {
    Map<DataKind, LongFunction<Payload>> generators = new EnumMap<>(DataKind.class);
    for (DataKind kind : DataKind.values()) {
      generators.put(kind, kind.read(config));
    }
    return new GraphData(
        seed,
        Math.toIntExact(config.get(LinkBenchKeys.LINK_DATASIZE)),
        Math.toIntExact(config.get(LinkBenchKeys.NODE_DATASIZE)),
        generators);
  }

  /** The generator of the data that requests write. */
  Payload requested(DataKind kind) {
    return Objects.requireNonNull(requested.get(kind));
  }

  LogNormalLength linkLength() {
    return linkLength;
  }

  LogNormalLength nodeLength() {
    return nodeLength;
  }

  /** The seed that the links of one id and type share. */
  long linksSeed(long id1, int type) {
    return Random64.hash(linkSeed, id1, type);
  }

  /** Seeds the generator for a link's row; draw its time first. */
  static void seedLink(Random64 random, long linksSeed, long number) {
    random.seed(Random64.hash(linksSeed, number));
  }

  /** Milliseconds, uniform over the 2^32 ms (49.7 days) before the load. */
  static long linkTime(Random64 random, long loadMillis) {
    return loadMillis - (1L << 31) + (int) random.nextLong();
  }

  /** Draws the link's data; draw its time before. */
  void drawLinkData(Random64 random, Buffer into) {
    into.draw(linkLength, linkData, random);
  }

  /** The latest time of the first {@code links} links. */
  long latestTime(Random64 random, long id1, int type, long links, long loadMillis) {
    long linksSeed = linksSeed(id1, type);
    long latest = Long.MIN_VALUE;
    for (long number = 0; number < links; number++) {
      seedLink(random, linksSeed, number);
      latest = Math.max(latest, linkTime(random, loadMillis));
    }
    return latest;
  }

  /** Draws a node's data. */
  void drawNodeData(Random64 random, long id, Buffer into) {
    random.seed(Random64.hash(nodeSeed, id));
    into.draw(nodeLength, nodeData, random);
  }

  /**
   * The data of one link or node. One default node in a million is longer than the initial size,
   * and it grows for larger settings. Confined to the worker's thread.
   */
  static final class Buffer {

    private static final int FIRST_BYTES = 1 << 15;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /** Draws a length and then the contents. */
    void draw(LogNormalLength lengths, Payload payload, Random64 random) {
      length = lengths.draw(random);
      if (length > bytes.length) {
        bytes = new byte[Math.max(length, 2 * bytes.length)];
      }
      payload.fill(random, bytes, length);
    }

    byte[] bytes() {
      return bytes;
    }

    int length() {
      return length;
    }
  }
}
