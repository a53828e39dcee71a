package io.ibench.workload.linkbench;

import io.ibench.workload.linkbench.LinkBenchKeys.Compat;

/** Links written by the ancestor's statements come out the same. */
class UpstreamGraphStoreContractTest extends GraphStoreContractTest {

  @Override
  Compat compat() {
    return Compat.UPSTREAM;
  }
}
