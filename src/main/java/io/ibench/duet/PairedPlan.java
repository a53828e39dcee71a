package io.ibench.duet;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.ActionContext;
import io.ibench.workload.Dataset;
import io.ibench.workload.Laps;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.ForwardingPlan;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The plan of one side. The workers of its steps take turns with those of the other side, block by
 * block: each block is a step of its own, which does what its original does under another name.
 */
public final class PairedPlan extends ForwardingPlan {

  private static final String MEASURED = ".block_";
  private static final String SAMPLED = ".cpu_";
  private static final Pattern BLOCK = Pattern.compile("\\.(block|cpu)_(\\d{1,9})$");

  private final Plan plan;
  private final Side side;
  private final List<Step> steps;
  private final Function<Step.Work, Optional<Block>> blocks;

  /**
   * The same on one side, with one step of requests.
   *
   * @param duet the step that becomes blocks; other steps of requests are left out
   * @param mostNanos longer than any block
   * @param blocks the block of a step; empty: its workers meet nobody
   */
  public PairedPlan(
      Plan plan,
      Side side,
      Step.Work duet,
      long mostNanos,
      Function<Step.Work, Optional<Block>> blocks) {
    super(plan);
    this.plan = plan;
    this.side = side;
    this.blocks = blocks;
    List<Step> kept = new ArrayList<>();
    for (Step step : plan.steps()) {
      if (step.name().equals(duet.name())) {
        kept.add(block(duet, 0, mostNanos));
      } else if (!(step instanceof Step.Work) || step.use() == TableUse.LOADS) {
        kept.add(step);
      }
    }
    this.steps = List.copyOf(kept);
  }

  @Override
  public List<Step> steps() {
    return steps;
  }

  /**
   * A block of a step: without an end of its own.
   *
   * @param number from 0, which is the step itself
   */
  public static Step.Work block(Step.Work step, int number, long mostNanos) {
    return number == 0
        ? block(step, step.name(), step.like(), mostNanos)
        : block(step, step.name() + MEASURED + number, Optional.of(step.name()), mostNanos);
  }

  /**
   * A block for a CPU profile, which no figure has.
   *
   * @param number from 1
   */
  public static Step.Work sampled(Step.Work step, int number, long mostNanos) {
    return block(step, step.name() + SAMPLED + number, Optional.of(step.name()), mostNanos);
  }

  /** Whether a step is a block for a CPU profile. */
  public static boolean isSampled(Step step) {
    return step.like().filter(like -> step.name().startsWith(like + SAMPLED)).isPresent()
        && number(step).isPresent();
  }

  private static Step.Work block(
      Step.Work step, String name, Optional<String> like, long mostNanos) {
    return new Step.Work(
        name,
        step.kind(),
        like,
        step.use(),
        OptionalLong.of(mostNanos),
        OptionalLong.empty(),
        1,
        OptionalLong.empty(),
        step.countsRows(),
        step.groups(),
        Optional.empty());
  }

  /** The number of a block; empty for any other step. */
  public static OptionalInt number(Step step) {
    OptionalInt number = number(step.name());
    return step.like().filter(like -> isBlockOf(step.name(), like)).isPresent()
        ? number
        : OptionalInt.empty();
  }

  private static boolean isBlockOf(String name, String step) {
    return name.startsWith(step) && BLOCK.matcher(name.substring(step.length())).matches();
  }

  /** The same by the step's name. */
  public static OptionalInt number(String name) {
    Matcher block = BLOCK.matcher(name);
    return block.find() ? OptionalInt.of(Integer.parseInt(block.group(2))) : OptionalInt.empty();
  }

  /** The workload knows a block by the name of its step only. */
  private Step original(Step step) {
    return step instanceof Step.Work work && number(step).isPresent() ? original(work) : step;
  }

  private Step.Work original(Step.Work step) {
    if (number(step).isEmpty()) {
      return step;
    }
    return plan.steps().stream()
        .filter(each -> each.name().equals(step.like().orElseThrow()))
        .map(Step.Work.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public List<String> rates(Step step, long[] counters, long[] successes, double seconds) {
    return plan.rates(original(step), counters, successes, seconds);
  }

  @Override
  public long preparedStatements(Step step) {
    return plan.preparedStatements(original(step));
  }

  @Override
  public boolean onlyReads(Step step) {
    return plan.onlyReads(original(step));
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    return plan.usesTransactions(original(step), group);
  }

  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return plan.workersAreIndependent(original(step));
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return new Run(plan.begin(epochMillis, dataset));
  }

  /** The run of one side. */
  private final class Run implements WorkloadRun {

    private final WorkloadRun run;

    Run(WorkloadRun run) {
      this.run = run;
    }

    @Override
    public Outcome act(Step.Action step, Database database, ActionContext context)
        throws DatabaseException, InterruptedException {
      return run.act(step, database, context);
    }

    @Override
    public Worker worker(
        Step.Work step, Step.Group group, int number, Session session, Random64 random)
        throws DatabaseException {
      return worker(step, group, number, session, random, Laps.NONE);
    }

    @Override
    public Worker worker(
        Step.Work step, Step.Group group, int number, Session session, Random64 random, Laps laps)
        throws DatabaseException {
      Worker worker = run.worker(original(step), group, number, session, random, laps);
      Optional<Block> block = blocks.apply(step);
      if (block.isEmpty()) {
        return worker;
      }
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      PairedWorker paired =
          new PairedWorker(
              worker,
              side,
              block.get(),
              block.get().gate(group.name() + " " + number),
              plan.operations().size(),
              threads::getCurrentThreadCpuTime);
      block.get().add(paired);
      return paired;
    }

    @Override
    public long continueLoad(Step.Work load, Database database) throws DatabaseException {
      return run.continueLoad(load, database);
    }

    @Override
    public OptionalLong recount(Database database) throws DatabaseException, InterruptedException {
      return run.recount(database);
    }

    @Override
    public Outcome finished(Step.Work step, End end) throws DatabaseException {
      return run.finished(original(step), end);
    }

    @Override
    public Optional<Map<String, Map<String, Long>>> totals() {
      return run.totals();
    }

    @Override
    public OptionalLong rowsInTables() {
      return run.rowsInTables();
    }

    @Override
    public OptionalLong lastingRows() {
      return run.lastingRows();
    }

    @Override
    public OptionalLong rowBytesInTables() {
      return run.rowBytesInTables();
    }

    @Override
    public int totalsOf(Step.Work step, Step.Group group, int number) {
      return run.totalsOf(original(step), group, number);
    }

    @Override
    public void addCounted(int totals, WorkloadCounters counted) {
      run.addCounted(totals, counted);
    }
  }
}
