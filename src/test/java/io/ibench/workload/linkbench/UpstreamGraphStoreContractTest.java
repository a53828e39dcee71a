package io.ibench.workload.linkbench;

import io.ibench.workload.linkbench.LinkBenchKeys.Compat;

/** Links written with the original's statements have the same contents. */
class UpstreamGraphStoreContractTest extends GraphStoreContractTest {

  @Override
  Compat compat() {
    return Compat.UPSTREAM;
  }
}
