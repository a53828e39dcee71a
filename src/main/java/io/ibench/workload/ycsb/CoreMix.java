package io.ibench.workload.ycsb;

import java.util.Locale;

/** YCSB's core workloads, as its files workloada to workloadf define them. */
enum CoreMix {
  A(0.5, 0.5, 0, 0, 0, RequestDistribution.ZIPFIAN),
  B(0.95, 0.05, 0, 0, 0, RequestDistribution.ZIPFIAN),
  C(1, 0, 0, 0, 0, RequestDistribution.ZIPFIAN),
  D(0.95, 0, 0.05, 0, 0, RequestDistribution.LATEST),
  E(0, 0, 0.05, 0.95, 0, RequestDistribution.ZIPFIAN),
  F(0.5, 0, 0, 0, 0.5, RequestDistribution.ZIPFIAN);

  private final double reads;
  private final double updates;
  private final double inserts;
  private final double scans;
  private final double readModifyWrites;
  private final RequestDistribution distribution;

  CoreMix(
      double reads,
      double updates,
      double inserts,
      double scans,
      double readModifyWrites,
      RequestDistribution distribution) {
    this.reads = reads;
    this.updates = updates;
    this.inserts = inserts;
    this.scans = scans;
    this.readModifyWrites = readModifyWrites;
    this.distribution = distribution;
  }

  /** The name of its kind of step. */
  String kind() {
    return "workload" + name().toLowerCase(Locale.ROOT);
  }

  /** The share of an operation. */
  double proportion(YcsbOperation operation) {
    return switch (operation) {
      case LOAD -> 0;
      case READ -> reads;
      case UPDATE -> updates;
      case INSERT -> inserts;
      case SCAN -> scans;
      case READ_MODIFY_WRITE -> readModifyWrites;
    };
  }

  RequestDistribution distribution() {
    return distribution;
  }
}
