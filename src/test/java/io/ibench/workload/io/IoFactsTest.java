package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a plan of io says of itself and of its steps. */
class IoFactsTest {

  private final IoPlan plan = IoTrial.plan("fill, read, write, mix, innosim, drain, verify");

  private static List<String> facts(Map<IoCounter, Integer> counted) {
    long[] counters = new long[IoCounter.values().length];
    counted.forEach((counter, count) -> counters[counter.ordinal()] = count);
    return IoTrial.plan("fill").facts(counters);
  }

  private Step.Work work(String name) {
    return (Step.Work)
        plan.steps().stream().filter(step -> step.name().equals(name)).findFirst().orElseThrow();
  }

  private static List<String> warnings(long memory, String... settings) {
    return new IoPlan(
            IoTrial.config("fill, read, write, mix, innosim", settings), new Memory(memory))
        .warnings();
  }

  @Test
  void factsAreRatiosOfWhatWasCounted() {
    assertThat(facts(Map.of())).isEmpty();
    assertThat(
            facts(
                Map.of(
                    IoCounter.DOUBLEWRITES, 4,
                    IoCounter.DOUBLEWRITE_PAGES, 10,
                    IoCounter.DIRTY_SUM, 4,
                    IoCounter.PENDING_SUM, 14)))
        .containsExactly(
            "pages per doublewrite: 2.5 on average",
            "dirty pages at a doublewrite: 1.0 on average",
            "pages waiting to be written: 3.5 on average");
    assertThat(
            facts(
                Map.of(IoCounter.COMMITS, 10, IoCounter.REDO_SYNCS, 5, IoCounter.BINLOG_SYNCS, 4)))
        .containsExactly(
            "commits per redo sync: 2.0 on average", "commits per binlog sync: 2.5 on average");
    assertThat(facts(Map.of(IoCounter.PAGE_LOCK_WAITS, 1234)))
        .containsExactly("1,234 reads and writes waited for the lock of their page");
  }

  @Test
  void countersHaveTheirNamesAndTheBytesOfPagesThatOfAllWorkloads() {
    assertThat(plan.counters())
        .extracting(WorkloadCounter::name)
        .startsWith("pages_read", "pages_written", "pages_checked", "row_bytes_written", "syncs")
        .endsWith("pending_sum", "page_lock_waits", "hits")
        .hasSize(14);
    assertThat(plan.counters().get(3)).isEqualTo(WorkloadCounter.rowBytesWritten());
    assertThat(plan.counters().get(0).definition()).isEqualTo("pages that were read");
  }

  @Test
  void operationsHaveTheirNamesAndRoles() {
    assertThat(plan.operations())
        .containsExactly("read", "write", "write_sync", "sync", "doublewrite", "commit");
    assertThat(List.of(0, 1, 2, 3, 4, 5))
        .extracting(plan::role)
        .containsExactly(
            Role.QUERY, Role.INSERT, Role.INSERT, Role.AUXILIARY, Role.AUXILIARY, Role.AUXILIARY);
    assertThat(plan.parts())
        .extracting(Plan.Part::name)
        .containsExactly(
            "redo_wait", "redo_write", "redo_sync", "binlog_wait", "binlog_write", "binlog_sync");
    assertThat(plan.parts()).extracting(Plan.Part::operation).containsOnly(5);
  }

  @Test
  void pagesAreItsRows() {
    assertThat(plan.tables()).singleElement().extracting(Plan.LoadedTable::rows).isEqualTo(64L);
    assertThat(plan.rowBytes()).hasValue(4096);
    assertThat(plan.rowsContainTimes()).isFalse();
    assertThat(work("fill").rows()).hasValue(64);
    assertThat(plan.dataSettings())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "seed", "7",
                "io.files", "2",
                "io.size", "262144",
                "io.page", "4096",
                "io.compressible_pct", "0"));
  }

  @Test
  void stepsSayWhatTheyDoToTheFilesAndWhatTheyCount() {
    assertThat(plan.steps())
        .extracting(Step::use)
        .containsExactly(
            TableUse.DROPS,
            TableUse.CREATES,
            TableUse.LOADS,
            TableUse.READS,
            TableUse.WRITES,
            TableUse.WRITES,
            TableUse.WRITES,
            TableUse.READS,
            TableUse.VERIFIES);
    assertThat(work("read").countsRows()).isFalse();
    assertThat(work("write").countsRows()).isTrue();
    assertThat(work("write").groups().get(0).role()).isEqualTo(Role.INSERT);
    assertThat(work("mix").countsRows()).isFalse();
    assertThat(work("mix").groups().get(0).role()).isEqualTo(Role.QUERY);
    assertThat(((Step.Action) plan.steps().get(7)).atLeastNanos()).isEqualTo(1_000_000_000);
  }

  @Test
  void onlyWorkersThatWriteDependOnEachOther() {
    assertThat(plan.workersAreIndependent(work("fill"))).isTrue();
    assertThat(plan.workersAreIndependent(work("read"))).isTrue();
    assertThat(plan.workersAreIndependent(work("write"))).isFalse();
    assertThat(plan.workersAreIndependent(work("innosim"))).isFalse();
  }

  @Test
  void innosimHasUsersASchedulerAndWriters() {
    Step.Work innosim = work("innosim");
    assertThat(innosim.countsRows()).isFalse();
    assertThat(innosim.groups())
        .extracting(Step.Group::name)
        .containsExactly("users", "scheduler", "writers");
    assertThat(innosim.groups()).extracting(Step.Group::threads).containsExactly(1, 1, 8);
    assertThat(innosim.groups())
        .extracting(Step.Group::background)
        .containsExactly(false, true, true);
    assertThat(innosim.groups())
        .extracting(Step.Group::role)
        .containsExactly(Role.QUERY, Role.INSERT, Role.INSERT);
    assertThat(innosim.groups().get(2).rate()).isEqualTo(Rate.UNLIMITED);
  }

  /** Then nothing is read that could be counted. */
  @Test
  void innosimCountsPagesWhenUsersHitAlways() {
    IoPlan hits = IoTrial.plan("innosim", "io.until=5s", "innosim.hit_pct=100");
    assertThat(((Step.Work) hits.steps().get(0)).countsRows()).isTrue();
  }

  @Test
  void stepsThatAPageCacheAnswersAreNamedOnceTheFilesFitIntoTheMemory() {
    assertThat(warnings(5 << 20, "io.size=3MB"))
        .containsExactly(
            "read, write, mix, innosim: direct = false, and the page cache holds it: io.size is 3"
                + " MB, the memory 5 MB");
    assertThat(warnings(3 << 20, "io.size=3MB")).hasSize(1);
    assertThat(warnings((3 << 20) - 1, "io.size=3MB")).isEmpty();
    assertThat(warnings(5 << 20, "io.direct=true")).isEmpty();
  }

  @Test
  void writesThatWaitForTheDiskAreNotAnsweredByTheCache() {
    assertThat(warnings(5 << 20, "write.sync_every=2", "mix.sync_every=2"))
        .singleElement()
        .asString()
        .startsWith("read, mix, innosim: direct = false");
    assertThat(warnings(5 << 20, "write.sync=dsync"))
        .singleElement()
        .asString()
        .startsWith("read, mix, innosim: direct = false");
  }

  @Test
  void theWorkloadNeedsFiles() {
    IoWorkload workload = new IoWorkload();
    assertThat(workload.name()).isEqualTo("io");
    assertThat(workload.description())
        .isEqualTo(
            "reads, writes and syncs of pages in plain files, and innosim's model of InnoDB");
    assertThat(workload.needsFiles()).isTrue();
    assertThat(workload.plan(IoTrial.config("fill, verify")).steps())
        .extracting(Step::name)
        .containsExactly("drop", "create", "fill", "verify");
  }
}
