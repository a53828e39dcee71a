package io.ibench.cli.run;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.setup.Setup;
import io.ibench.duet.Block;
import io.ibench.duet.BlockResult;
import io.ibench.duet.Both;
import io.ibench.duet.Costs;
import io.ibench.duet.DuetAnswer;
import io.ibench.duet.DuetGate;
import io.ibench.duet.DuetSeries;
import io.ibench.duet.PairedPlan;
import io.ibench.duet.Side;
import io.ibench.host.ProcessCosts;
import io.ibench.measure.Clock;
import io.ibench.measure.OperationStats;
import io.ibench.measure.StepStart;
import io.ibench.random.Random64;
import io.ibench.report.store.StoredDuet;
import io.ibench.server.ServerException;
import io.ibench.server.SharedCpus;
import io.ibench.statistics.AnytimeInterval;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Two runs that do their requests as pairs. The thread of the command decides what comes between
 * two blocks: where all run, which instance has which settings, and whether the blocks say enough.
 */
final class DuetRun implements DuetSide.Meeting {

  private static final long SECOND_NANOS = 1_000_000_000;

  /** Longer than any block, which ends by itself. */
  private static final long BLOCK_NANOS = 24 * 3600 * SECOND_NANOS;

  /** Warms up the client, whose code is compiled meanwhile; measures nothing. */
  private static final Block.Length FIRST =
      new Block.Length(0, 2 * SECOND_NANOS, 0, 2 * SECOND_NANOS);

  /**
   * In the warm-up, caches that a restart has emptied fill again, on both sides alike. More time or
   * pairs make a block no surer: what scatters is the block.
   */
  private static final Block.Length MEASURED =
      new Block.Length(400_000_000, SECOND_NANOS / 2, 500, 4 * SECOND_NANOS);

  /** Each side has each instance's data in half of them. */
  private static final int SAMPLED_BLOCKS = 4;

  /**
   * How a duet is done.
   *
   * @param within how small a difference may stay unknown, as a fraction
   * @param mostNanos how long the blocks of a step may take
   * @param cpus that ibench and both servers share; 0: placement stays as it is
   * @param swaps whether private servers change their data
   * @param instances what may belong to the instances and not to the settings, as a fraction
   * @param gate the user's condition
   */
  record Course(
      double within,
      long mostNanos,
      int cpus,
      boolean swaps,
      double instances,
      Optional<DuetGate> gate) {

    /**
     * The same on these databases.
     *
     * @param placed whether ibench may say where they run
     * @param restarted whether it may restart them
     * @param lasting whether anything of them outlives a block
     */
    Course on(boolean placed, boolean restarted, boolean lasting) {
      boolean swapped = restarted && swaps;
      return new Course(
          within,
          mostNanos,
          placed ? cpus : 0,
          swapped,
          swapped || !lasting ? 0 : DuetAnswer.INSTANCES,
          gate);
    }
  }

  /** When a block ended, and what was known then. */
  private record BlockEnd(double seconds, StoredDuet.SoFar soFar) {}

  private final Course course;
  private final Optional<Both<RunServer>> servers;
  private final RunTerminal terminal;
  private final Clock clock = Clock.system();
  private final SharedCpus placement;
  private volatile List<DuetSide> sides = List.of();
  private final Map<String, Block> blocks = new HashMap<>();
  private final Step.Work step;
  private final int operations;

  /** The ends of the series' blocks. */
  private final List<BlockEnd> blockEnds = new ArrayList<>();

  private final Map<Side, List<OperationStats>> latencies = new EnumMap<>(Side.class);
  private final long seed;

  /** The sides that wait for the next block, and the step that they have ended. */
  private final Set<DuetSide> waiting = new HashSet<>();

  /** The sides that may begin. */
  private final Set<DuetSide> begun = new HashSet<>();

  private Optional<Step> ended = Optional.empty();
  private Optional<Step.Work> next = Optional.empty();
  private long turn;
  private int sign = 1;
  private int number;
  private int sampled;
  private int unplaced;
  private int leftOutBlocks;
  private long stepNanos;
  private long endNanos;
  private final DuetSeries series;
  private final Both<Setup> setups;
  private final List<String> mistakes = new ArrayList<>();
  private volatile boolean interrupted;

  /**
   * Prepares the duet; {@link #run} does it.
   *
   * @param setups of both sides
   * @param servers private ones; empty: the servers run already, or the database is inside
   */
  DuetRun(
      Course course,
      Both<Setup> setups,
      Step.Work step,
      Optional<Both<RunServer>> servers,
      RunTerminal terminal) {
    this.course = course;
    this.setups = setups;
    this.servers = servers;
    this.terminal = terminal;
    Plan plan = setups.a().plan();
    seed = setups.a().settings().seed();
    placement =
        new SharedCpus(course.cpus(), new Random64(Random64.hash(seed, "placement"))::nextInt);
    operations = plan.operations().size();
    series = new DuetSeries(operations);
    this.step = step;
  }

  /**
   * Does the duet.
   *
   * @param root the folder of its results
   * @return the exit code of the runs
   */
  int run(RunOptions options, Path root) throws InterruptedException {
    Interrupts interrupts =
        Interrupts.install(
            this::interrupt,
            "ending the duet",
            terminal.err(),
            terminal.process().patienceMillis());
    try {
      long token = new SecureRandom().nextLong();
      List<DuetSide> both = new ArrayList<>();
      for (Side side : Side.values()) {
        Setup setup = setups.of(side);
        Plan paired = new PairedPlan(setup.plan(), side, step, BLOCK_NANOS, this::block);
        both.add(
            new DuetSide(
                side,
                setup.with(paired),
                root,
                options,
                terminal,
                interrupts,
                this,
                servers.map(all -> all.of(side)),
                token));
      }
      sides = List.copyOf(both);
      if (interrupted) {
        return interrupts.exitCode(ExitCode.INTERRUPTED);
      }
      sides.forEach(DuetSide::start);
      conduct();
      return interrupts.exitCode(failure(root));
    } finally {
      placement.release(servers());
      interrupts.finished();
    }
  }

  /** Says what went wrong, and returns the worst exit code. */
  private int failure(Path root) {
    int worst = mistakes.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    mistakes.forEach(line -> terminal.say("ibench: " + line));
    for (DuetSide side : sides) {
      side.problems().forEach(line -> terminal.say("ibench: side " + side.side() + ": " + line));
      if (side.hasFailed() && side.problems().isEmpty() && !interrupted && mistakes.isEmpty()) {
        Path folder = root.resolve(side.side().folder());
        terminal.say("ibench: side " + side.side() + " failed: ibench report " + folder);
      }
      worst = ExitCode.worse(worst, side.code());
    }
    return worst;
  }

  private void interrupt() {
    interrupted = true;
    sides.forEach(DuetSide::interrupt);
  }

  private boolean isStopped() {
    if (interrupted) {
      return true;
    }
    for (int i = 0; i < sides.size(); i++) {
      if (sides.get(i).isStopped() || sides.get(i).isOver()) {
        return true;
      }
    }
    return false;
  }

  private synchronized Optional<Block> block(Step.Work work) {
    if (!isDuet(work)) {
      return Optional.empty();
    }
    return Optional.of(
        blocks.computeIfAbsent(
            work.name(),
            name ->
                new Block(
                    name,
                    length(work),
                    seed,
                    operations,
                    clock,
                    new Block.Meter() {
                      @Override
                      public void begin(Side side) {
                        sides.get(side.ordinal()).beginBlock();
                      }

                      @Override
                      public Costs end(Side side) {
                        return sides.get(side.ordinal()).endBlock();
                      }
                    },
                    new Block.Pairs(work.threads(), Math.max(1, course.cpus())),
                    this::isStopped)));
  }

  private Block.Length length(Step.Work work) {
    if (PairedPlan.number(work).isEmpty()) {
      return FIRST;
    }
    long nanos = setups.a().cpuProfile().blockNanos();
    return PairedPlan.isSampled(work)
        ? new Block.Length(MEASURED.warmUpNanos(), nanos, MEASURED.enoughPairs(), nanos)
        : MEASURED;
  }

  @Override
  public boolean isDuet(Step each) {
    return each.name().equals(step.name())
        || PairedPlan.number(each).isPresent() && each.like().equals(Optional.of(step.name()));
  }

  @Override
  public synchronized boolean bothMayBegin(DuetSide side) throws InterruptedException {
    begun.add(side);
    notifyAll();
    while (begun.size() < sides.size() && sides.stream().noneMatch(DuetSide::isOver)) {
      wait();
    }
    return begun.size() == sides.size();
  }

  @Override
  public synchronized Optional<Step.Work> blockEnded(DuetSide side, Step step)
      throws InterruptedException {
    long own = turn;
    ended = Optional.of(step);
    waiting.add(side);
    notifyAll();
    while (turn == own) {
      wait();
    }
    return next;
  }

  @Override
  public synchronized void interval(DuetSide side, StepStart step, List<OperationStats> interval) {
    if (PairedPlan.number(step.name()).isEmpty()) {
      return;
    }
    List<OperationStats> sums =
        latencies.computeIfAbsent(
            side.side(),
            none -> interval.stream().map(each -> new OperationStats(0, false)).toList());
    for (int i = 0; i < interval.size(); i++) {
      sums.get(i).add(interval.get(i));
    }
  }

  @Override
  public synchronized void over(DuetSide side) {
    notifyAll();
  }

  /** Decides between blocks until both runs are over. */
  private void conduct() throws InterruptedException {
    while (true) {
      Optional<Step> block = awaitBoth();
      if (block.isEmpty()) {
        return;
      }
      Optional<Step.Work> more = isStopped() ? Optional.empty() : decide((Step.Work) block.get());
      synchronized (this) {
        next = more;
        waiting.clear();
        turn++;
        notifyAll();
      }
    }
  }

  /** The step whose block both have ended; empty when both runs are over. */
  private synchronized Optional<Step> awaitBoth() throws InterruptedException {
    while (true) {
      long over = sides.stream().filter(DuetSide::isOver).count();
      if (over == sides.size()) {
        return Optional.empty();
      }
      if (waiting.size() + over == sides.size()) {
        return ended;
      }
      if (sides.stream().anyMatch(DuetSide::hasFailed)) {
        sides.forEach(side -> side.stop("the other side has failed"));
      }
      wait();
    }
  }

  /** A block has workers with all their statements. */
  private synchronized void forget(Step.Work block) {
    blocks.remove(block.name());
  }

  /** After a block: the next one; empty if no more are needed. */
  private Optional<Step.Work> decide(Step.Work ended) throws InterruptedException {
    long now = clock.nanoTime();
    if (PairedPlan.isSampled(ended)) {
      forget(ended);
      return sampledBlock();
    }
    if (PairedPlan.number(ended).isEmpty()) {
      List<String> unequal =
          DuetSides.unequal(setups.a().plan(), sides.get(0).data(), sides.get(1).data());
      if (!unequal.isEmpty()) {
        mistakes.addAll(unequal);
        return Optional.empty();
      }
      number = 0;
      stepNanos = now;
      endNanos = now;
    } else {
      Block block = block(ended).orElseThrow();
      BlockResult result = block.result(sign);
      if (result.pairs() == 0) {
        mistakes.add(
            "step "
                + step.name()
                + " has nothing left to do before a block is over; --step names another one: "
                + String.join(", ", DuetSides.names(setups.a().plan(), step)));
        return Optional.empty();
      }
      forget(ended);
      if (result.costs().a().restarted() || result.costs().b().restarted()) {
        leftOutBlocks++;
        terminal.say("  block " + number + " is left out: a server was started again in it");
      } else {
        series.add(result);
        StoredDuet.SoFar soFar = new StoredDuet.SoFar(ratio(series.time()), ratio(cpu()));
        blockEnds.add(new BlockEnd((now - stepNanos) / 1e9, soFar));
      }
      endNanos = now;
      DuetAnswer answer = answer();
      say(result, answer);
      boolean balanced = !course.swaps() || number % 2 == 0;
      boolean decided =
          course
              .gate()
              .map(gate -> gate.isDecided(series.time().widened(unknown()), cpu()))
              .orElse(answer.state() != DuetAnswer.State.OPEN);
      boolean enough = series.blocks().size() >= DuetAnswer.FEWEST_BLOCKS;
      if (decided && balanced && enough) {
        return sampledBlock();
      }
    }
    if (now - stepNanos > course.mostNanos() && number >= DuetAnswer.FEWEST_BLOCKS) {
      return sampledBlock();
    }
    number++;
    return next(PairedPlan.block(step, number, BLOCK_NANOS));
  }

  /** The next block for the profile, after all others; empty if there is none. */
  private Optional<Step.Work> sampledBlock() throws InterruptedException {
    boolean vain = sampled > 0 && !sides.stream().allMatch(DuetSide::isSampled);
    if (!setups.a().cpuProfile().isOn() || sampled == SAMPLED_BLOCKS || vain) {
      return Optional.empty();
    }
    if (sampled == 0) {
      terminal.say(
          format(
              "  %d blocks of %.0f s more for the CPU profile, which enter no figure",
              SAMPLED_BLOCKS, setups.a().cpuProfile().blockNanos() / 1e9));
    }
    sampled++;
    return next(PairedPlan.sampled(step, sampled, BLOCK_NANOS));
  }

  /** Makes the servers and their places ready for a block; empty if that fails. */
  private Optional<Step.Work> next(Step.Work block) throws InterruptedException {
    try {
      if (servers.isPresent()) {
        restart(servers.get());
      }
    } catch (ServerException e) {
      if (PairedPlan.isSampled(block)) {
        terminal.say("  no more blocks for the profile: " + e.getMessage());
        return Optional.empty();
      }
      mistakes.add("a server does not start again: " + e.getMessage());
      e.details().forEach(line -> mistakes.add("  " + line));
      return Optional.empty();
    }
    if (course.cpus() > 0
        && (isEmbedded() || sides.stream().allMatch(each -> each.pid().isPresent()))) {
      placement.draw(servers());
    } else if (!PairedPlan.isSampled(block)) {
      unplaced++;
    }
    return Optional.of(block);
  }

  private void restart(Both<RunServer> both) throws ServerException, InterruptedException {
    placement.release(servers());
    if (course.swaps()) {
      sign = -sign;
    }
    RunServer.restart(both.a(), both.b(), course.swaps(), terminal);
  }

  /** The processes of both servers, as far as they are on this machine. */
  private List<Long> servers() {
    List<Long> all = new ArrayList<>();
    for (DuetSide side : sides) {
      if (side.pid().isPresent()) {
        all.add(side.pid().getAsLong());
        if (side.withChildren()) {
          all.addAll(ProcessCosts.descendants(side.pid().getAsLong()));
        }
      }
    }
    return all;
  }

  private DuetAnswer answer() {
    DuetAnswer answer = DuetAnswer.of(series.time(), cpu(), course.within(), course.instances());
    return interrupted && sampled == 0 ? answer.interrupted() : answer;
  }

  /** What may belong to the instances, as a logarithm. */
  private double unknown() {
    return Math.log1p(course.instances());
  }

  private AnytimeInterval cpu() {
    return isEmbedded() ? series.clientCpu() : series.serverCpu();
  }

  private boolean isEmbedded() {
    return sides.stream().allMatch(DuetSide::isEmbedded);
  }

  private void say(BlockResult block, DuetAnswer answer) {
    terminal.say(
        String.format(
            Locale.ROOT,
            "  block %d, %.0f s: %,d pairs; %s",
            number,
            seconds(),
            block.pairs(),
            answer.sentence()));
  }

  /** From the first measured block on to the last one. */
  private double seconds() {
    return (endNanos - stepNanos) / 1e9;
  }

  /** Whether a block has been measured. After the run. */
  boolean hasBegun() {
    return !series.blocks().isEmpty();
  }

  /** Whether the user's condition is true for the whole interval. After the run. */
  boolean failsGate() {
    return course
        .gate()
        .filter(gate -> gate.isTrue(series.time().widened(unknown()), cpu()))
        .isPresent();
  }

  /** What was found. After the run. */
  StoredDuet found() {
    DuetAnswer answer =
        interrupted && sampled == 0
            ? answer()
            : DuetAnswer.atEnd(series.time(), cpu(), course.within(), course.instances());
    Setup setup = setups.a();
    List<StoredDuet.Block> stored = new ArrayList<>();
    for (BlockResult block : series.blocks()) {
      stored.add(
          new StoredDuet.Block(
              stored.size() + 1,
              block.sign() < 0,
              block.pairs(),
              ratio(series.time(block)),
              ratio(isEmbedded() ? series.clientCpu(block) : series.serverCpu(block)),
              blockEnds.get(stored.size()).seconds,
              blockEnds.get(stored.size()).soFar));
    }
    return new StoredDuet(
        answer.sentence() + instanceText() + timeText(answer),
        answer.state().name().toLowerCase(Locale.ROOT),
        new StoredDuet.Subject(
            setup.workload(), setup.database(), step.name(), sides.get(0).version()),
        differences(),
        new StoredDuet.Course(
            100 * course.within(),
            seconds(),
            series.failedPairs(),
            otherAnswers(setup.plan()),
            100 * course.instances()),
        ratio(series.time()),
        ratio(cpu()),
        swapped() ? ratio(series.instance()) : StoredDuet.Ratio.UNKNOWN,
        storedOperations(setup.plan()),
        storedCosts(),
        stored,
        new StoredDuet.Remarks(warnings(setup.plan()), notes()));
  }

  /** What the tables themselves are worth, if it is more than two equal instances differ by. */
  private String instanceText() {
    AnytimeInterval instance = series.instance();
    boolean known = swapped() && instance.isKnown() && instance.excludesZero();
    double worth = Math.expm1(instance.estimate());
    return known && Math.abs(worth) > DuetAnswer.INSTANCES
        ? format(
            "; the tables that B loaded are %.1f %% %s, which the change of data takes out"
                + " (--no-swap keeps them with B)",
            100 * Math.abs(worth), worth > 0 ? "slower" : "faster")
        : "";
  }

  private String timeText(DuetAnswer answer) {
    return format(
        "; %safter %.0f s", answer.state() == DuetAnswer.State.OPEN ? "" : "decided ", seconds());
  }

  /** With one pair at a time both sides do the same in one order. */
  private Optional<String> otherAnswers(Plan plan) {
    boolean comparable =
        (course.cpus() <= 1 || plan.workersAreIndependent(step))
            && sides.get(0).data().loadMillis() == sides.get(1).data().loadMillis();
    int first = series.firstOther();
    return comparable && first >= 0 ? Optional.of(plan.operations().get(first)) : Optional.empty();
  }

  private List<String> warnings(Plan plan) {
    List<String> warnings = new ArrayList<>();
    otherAnswers(plan).ifPresent(name -> warnings.add("B gives other answers, first in " + name));
    if (series.unlikePairs() > 0) {
      warnings.add(
          format(
              "in %,d pairs the sides did different operations, which count for nothing",
              series.unlikePairs()));
    }
    return warnings;
  }

  private Map<String, List<String>> differences() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    List<String> versions = sides.stream().map(DuetSide::version).toList();
    if (versions.stream().distinct().count() > 1) {
      all.put("version", versions);
    }
    all.putAll(DuetSides.differences(setups));
    return all;
  }

  private boolean swapped() {
    return course.swaps() && series.blocks().size() > 1;
  }

  private static StoredDuet.Ratio ratio(AnytimeInterval of) {
    if (of.numbers() == 0) {
      return StoredDuet.Ratio.UNKNOWN;
    }
    return new StoredDuet.Ratio(
        Optional.of(Math.exp(of.estimate())),
        of.isKnown() ? Optional.of(Math.exp(of.low())) : Optional.empty(),
        of.isKnown() ? Optional.of(Math.exp(of.high())) : Optional.empty());
  }

  private static StoredDuet.Ratio ratio(double log) {
    return Double.isNaN(log)
        ? StoredDuet.Ratio.UNKNOWN
        : new StoredDuet.Ratio(Optional.of(Math.exp(log)), Optional.empty(), Optional.empty());
  }

  private List<StoredDuet.Operation> storedOperations(Plan plan) {
    double all = 0;
    for (int i = 0; i < operations; i++) {
      all += micros(i);
    }
    List<StoredDuet.Operation> stored = new ArrayList<>();
    for (int i = 0; i < operations; i++) {
      if (series.pairs(i) > 0) {
        stored.add(
            new StoredDuet.Operation(
                plan.operations().get(i),
                series.pairs(i),
                micros(i) / all,
                ratio(series.time(i)),
                series.meanMicros(i, Side.A),
                series.meanMicros(i, Side.B),
                p99Micros(i, Side.A),
                p99Micros(i, Side.B)));
      }
    }
    stored.sort(Comparator.comparingDouble(StoredDuet.Operation::share).reversed());
    return stored;
  }

  private double micros(int operation) {
    long pairs = series.pairs(operation);
    return pairs == 0
        ? 0
        : pairs * (series.meanMicros(operation, Side.A) + series.meanMicros(operation, Side.B));
  }

  private double p99Micros(int operation, Side side) {
    List<OperationStats> own = latencies.get(side);
    return own == null ? 0 : own.get(operation).serviceSummary().p99Nanos() / 1e3;
  }

  private List<StoredDuet.Cost> storedCosts() {
    List<StoredDuet.Cost> costs = new ArrayList<>();
    if (!isEmbedded()) {
      cost(costs, "CPU of the server", "us", 1e3, Costs::serverCpuNanos);
    }
    String client = isEmbedded() ? "CPU of ibench with the database" : "CPU of ibench";
    cost(costs, client, "us", 1e3, Costs::clientCpuNanos);
    if (!isEmbedded()) {
      cost(costs, "written", "KB", 1024, Costs::writtenBytes);
      cost(costs, "read", "KB", 1024, Costs::readBytes);
    }
    return costs;
  }

  private void cost(
      List<StoredDuet.Cost> costs,
      String name,
      String unit,
      double scale,
      ToLongFunction<Costs> total) {
    Optional<Double> a = known(series.cost(Side.A, total) / scale);
    Optional<Double> b = known(series.cost(Side.B, total) / scale);
    costs.add(new StoredDuet.Cost(name, unit, a, b));
  }

  private static Optional<Double> known(double value) {
    return Double.isNaN(value) ? Optional.empty() : Optional.of(value);
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (series.failedPairs() > 0) {
      notes.add(
          format(
              "%,d pairs count for no ratio, because an operation failed or was repeated on a side",
              series.failedPairs()));
    }
    if (leftOutBlocks > 0) {
      notes.add(format("blocks in which a server was started again: %d, left out", leftOutBlocks));
    }
    if (series.leftOut() >= 0.01) {
      notes.add(
          format(
              "operations with %.0f %% of the time have too few pairs, and are not in the answer",
              100 * series.leftOut()));
    }
    notes.add(
        placement.isEffective() && unplaced == 0
            ? format(
                "ibench and the database shared %d CPU%s, drawn anew for each block",
                course.cpus(), course.cpus() == 1 ? "" : "s")
            : "where the servers ran could not be held equal, so their places look like a"
                + " difference; more blocks, not longer ones, tell");
    if (swapped()) {
      notes.add(
          format(
              "private servers, started anew for each block, changed their data %d times",
              series.blocks().size()));
    } else if (course.instances() > 0) {
      notes.add(
          format(
              "the sides keep their data and memory; up to %.1f %% belong to these instances and not"
                  + " to the settings",
              100 * course.instances()));
    }
    notes.add(
        "not measured: throughput at saturation, lock contention among many threads, background"
            + " work that outlives a block");
    return notes;
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
