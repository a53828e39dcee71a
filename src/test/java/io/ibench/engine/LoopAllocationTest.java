package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.config.Config;
import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.measure.Clock;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Recorder;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import io.ibench.workload.Plan;
import io.ibench.workload.Profile;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import io.ibench.workload.oltp.OltpWorkload;
import io.ibench.workload.simple.Shop;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** LinkBench's requests on noop, through the real loop, pacer and recorder, allocate nothing. */
@Slow
class LoopAllocationTest {

  private static final long WARM_UP = 50_000;
  private static final long OPERATIONS = 1_000_000;

  /** 0.01 byte an operation, for occasional allocations of the virtual machine. */
  private static final long MOST_BYTES = OPERATIONS / 100;

  private static final List<String> MIX =
      List.of(
          "addlink",
          "deletelink",
          "updatelink",
          "countlink",
          "getlink",
          "getlinklist",
          "addnode",
          "updatenode",
          "deletenode",
          "getnode");

  private final Clock clock = Clock.system();
  private final StopFlag stop = new StopFlag();
  private final Map<String, String> settings =
      new HashMap<>(
          Map.of(
              "steps", "request",
              "request.until", "1h",
              "request.threads", "1",
              "linkbench.maxid1", "100001"));

  @ParameterizedTest
  @CsvSource({
    "addlink, ADD_LINK",
    "deletelink, DELETE_LINK",
    "updatelink, UPDATE_LINK",
    "countlink, COUNT_LINK",
    "getlink, MULTIGET_LINK",
    "getlinklist, GET_LINKS_LIST",
    "addnode, ADD_NODE",
    "updatenode, UPDATE_NODE",
    "deletenode, DELETE_NODE",
    "getnode, GET_NODE"
  })
  void anOperationAllocatesNothing(String key, String operation) throws DatabaseException {
    MIX.forEach(name -> settings.put("linkbench." + name, name.equals(key) ? "100" : "0"));
    Loop loop = new Loop(false);
    assertAllocatesNothing(loop, Pacer.unthrottled(clock));
    assertThat(loop.successes(operation)).as(operation).isEqualTo(WARM_UP + OPERATIONS);
  }

  @Test
  void theFullMixAllocatesNothing() throws DatabaseException {
    assertAllocatesNothing(new Loop(false), Pacer.unthrottled(clock));
  }

  /** Every operation of a simple workload: reads, writes, transactions, keys and payloads. */
  @Test
  void aSimpleWorkloadAllocatesNothing() throws DatabaseException {
    Config config =
        Config.of(Map.of("steps", "request", "request.until", "1h", "request.threads", "1"));
    Plan plan = new Shop().plan(config);
    assertThat(config.problems()).isEmpty();
    Loop loop = new Loop(plan, false);
    assertAllocatesNothing(loop, Pacer.unthrottled(clock));
    for (String operation : plan.operations().subList(5, plan.operations().size())) {
      assertThat(loop.successes(operation)).as(operation).isPositive();
    }
  }

  /** Twenty statements, of which each is timed. */
  @Test
  void timesOfStatementsAllocateNothing() throws DatabaseException {
    Config config =
        Config.of(Map.of("steps", "read_write", "oltp.until", "1h", "oltp.threads", "1"));
    Plan plan = new OltpWorkload().plan(config);
    assertThat(config.problems()).isEmpty();
    Loop loop = new Loop(plan, false);
    assertAllocatesNothing(loop, Pacer.unthrottled(clock), OPERATIONS / 20);
    assertThat(loop.timed("COMMIT")).isEqualTo(WARM_UP + OPERATIONS / 20);
  }

  @Test
  void theAncestorsOwnWayAllocatesNothing() throws DatabaseException {
    settings.put("linkbench.compat", "upstream");
    assertAllocatesNothing(new Loop(false), Pacer.unthrottled(clock));
  }

  @Test
  void readingAddedNodesAllocatesNothing() throws DatabaseException {
    MIX.forEach(name -> settings.put("linkbench." + name, name.endsWith("node") ? "25" : "0"));
    settings.put("linkbench.node_reads", "all");
    assertAllocatesNothing(new Loop(false), Pacer.unthrottled(clock));
  }

  /** A list of one row is full, so that every list is kept and paged through. */
  @Test
  void pagingThroughLongListsAllocatesNothing() throws DatabaseException {
    MIX.forEach(
        name -> settings.put("linkbench." + name, name.equals("getlinklist") ? "100" : "0"));
    settings.put("linkbench.range_limit", "1");
    settings.put("linkbench.getlinklist_history", "50");
    assertAllocatesNothing(new Loop(false), Pacer.unthrottled(clock));
  }

  @Test
  void pacingAllocatesNothing() throws DatabaseException {
    Rate rate = new Rate(1_000_000_000, 1_000_000_000);
    Pacer overdue =
        new EvenPacer(
            clock,
            stop,
            new Schedule(clock.nanoTime(), 0, Long.MAX_VALUE),
            new ThreadShare(rate, 1, 1, 0));
    assertAllocatesNothing(new Loop(true), overdue);
  }

  @Test
  void poissonPacingAllocatesNothing() throws DatabaseException {
    Rate rate = new Rate(1_000_000_000, 1_000_000_000);
    long start = clock.nanoTime();
    Pacer overdue =
        new PoissonPacer(
            clock,
            stop,
            new Schedule(start, 0, Long.MAX_VALUE),
            new ThreadShare(rate, 1, 1, 0),
            new Random64(3));
    assertAllocatesNothing(new Loop(true), overdue);
  }

  @Test
  void theRampOfAProfileAllocatesNothing() throws DatabaseException {
    Profile profile =
        new Profile(
            1_000_000_000,
            List.of(new Profile.Segment(800_000_000, 1_000_000_000, 3_600_000_000_000L)));
    for (Optional<Random64> random :
        List.of(Optional.<Random64>empty(), Optional.of(new Random64(3)))) {
      Pacer overdue =
          new ProfilePacer(
              clock,
              stop,
              new Schedule(clock.nanoTime(), 0, Long.MAX_VALUE),
              new ThreadShare(Rate.UNLIMITED, 1, 1, 0),
              profile,
              random);
      assertAllocatesNothing(new Loop(true), overdue);
    }
  }

  /** Both on this thread: one answers what the other commits, in batches of 1000. */
  @Test
  void leadingAndFollowingAllocateNothing() {
    FollowQueue queue = new FollowQueue(clock, 1000);
    Side leader = new Side(new FollowGate.Leader(queue, stop));
    Side follower = new Side(new FollowGate.Follower(queue, stop));
    takeTurns(leader, follower, WARM_UP);
    long before = allocatedBytes();
    takeTurns(leader, follower, OPERATIONS);
    assertThat(allocatedBytes() - before).isBetween(0L, MOST_BYTES);
    assertThat(leader.successes()).isEqualTo(WARM_UP + OPERATIONS);
    assertThat(follower.successes()).isEqualTo(WARM_UP + OPERATIONS);
  }

  private static void takeTurns(Side leader, Side follower, long operations) {
    for (long done = 0; done < operations; done += 1000) {
      leader.run(1000);
      follower.run(1000);
    }
  }

  /** The waits of a leader and its follower for each other, on two threads. */
  @Test
  void waitingForEachOtherAllocatesNothing() throws InterruptedException {
    FollowQueue queue = new FollowQueue(clock, 1);
    Side leader = new Side(new FollowGate.Leader(queue, stop));
    Side follower = new Side(new FollowGate.Follower(queue, stop));
    long each = 20_000;
    long[] bytes = new long[1];
    Thread following =
        new Thread(
            () -> {
              follower.run(each);
              long before = allocatedBytes();
              follower.run(each);
              bytes[0] = allocatedBytes() - before;
            });
    following.start();
    leader.run(each);
    long before = allocatedBytes();
    leader.run(each);
    long leadersBytes = allocatedBytes() - before;
    following.join();
    assertThat(leadersBytes).as("leader").isBetween(0L, MOST_BYTES);
    assertThat(bytes[0]).as("follower").isBetween(0L, MOST_BYTES);
    assertThat(follower.successes()).isEqualTo(2 * each);
  }

  private static long allocatedBytes() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** The loop of a worker that does nothing. */
  private final class Side {

    private final Recorder recorder = new Recorder(1, FailureKind.values().length, false);
    private final List<OperationStats> sums =
        Recorder.emptySums(1, FailureKind.values().length, false);
    private final Pacer unthrottled = Pacer.unthrottled(clock);
    private final WorkerLoop loop;

    Side(FollowGate followGate) {
      Worker worker = new GroupWorker(0, () -> 1);
      loop =
          new WorkerLoop(
              worker,
              OneWorker.connected(worker, recorder, clock),
              recorder,
              clock,
              new boolean[1],
              followGate,
              stop,
              new YieldGate(Clock.system(), () -> 0),
              OptionalLong.empty());
    }

    void run(long operations) {
      loop.run(unthrottled, clock.nanoTime(), 0, Long.MAX_VALUE, operations);
    }

    long successes() {
      recorder.flip();
      recorder.drainInto(sums);
      return sums.get(0).successes();
    }
  }

  private static void assertAllocatesNothing(Loop loop, Pacer pacer) {
    assertAllocatesNothing(loop, pacer, OPERATIONS);
  }

  private static void assertAllocatesNothing(Loop loop, Pacer pacer, long operations) {
    loop.run(pacer, WARM_UP / 2);
    loop.drain();
    loop.run(pacer, WARM_UP / 2);
    loop.drain();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    loop.run(pacer, operations);
    long bytes = threads.getThreadAllocatedBytes(thread) - before;
    loop.drain();
    assertThat(bytes).as("bytes of %d operations", operations).isBetween(0L, MOST_BYTES);
    assertThat(loop.successes()).isEqualTo(WARM_UP + operations);
  }

  private Plan linkBench() {
    Config config = Config.of(settings);
    Plan plan = new LinkBenchWorkload().plan(config);
    assertThat(config.problems()).isEmpty();
    return plan;
  }

  /** One worker with its loop, on the test's thread. */
  private final class Loop {

    private final Plan plan;
    private final Recorder recorder;
    private final WorkerLoop loop;
    private final List<OperationStats> sums;
    private final LapRecorder laps;
    private final List<OperationStats> times;

    Loop(boolean paced) throws DatabaseException {
      this(linkBench(), paced);
    }

    Loop(Plan plan, boolean paced) throws DatabaseException {
      this.plan = plan;
      int operations = plan.operations().size();
      recorder = new Recorder(operations, FailureKind.values().length, paced);
      sums = Recorder.emptySums(operations, FailureKind.values().length, paced);
      Step.Work step = (Step.Work) plan.steps().get(0);
      laps = new LapRecorder(clock, plan.parts().size());
      times = Recorder.emptySums(plan.parts().size(), 0, false);
      Worker worker =
          plan.begin(0, RegisteredDataset.read(plan, new NoopDatabase(), "linkbench", "test"))
              .worker(
                  step,
                  step.groups().get(0),
                  0,
                  new NoopDatabase().session(),
                  new Random64(1),
                  laps);
      loop =
          new WorkerLoop(
              worker,
              OneWorker.connected(worker, recorder, clock),
              recorder,
              clock,
              new boolean[operations],
              FollowGate.ALONE,
              stop,
              new YieldGate(Clock.system(), () -> 0),
              OptionalLong.empty());
    }

    void run(Pacer pacer, long operations) {
      loop.run(pacer, clock.nanoTime(), clock.epochMillis(), Long.MAX_VALUE, operations);
    }

    void drain() {
      recorder.flip();
      recorder.drainInto(sums);
      laps.drainInto(times);
    }

    /** How often a part was timed. */
    long timed(String name) {
      for (int i = 0; i < times.size(); i++) {
        if (plan.parts().get(i).name().equals(name)) {
          return times.get(i).successes();
        }
      }
      return 0;
    }

    long successes(String operation) {
      return sums.get(plan.operations().indexOf(operation)).successes();
    }

    long successes() {
      return sums.stream().mapToLong(OperationStats::successes).sum();
    }
  }
}
