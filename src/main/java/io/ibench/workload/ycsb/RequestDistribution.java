package io.ibench.workload.ycsb;

/** Which rows requests choose. */
enum RequestDistribution {
  UNIFORM,
  /** Few rows are hot, and they are anywhere. */
  ZIPFIAN,
  /** The newest rows are the hot ones. */
  LATEST
}
