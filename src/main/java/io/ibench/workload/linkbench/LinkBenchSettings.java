package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.PiecewiseCdf;
import io.ibench.workload.StepKeys;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import io.ibench.workload.linkbench.LinkBenchKeys.NodeReads;
import io.ibench.workload.linkbench.LinkBenchKeys.Verify;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * LinkBench's settings, checked and ready to use. Immutable and shared by all threads, but for
 * those of {@link #forWorker}.
 *
 * @param startId the first id
 * @param endId the first id that is not loaded
 * @param warnings what a reader of the result must know, one line each
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
    Id2s id2s,
    int rangeLimit,
    MultigetSize multiget,
    double historyPercent,
    NodeReads nodeReads,
    Verify verify,
    long verifySample,
    List<String> warnings) {

  long ids() {
    return endId - startId;
  }

  /** Links that a MULTIGET_LINK asks for at most. */
  int multigetMax() {
    return multiget.most();
  }

  /**
   * The same settings for the requests of one thread.
   *
   * @param worker the thread's number, 0 .. workers - 1
   */
  LinkBenchSettings forWorker(int worker, int workers) {
    return new LinkBenchSettings(
        seed,
        startId,
        endId,
        types,
        compat,
        degrees,
        data,
        mix,
        access.forWorker(),
        id2s.forWorker(worker, workers),
        rangeLimit,
        multiget,
        historyPercent,
        nodeReads,
        verify,
        verifySample,
        warnings);
  }

  /**
   * Reads the keys that these settings need, and knows all others; what it returns is of no use
   * when problems were recorded.
   */
  static LinkBenchSettings from(Config config) {
    LinkBenchKeys.all().forEach(config::declare);
    long seed = config.get(StepKeys.SEED);
    Compat compat = config.get(LinkBenchKeys.COMPAT);
    long startId = config.get(LinkBenchKeys.STARTID1);
    long endId = endId(config, startId);
    List<String> warnings = new ArrayList<>();
    DistributionFile file = new DistributionFile(config);
    Degrees degrees = degrees(config, file, startId, endId, warnings);
    warnUnused(config, compat, warnings);
    return new LinkBenchSettings(
        seed,
        startId,
        endId,
        degrees.types(),
        compat,
        degrees,
        GraphData.from(config, seed),
        RequestMix.from(config),
        Access.from(config, compat, new IdSources(config, file, startId, endId)),
        Id2s.from(config, seed, endId, degrees),
        Math.toIntExact(config.get(LinkBenchKeys.RANGE_LIMIT)),
        MultigetSize.from(config, compat),
        config.get(LinkBenchKeys.HISTORY),
        config.get(LinkBenchKeys.NODE_READS),
        config.get(LinkBenchKeys.VERIFY),
        config.get(LinkBenchKeys.VERIFY_SAMPLE),
        List.copyOf(warnings));
  }

  private static long endId(Config config, long startId) {
    long endId = config.get(LinkBenchKeys.MAXID1);
    if (endId <= startId) {
      config.problem(
          String.format(
              Locale.ROOT,
              "is not above %s = %d; allowed: %d or more",
              LinkBenchKeys.STARTID1,
              startId,
              startId + 1),
          LinkBenchKeys.MAXID1,
          LinkBenchKeys.STARTID1);
      return startId + 1;
    }
    return endId;
  }

  private static Degrees degrees(
      Config config, DistributionFile file, long startId, long endId, List<String> warnings) {
    Compat compat = config.get(LinkBenchKeys.COMPAT);
    int types = Math.toIntExact(config.get(LinkBenchKeys.LINK_TYPE_COUNT));
    Outdegrees outdegrees =
        NlinksSettings.read(
            config,
            startId,
            endId,
            () -> {
              PiecewiseCdf links = file.degrees();
              if (compat != Compat.NONE && !config.isBroken(LinkBenchKeys.DEGREES)) {
                file.otherEra(links, config.get(LinkBenchKeys.ERA)).ifPresent(warnings::add);
              }
              return links;
            },
            file.midpoint());
    try {
      return new Degrees(outdegrees, compat, types);
    } catch (ArithmeticException e) {
      config.problem(
          "makes more links than can be counted; allowed: fewer ids or links of each",
          LinkBenchKeys.MAXID1);
      return new Degrees(RankedDegrees.uniform(endId - startId, 0), Compat.NONE, types);
    }
  }

  /** The ancestor never looks at these keys, although its own sample file sets one of them. */
  private static void warnUnused(Config config, Compat compat, List<String> warnings) {
    if (compat != Compat.UPSTREAM) {
      return;
    }
    for (Key<?> key : AccessStream.WRITE_UNCORR.keys()) {
      if (config.has(key.name())) {
        warnings.add(
            key
                + " is not used: with "
                + LinkBenchKeys.COMPAT
                + " = upstream link writes that ignore degree go by the settings of read_uncorr");
      }
    }
  }
}
