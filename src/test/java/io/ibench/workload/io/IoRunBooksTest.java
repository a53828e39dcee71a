package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.WorkloadRun.End;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run knows of its files, and what it says of its steps. */
class IoRunBooksTest {

  @TempDir private Path folder;
  private FileDatabase database;
  private IoTrial trial;

  @BeforeEach
  void open() throws Exception {
    database = (FileDatabase) IoTrial.open(folder);
    trial = new IoTrial(database);
  }

  @AfterEach
  void close() throws Exception {
    database.close();
  }

  private WorkloadRun begin(IoPlan plan) throws Exception {
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "io", "test");
    dataset.admit(Set.of());
    return plan.begin(0, dataset);
  }

  private List<String> act(WorkloadRun run, Step step) throws Exception {
    return run.act((Step.Action) step, database, null).facts();
  }

  private static void assertUnknown(WorkloadRun run) {
    assertThat(run.totals()).isEmpty();
    assertThat(run.rowsInTables()).isEmpty();
    assertThat(run.rowBytesInTables()).isEmpty();
  }

  private static void assertFilled(WorkloadRun run) {
    assertThat(run.totals()).hasValue(Map.of("pages", Map.of("pages", 64L)));
    assertThat(run.rowsInTables()).hasValue(64);
    assertThat(run.rowBytesInTables()).hasValue(64 * 4096);
  }

  /** Executes some operations of a step's only worker, or all with -1, and ends the step. */
  private List<String> work(WorkloadRun run, Step step, int operations, End end) throws Exception {
    Step.Work work = (Step.Work) step;
    try (FileSession session = database.session()) {
      Worker worker = run.worker(work, work.groups().get(0), 0, session, new Random64(1));
      int operation = worker.next();
      for (int left = operations; operation != Worker.DONE && left != 0; left--) {
        worker.prepare(operation, 0);
        worker.execute(operation);
        operation = worker.next();
      }
    }
    return run.finished(work, end).facts();
  }

  @Test
  void pagesAreKnownFromTheEndOfAFillToADrop() throws Exception {
    IoPlan plan = IoTrial.plan("fill");
    WorkloadRun run = begin(plan);
    assertUnknown(run);
    assertThat(act(run, plan.steps().get(0))).isEmpty();
    assertThat(act(run, plan.steps().get(1))).isEmpty();
    assertUnknown(run);
    assertThat(work(run, plan.steps().get(2), -1, End.COMPLETE)).isEmpty();
    assertFilled(run);
    assertThat(act(run, plan.steps().get(0))).containsExactly("files removed: 4");
    assertUnknown(run);
    assertThat(database.files()).isEmpty();
  }

  @Test
  void aFillThatWasStoppedLeavesNoKnownPages() throws Exception {
    IoPlan plan = IoTrial.plan("fill");
    WorkloadRun run = begin(plan);
    act(run, plan.steps().get(0));
    act(run, plan.steps().get(1));
    assertThat(work(run, plan.steps().get(2), 1, End.STOPPED)).isEmpty();
    assertUnknown(run);
    assertThat(database.hasFile("DATA.0")).as("the disk is not full").isTrue();
  }

  @Test
  void theNextRunKnowsThePagesFromTheRegister() throws Exception {
    trial.run("fill");
    IoPlan plan = IoTrial.plan("write");
    WorkloadRun run = begin(plan);
    assertFilled(run);
    assertThat(work(run, plan.steps().get(0), 10, End.COMPLETE))
        .containsExactly("through the page cache");
    assertFilled(run);
    assertThat(pages().acknowledged().isUnclean()).isFalse();
  }

  @Test
  void writersThatAreAbandonedLeaveTheFilesUnclean() throws Exception {
    trial.run("fill");
    IoPlan plan = IoTrial.plan("write");
    WorkloadRun run = begin(plan);
    work(run, plan.steps().get(0), 10, End.ABANDONED);
    assertThat(pages().acknowledged().isUnclean()).isTrue();
    assertThat(pages().acknowledged().boot()).isEqualTo(BootId.current());
  }

  @Test
  void readersLeaveTheFilesAsTheyAre() throws Exception {
    trial.run("fill");
    pages().acknowledged().begin(BootId.current());
    IoPlan plan = IoTrial.plan("read");
    WorkloadRun run = begin(plan);
    work(run, plan.steps().get(0), 10, End.COMPLETE);
    assertThat(pages().acknowledged().isUnclean()).isTrue();
  }

  @Test
  void aStepWithoutWorkersEndsWithoutAWord() throws Exception {
    trial.run("fill");
    IoPlan plan = IoTrial.plan("write");
    assertThat(begin(plan).finished((Step.Work) plan.steps().get(0), End.STOPPED))
        .isEqualTo(WorkloadRun.Outcome.NOTHING);
  }

  @Test
  void afterADeathPagesInFlightAreNotCheckedUntilTheyAreWrittenAgain() throws Exception {
    trial.run("fill");
    pages().acknowledged().begin(BootId.current());
    pages().acknowledged().begins(3, 20, 2);
    IoPlan plan = IoTrial.plan("write", "write.pattern=sequential");
    WorkloadRun run = begin(plan);
    assertThat(work(run, plan.steps().get(0), 21, End.COMPLETE))
        .containsExactly(
            "through the page cache",
            "an earlier run died while it wrote: 2 pages that were in flight are not checked until"
                + " they are written again");
    assertThat(pages().generations().get(20)).isEqualTo(3);
    assertThat(pages().generations().get(21)).isEqualTo(-1);
  }

  @Test
  void afterTheDeathOfTheMachineNothingIsDoneBeforeAVerification() throws Exception {
    trial.run("fill");
    pages().acknowledged().begin(BootId.current() + 1);
    for (String kind : new String[] {"read", "write"}) {
      IoPlan plan = IoTrial.plan(kind);
      WorkloadRun run = begin(plan);
      assertThatThrownBy(() -> work(run, plan.steps().get(0), 1, End.COMPLETE))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.isInvalidSetting()).isTrue())
          .hasMessage(
              "the machine went down while a run wrote these files; begin with steps = verify,"
                  + " which finds out what they hold");
    }
    trial.run("verify, write, last", "last.like=verify");
  }

  @Test
  void stepsSayHowTheirPagesReachTheDisk() throws Exception {
    trial.run("fill");
    assertThat(how("read")).isEqualTo("through the page cache, each page that is read is checked");
    assertThat(how("mix", "mix.check=false"))
        .isEqualTo("through the page cache, pages are not checked");
    assertThat(how("write", "write.sync_every=10"))
        .isEqualTo("through the page cache, fdatasync after 10");
    assertThat(how("write", "write.sync_every=1", "write.sync=fsync"))
        .isEqualTo("through the page cache, fsync after 1");
    assertThat(how("write", "write.sync=dsync"))
        .isEqualTo("through the page cache, each write waits for the disk (O_DSYNC)");
  }

  private String how(String kind, String... settings) throws Exception {
    IoPlan plan = IoTrial.plan(kind, settings);
    return work(begin(plan), plan.steps().get(0), 1, End.COMPLETE).get(0);
  }

  private PageSet pages() throws Exception {
    return PageSet.open(IoTrial.plan("verify").settings(), database);
  }
}
