package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.PiecewiseCdf;
import io.ibench.workload.StepKeys;
import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import io.ibench.workload.linkbench.LinkBenchKeys.NodeReads;
import io.ibench.workload.linkbench.LinkBenchKeys.Verify;
import io.ibench.workload.table.Lines;
import java.util.ArrayList;
import java.util.List;

/**
 * LinkBench's settings, checked. Immutable and shared by all threads, except those of {@link
 * #forWorker}.
 *
 * @param startId the first id
 * @param endId the first id after the loaded ones
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
    Id2s id2s,
    Requests requests,
    Checks checks,
    List<String> warnings) {

  /** What requests do: their mix, the ids that they draw, and how much they read. */
  record Requests(
      RequestMix mix,
      Access access,
      MultigetSize multiget,
      int rangeLimit,
      double historyPercent,
      NodeReads nodeReads) {}

  /**
   * How much of the data the step verify checks.
   *
   * @param sample how many pairs of id and link type, with SAMPLE
   */
  record Checks(Verify extent, long sample) {}

  long ids() {
    return endId - startId;
  }

  /**
   * The settings for the requests of one thread.
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
        id2s.forWorker(worker, workers),
        requests,
        checks,
        warnings);
  }

  /**
   * Reads the keys, and declares all others. The result is meaningless when problems were recorded.
   */
  static LinkBenchSettings from(Config config) {
    LinkBenchKeys.all().forEach(config::declare);
    LinkBenchKeys.explainGone(config);
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
        Id2s.from(config, seed, endId, degrees),
        new Requests(
            RequestMix.from(config),
            Access.from(config, compat, new IdSources(config, file, startId, endId)),
            MultigetSize.from(config, compat),
            Math.toIntExact(config.get(LinkBenchKeys.RANGE_LIMIT)),
            config.get(LinkBenchKeys.HISTORY),
            config.get(LinkBenchKeys.NODE_READS)),
        new Checks(config.get(LinkBenchKeys.VERIFY), config.get(LinkBenchKeys.VERIFY_SAMPLE)),
        List.copyOf(warnings));
  }

  private static long endId(Config config, long startId) {
    long endId = config.get(LinkBenchKeys.MAXID1);
    if (endId <= startId) {
      config.problem(
          Lines.text(
              "is not above %s = %d; allowed: %d or more",
              LinkBenchKeys.STARTID1, startId, startId + 1),
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
            endId - startId,
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

  /** The ancestor ignores these keys, although its sample file sets one of them. */
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
