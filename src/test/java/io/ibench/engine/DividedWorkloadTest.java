package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.Problem;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.measure.AgentStep;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Listeners;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.StepResult;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableContents;
import io.ibench.workload.Workload;
import io.ibench.workload.custom.CustomWorkload;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.kv.KvWorkload;
import io.ibench.workload.oltp.OltpWorkload;
import io.ibench.workload.ycsb.YcsbWorkload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes do a workload as one does it: here each is an engine, on one database. */
class DividedWorkloadTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final RunSettings SETTINGS =
      new RunSettings(7, SECOND, SECOND, 3600 * SECOND, 1000, SECOND / 1000, 0, SECOND);
  private static final long LOAD_MILLIS = 1_700_000_000_000L;
  private static final Map<String, Workload> WORKLOADS =
      Map.of(
          "oltp", new OltpWorkload(),
          "ycsb", new YcsbWorkload(),
          "kv", new KvWorkload(),
          "bank", new CustomWorkload(),
          "orders", new CustomWorkload());

  private static final Set<String> NOT_REQUESTS =
      Set.of("drop", "create", "load", "fillseq", "fillrandom", "bulk_insert", "index", "verify");

  private static final List<String> SMALL =
      List.of(
          "oltp.rows=1000",
          "oltp.tables=2",
          "oltp.threads=4",
          "oltp.until=5m",
          "ycsb.recordcount=1k",
          "ycsb.until=5m",
          "kv.num=3k",
          "kv.until=5m",
          "rows.accounts=1k",
          "fillseq.threads=4",
          "fillseq.rows_per_commit=10",
          "load.threads=4",
          "load.rows_per_commit=10",
          "request.until=5m",
          "request.threads=4");

  private static Plan plan(String workload, String steps) {
    List<String> settings = new ArrayList<>(List.of("steps=" + steps.replace(' ', ',')));
    String own = workload.equals("bank") ? "rows." : workload + ".";
    for (String setting : SMALL) {
      String step = setting.substring(0, setting.indexOf('.'));
      if (setting.startsWith(own) || List.of(steps.split(" ")).contains(step)) {
        settings.add(setting);
      }
    }
    for (String step : steps.split(" ")) {
      if (!NOT_REQUESTS.contains(step)) {
        settings.add(step + ".operations=400");
      }
      if (step.endsWith("_2")) {
        settings.add(step + ".like=" + step.substring(0, step.length() - 2));
      }
    }
    var config =
        new ConfigLoader(Map.of())
            .load(Path.of("workloads", workload + ".properties"), Optional.empty(), settings);
    config.declare(Key.text("workload", "read by others"));
    Plan plan = WORKLOADS.get(workload).plan(config);
    // The file also sets keys of steps that are not done here.
    assertThat(config.problems().stream().map(Problem::toString))
        .allMatch(problem -> problem.contains("unknown key"));
    return plan;
  }

  /** What the processes of a run have done together. */
  private record Done(List<String> operations, List<String> verified, List<String> contents) {}

  private static Done run(String workload, String steps, int processes) throws Exception {
    try (Database database = new MemoryDatabase()) {
      Meeting meeting = new Meeting(processes);
      ExecutorService threads = Executors.newFixedThreadPool(processes);
      List<Future<List<StepResult>>> running = new ArrayList<>();
      for (int rank = 0; rank < processes; rank++) {
        Peers peers = processes == 1 ? Peers.NONE : new LocalPeers(meeting, rank);
        running.add(threads.submit(() -> drive(plan(workload, steps), database, peers)));
      }
      List<List<StepResult>> results = new ArrayList<>();
      for (Future<List<StepResult>> each : running) {
        results.add(each.get());
      }
      threads.shutdown();
      return done(plan(workload, steps), results, database);
    }
  }

  private static List<StepResult> drive(Plan plan, Database database, Peers peers)
      throws Exception {
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "test", "run");
    if (!peers.leads()) {
      dataset.followLeader();
    }
    dataset.admit(Set.of());
    Clock clock = Clock.system();
    return new Engine(
            clock,
            SETTINGS,
            new Listeners(List.of()),
            new RunControl(clock),
            List.of(),
            List.of(),
            CompilerThreads.UNKNOWN,
            StepInterceptor.NONE,
            peers)
        .run(plan, database, dataset, LOAD_MILLIS, Continuation.NONE);
  }

  private static Done done(Plan plan, List<List<StepResult>> results, Database database)
      throws Exception {
    List<String> operations = new ArrayList<>();
    for (int step = 0; step < plan.steps().size(); step++) {
      Map<String, Long> counts = new TreeMap<>();
      for (List<StepResult> own : results) {
        assertThat(own.get(step).failure()).isEmpty();
        assertThat(own.get(step).problems()).isEmpty();
        for (OperationSummary each : own.get(step).whole().operations()) {
          counts.merge(plan.operations().get(each.operation()), each.count(), Long::sum);
        }
      }
      counts.values().removeIf(count -> count == 0);
      operations.add(plan.steps().get(step).name() + counts);
    }
    List<String> contents = new ArrayList<>();
    try (Session session = database.session()) {
      for (Plan.LoadedTable loaded : plan.tables()) {
        contents.add(TableContents.hash(session, loaded.table()));
      }
    }
    List<StepResult> first = results.get(0);
    return new Done(operations, first.get(first.size() - 1).facts(), contents);
  }

  /** The work of these steps does not depend on the order in which threads do it. */
  @ParameterizedTest
  @CsvSource({
    "oltp, drop create load index update_index delete verify",
    "oltp, drop create load index read_only point_select update_index verify",
    "ycsb, drop create load workloadc verify",
    "kv, drop create fillseq readrandom verify",
    "bank, drop create load verify",
  })
  void severalProcessesLeaveTheRowsOfOne(String workload, String steps) throws Exception {
    Done one = run(workload, steps, 1);
    assertThat(run(workload, steps, 2)).isEqualTo(one);
    assertThat(run(workload, steps, 4)).isEqualTo(one);
  }

  /** Which row a thread changes last, or which new id it takes, depends on time. */
  @ParameterizedTest
  @CsvSource({
    "oltp, drop create load index insert read_write insert_2 verify",
    "oltp, drop create load index write_only delete verify",
    "ycsb, drop create load workloada workloadf verify",
    "kv, drop create fillseq overwrite updaterandom readrandom verify",
    "bank, drop create load request verify",
  })
  void theTablesAreAsAllProcessesTogetherHaveBooked(String workload, String steps)
      throws Exception {
    Done one = run(workload, steps, 1);
    Done four = run(workload, steps, 4);
    assertThat(four.operations()).isEqualTo(one.operations());
    assertThat(String.join("\n", four.verified())).doesNotContain("not compared");
    if (!workload.equals("bank")) {
      assertThat(four.verified()).isEqualTo(one.verified());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oltp: drop create bulk_insert verify",
        "ycsb: drop create load workloadd verify",
        "kv: drop create fillrandom verify",
      })
  void workThatOtherProcessesWouldNotKnowIsRefused(String text) {
    String[] parts = text.split(": ");
    assertThat(plan(parts[0], parts[1]).whyUndivided()).isPresent();
  }

  /** Where the processes meet. */
  private static final class Meeting {

    private static final long MINUTES = 10;

    private final int processes;
    private final CyclicBarrier begin;
    private final CyclicBarrier start;
    private final CyclicBarrier ended;
    private final CyclicBarrier counted;
    private final CyclicBarrier acted;
    private final Peers.Counted[] counts;
    private volatile long startNanos;

    Meeting(int processes) {
      this.processes = processes;
      begin = new CyclicBarrier(processes);
      start = new CyclicBarrier(processes, () -> startNanos = Clock.system().nanoTime());
      ended = new CyclicBarrier(processes);
      counted = new CyclicBarrier(processes);
      acted = new CyclicBarrier(processes);
      counts = new Peers.Counted[processes];
    }

    static void await(CyclicBarrier barrier) throws InterruptedException {
      try {
        barrier.await(MINUTES, TimeUnit.MINUTES);
      } catch (BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The others are engines in this process. */
  private record LocalPeers(Meeting meeting, int rank) implements Peers {

    @Override
    public Division division() {
      return new Division(rank, meeting.processes);
    }

    @Override
    public void begin(Step step, RunControl control) throws InterruptedException {
      Meeting.await(meeting.begin);
    }

    @Override
    public long agreeOnStart(RunControl control) throws InterruptedException {
      Meeting.await(meeting.start);
      return meeting.startNanos;
    }

    @Override
    public void started(long nanos) {}

    @Override
    public void ownEnded(long nanos, Runnable allEnded, RunControl control) {
      Thread waits =
          new Thread(
              () -> {
                try {
                  Meeting.await(meeting.ended);
                  allEnded.run();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      waits.setDaemon(true);
      waits.start();
    }

    @Override
    public Optional<Counted> exchange(Counted own, long endNanos, RunControl control)
        throws InterruptedException {
      meeting.counts[rank] = own;
      Meeting.await(meeting.counted);
      long rows = 0;
      Map<Integer, long[]> sums = new TreeMap<>();
      for (int other = 0; other < meeting.processes; other++) {
        if (other != rank) {
          rows += meeting.counts[other].rows();
          meeting.counts[other].counters().forEach((key, values) -> add(sums, key, values));
        }
      }
      Meeting.await(meeting.counted);
      return Optional.of(new Counted(rows, sums));
    }

    private static void add(Map<Integer, long[]> sums, int key, long[] values) {
      long[] sum = sums.computeIfAbsent(key, none -> new long[values.length]);
      Arrays.setAll(sum, i -> sum[i] + values[i]);
    }

    @Override
    public void acted(RunControl control) throws InterruptedException {
      Meeting.await(meeting.acted);
    }

    @Override
    public void awaitAction(RunControl control) throws InterruptedException {
      Meeting.await(meeting.acted);
    }

    @Override
    public Optional<AgentStep> times() {
      return Optional.empty();
    }
  }
}
