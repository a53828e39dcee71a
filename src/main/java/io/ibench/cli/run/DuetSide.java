package io.ibench.cli.run;

import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Setup;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.duet.Costs;
import io.ibench.duet.Side;
import io.ibench.engine.RunControl;
import io.ibench.engine.StepSequel;
import io.ibench.host.Proc;
import io.ibench.host.ProcessCosts;
import io.ibench.measure.OperationStats;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The run of one side of a duet, on a thread of its own. What is not said otherwise is for that
 * thread.
 */
final class DuetSide implements RunFrame, RunSequel, RunListener, StepSequel {

  /** What all blocks of both sides have in common. */
  interface Meeting {

    /**
     * The run of a side may begin: waits for the other side, before anything is touched.
     *
     * @return whether both may
     */
    boolean bothMayBegin(DuetSide side) throws InterruptedException;

    /**
     * A side's block has ended: waits for the other side.
     *
     * @return the next block; empty: the duet of this step is over
     */
    Optional<Step.Work> blockEnded(DuetSide side, Step step) throws InterruptedException;

    /** What its workers have done in an interval of a step. */
    void interval(DuetSide side, StepStart step, List<OperationStats> operations);

    /** Whether the step is done as a duet. */
    boolean isDuet(Step step);

    /** The run of a side is over. */
    void over(DuetSide side);
  }

  private final Side side;
  private final Setup setup;
  private final Path root;
  private final RunOptions options;
  private final RunTerminal quiet;
  private final Interrupts interrupts;
  private final Meeting meeting;
  private final Optional<RunServer> server;
  private final long leaseToken;
  private final List<String> problems = new ArrayList<>();
  private volatile Optional<ReadyRun> run = Optional.empty();
  private volatile String version = "";
  private volatile @Nullable RunControl control;
  private volatile @Nullable ProcessCosts atBegin;
  private volatile boolean interrupted;
  private volatile boolean stopped;
  private volatile int code = ExitCode.DONE;
  private volatile boolean isOver;

  /**
   * @param setup with the paired plan
   * @param root the folder of the duet
   * @param server of its own
   * @param leaseToken the same for both sides, which may get each other's tables
   */
  DuetSide(
      Side side,
      Setup setup,
      Path root,
      RunOptions options,
      RunTerminal terminal,
      Interrupts interrupts,
      Meeting meeting,
      Optional<RunServer> server,
      long leaseToken) {
    this.server = server;
    this.leaseToken = leaseToken;
    this.side = side;
    this.setup = setup;
    this.root = root;
    this.options = options;
    PrintWriter nothing = new PrintWriter(Writer.nullWriter());
    this.quiet = new RunTerminal(nothing, nothing, terminal.process());
    this.interrupts = interrupts;
    this.meeting = meeting;
  }

  Side side() {
    return side;
  }

  /** Begins the run. */
  void start() {
    Thread thread = new Thread(this::live, "ibench-duet-" + side.folder());
    thread.setDaemon(true);
    thread.start();
  }

  private void live() {
    try {
      code = new NewRun(options, quiet, this, Optional.empty()).run(setup, this);
    } catch (UsageException | RefusedException e) {
      addProblems(ErrorReporter.mistakes(e));
      code = ExitCode.USAGE;
    } catch (DatabaseException e) {
      addProblems(List.of(ErrorReporter.line(e)));
      code = ExitCode.FAILED;
    } catch (InterruptedException e) {
      code = ExitCode.INTERRUPTED;
    } catch (RuntimeException | Error e) {
      addProblems(List.of("its run died: " + e));
      code = ExitCode.FAILED;
      throw e;
    } finally {
      isOver = true;
      meeting.over(this);
    }
  }

  private synchronized void addProblems(List<String> lines) {
    problems.addAll(lines);
  }

  /** Why it failed, one line each. Any thread. */
  synchronized List<String> problems() {
    return List.copyOf(problems);
  }

  /** Any thread. */
  boolean isOver() {
    return isOver;
  }

  /** The exit code of its run. After its end. */
  int code() {
    return code;
  }

  /** Ends the run at the user's request. Any thread. */
  void interrupt() {
    interrupted = true;
    RunControl own = control;
    if (own != null) {
      own.interrupt();
    }
  }

  /** Whether its workers begin nothing more. Any thread. */
  boolean isStopped() {
    RunControl own = control;
    return stopped || interrupted || own != null && own.isStopped();
  }

  /** Whether its run has failed. After its end. */
  boolean hasFailed() {
    return isOver && code != ExitCode.DONE;
  }

  /** Ends its run, because the other side has failed. Any thread. */
  void stop(String why) {
    stopped = true;
    RunControl own = control;
    if (own != null && !own.isStopped()) {
      own.fail(why);
    }
  }

  /** The measured part of a block begins. Any thread. */
  void beginBlock() {
    atBegin = read();
  }

  /** What the server has used since then. Any thread. */
  Costs endBlock() {
    ProcessCosts before = atBegin;
    ProcessCosts now = read();
    if (before == null) {
      return Costs.UNKNOWN;
    }
    ProcessCosts.Bytes bytes = now.bytesSince(before);
    return Costs.ofServer(
        now.cpuSince(before), bytes.written(), bytes.read(), now.pid() != before.pid());
  }

  private ProcessCosts read() {
    return ProcessCosts.read(new Proc(), pid(), withChildren());
  }

  /** The server's process on this machine; empty for a database inside. Any thread. */
  OptionalLong pid() {
    if (isEmbedded()) {
      return OptionalLong.empty();
    }
    return server.isPresent()
        ? server.get().pid()
        : run.map(ready -> ready.probes().serverPid().get()).orElse(OptionalLong.empty());
  }

  /** Whether its CPU could be sampled in a block. */
  boolean isSampled() {
    return StoredCpuProfiles.read(root.resolve(side.folder())).stream()
        .flatMap(stored -> stored.profiles().stream())
        .anyMatch(profile -> profile.sampling().isPresent());
  }

  /** Its product with the version, as the database says. */
  String version() {
    return version;
  }

  /** What the register knows of its tables. */
  RegisteredDataset data() {
    return run.orElseThrow().dataset();
  }

  boolean withChildren() {
    return run.map(ready -> ready.database().location().withChildren()).orElse(false);
  }

  /** Whether the database is inside of ibench. */
  boolean isEmbedded() {
    return run.map(ready -> ready.database().location().embedded()).orElse(false);
  }

  @Override
  public NewFolder createFolder() throws UsageException {
    return OutputFolder.named(root.resolve(side.folder()));
  }

  /** Both sides have the same, because they may get each other's tables. */
  @Override
  public String id(Path folder) {
    return RunInfos.id(root);
  }

  @Override
  public long leaseToken() {
    return leaseToken;
  }

  @Override
  public void admit(RegisteredDataset dataset, Plan plan) {}

  @Override
  public Interrupts begin(RunControl of) {
    control = of;
    if (interrupted) {
      of.interrupt();
    }
    return interrupts;
  }

  @Override
  public void end(Interrupts handlers) {}

  @Override
  public RunListener listener() {
    return this;
  }

  @Override
  public StepSequel begin(ReadyRun ready, RunControl of, Hooks hooks, ResultFolder files) {
    run = Optional.of(ready);
    // Now: a database that is closed says nothing, and RocksDB would end the process.
    Description description = ready.database().description();
    version = description.product() + " " + description.version();
    try {
      if (!meeting.bothMayBegin(this)) {
        of.fail("the other side cannot begin");
      }
    } catch (InterruptedException e) {
      of.interrupt();
    }
    server.ifPresent(own -> own.serves(of::serverEnded, ready.setup().settings().outageMaxNanos()));
    return this;
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    meeting.interval(this, step, snapshot.operations());
  }

  @Override
  public void stepEnded(StepResult result) {
    String name = result.step().name();
    List<String> lines = new ArrayList<>();
    result.failure().ifPresent(why -> lines.add(name + ": " + why));
    result.problems().forEach(line -> lines.add(name + ": " + line));
    addProblems(lines);
  }

  @Override
  public void after(Step step, List<StepResult> results, More more) throws InterruptedException {
    if (!meeting.isDuet(step)) {
      return;
    }
    Step ended = step;
    List<StepResult> own = results;
    while (!own.isEmpty()) {
      Optional<Step.Work> next = meeting.blockEnded(this, ended);
      if (next.isEmpty()) {
        return;
      }
      ended = next.get();
      own = more.run(next.get());
    }
  }
}
