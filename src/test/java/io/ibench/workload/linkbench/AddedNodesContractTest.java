package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.linkbench.LinkBenchRun.Answers;
import org.junit.jupiter.api.Test;

/** Nodes that workers add are found by reads, on every product. */
class AddedNodesContractTest extends GraphContract {

  /** Few: a worker that begins later knows all nodes that were added before. */
  private static final int REQUESTS = 500;

  @Test
  void areFoundByAnotherWorkerToo() throws Exception {
    LinkBenchRun run = NodeReadsTest.withoutLoadedNodes(database, "all");
    run.request(2, REQUESTS);
    Answers answers = run.request(1, REQUESTS).get(0);
    long missed = NodeReadsTest.counter(answers, LinkBenchCounter.GET_NODE_MISSED);
    long found = NodeReadsTest.counter(answers, LinkBenchCounter.GET_NODE_FOUND);
    assertThat(found).isGreaterThan(200);
    assertThat(missed).isLessThan(found / 20);
  }
}
