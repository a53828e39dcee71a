package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.random.DistributionFileException;
import io.ibench.random.PiecewiseCdf;
import io.ibench.random.PublishedDegrees;
import io.ibench.workload.StepKeys;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import io.ibench.workload.linkbench.LinkBenchKeys.NodeReads;
import io.ibench.workload.linkbench.LinkBenchKeys.Tail;
import io.ibench.workload.linkbench.LinkBenchKeys.Verify;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * LinkBench's settings, checked and ready to use. Immutable, shared by all threads.
 *
 * @param startId the first id
 * @param endId the first id that is not loaded
 */
record LinkBenchSettings(
    long seed,
    long startId,
    long endId,
    int types,
    Compat compat,
    Degrees degrees,
    GraphData data,
    RequestMix mix,
    Access access,
    int rangeLimit,
    int multigetMax,
    double multigetProbability,
    double historyPercent,
    NodeReads nodeReads,
    Verify verify) {

  long ids() {
    return endId - startId;
  }

  /** Reads every key; what it returns is of no use when problems were recorded. */
  static LinkBenchSettings from(Config config) {
    checkEra(config);
    long seed = config.get(StepKeys.SEED);
    long startId = config.get(LinkBenchKeys.STARTID1);
    long endId = config.get(LinkBenchKeys.MAXID1);
    if (endId <= startId) {
      config.problem(
          "is not above linkbench.startid1 = " + startId,
          LinkBenchKeys.MAXID1,
          LinkBenchKeys.STARTID1);
      endId = startId + 1;
    }
    int types = Math.toIntExact(config.get(LinkBenchKeys.LINK_TYPE_COUNT));
    boolean midpoint = config.get(LinkBenchKeys.TAIL) == Tail.SCALED;
    Compat compat = config.get(LinkBenchKeys.COMPAT);
    boolean inflated = compat == Compat.UPSTREAM;
    Degrees degrees = new Degrees(degreeCdf(config), endId - startId, midpoint, inflated, types);
    return new LinkBenchSettings(
        seed,
        startId,
        endId,
        types,
        compat,
        degrees,
        new GraphData(
            seed,
            Math.toIntExact(config.get(LinkBenchKeys.LINK_DATASIZE)),
            Math.toIntExact(config.get(LinkBenchKeys.NODE_DATASIZE))),
        RequestMix.from(config),
        Access.from(config, startId, endId - startId),
        Math.toIntExact(config.get(LinkBenchKeys.RANGE_LIMIT)),
        Math.toIntExact(config.get(LinkBenchKeys.MULTIGET_MAX)),
        config.get(LinkBenchKeys.MULTIGET_PROB),
        config.get(LinkBenchKeys.HISTORY),
        config.get(LinkBenchKeys.NODE_READS),
        config.get(LinkBenchKeys.VERIFY));
  }

  private static void checkEra(Config config) {
    String era = config.get(LinkBenchKeys.ERA);
    if (!era.equals("2011")) {
      config.problem("is not an era that is known here; allowed: 2011", LinkBenchKeys.ERA);
    }
  }

  private static PiecewiseCdf degreeCdf(Config config) {
    String degrees = config.get(LinkBenchKeys.DEGREES);
    if (degrees.equals("2011")) {
      return PublishedDegrees.y2011();
    }
    Path file = Path.of(degrees);
    try (Reader reader = Files.newBufferedReader(file)) {
      return PiecewiseCdf.readSection(reader, degrees, "nlinks");
    } catch (DistributionFileException e) {
      config.problem(e.getMessage(), LinkBenchKeys.DEGREES);
    } catch (IOException e) {
      config.problem(
          Files.exists(file)
              ? "cannot be read as a text file"
              : "is neither 2011 nor a file that exists",
          LinkBenchKeys.DEGREES);
    }
    return PublishedDegrees.y2011();
  }
}
