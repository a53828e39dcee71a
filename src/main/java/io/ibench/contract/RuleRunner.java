package io.ibench.contract;

import io.ibench.contract.RuleResult.State;
import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs rules one after the other on a database, each on its own thread. Confined to one thread,
 * except {@link #interrupt}.
 */
public final class RuleRunner {

  /**
   * How long things may take, in nanoseconds.
   *
   * @param ruleNanos a rule that takes longer is aborted
   * @param abortNanos a rule that takes longer to end after that is left alone
   */
  public record Limits(long ruleNanos, long abortNanos) {

    /** Two minutes, and five seconds. */
    public static final Limits USUAL =
        new Limits(TimeUnit.MINUTES.toNanos(2), TimeUnit.SECONDS.toNanos(5));
  }

  private static final long WAITING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Database database;
  private final Adapter adapter;
  private final Limits limits;
  private final LongSupplier clock;
  private final Waiting waiting;
  private volatile boolean interrupted;
  private volatile boolean stuck;
  private volatile @Nullable Workspace current;

  /** Is told of a rule that takes long, on the thread of {@link RuleRunner#run}. */
  public interface Waiting {

    /**
     * Called every ten seconds.
     *
     * @param nanos since its begin
     */
    void on(ContractRule rule, long nanos);
  }

  /**
   * Makes a runner.
   *
   * @param database none of the tables of {@link Contract#existingTables} exists in it
   * @param adapter the database's
   * @param clock in nanoseconds
   */
  public RuleRunner(
      Database database, Adapter adapter, Limits limits, LongSupplier clock, Waiting waiting) {
    this.database = database;
    this.adapter = adapter;
    this.limits = limits;
    this.clock = clock;
    this.waiting = waiting;
  }

  /**
   * Whether a rule hangs that cannot be aborted: its tables exist, its thread may still use them,
   * and no other rule can run.
   */
  public boolean isStuck() {
    return stuck;
  }

  /** Aborts the rule that runs, which drops its tables; later ones do not run. Thread-safe. */
  public void interrupt() {
    interrupted = true;
    Workspace running = current;
    if (running != null) {
      abort(running);
    }
  }

  /** On another thread without a wait: an abort may call the server, which may hang. */
  private static void abort(Workspace running) {
    Future<?> unused =
        Workspace.elsewhere(
            () -> {
              running.abort();
              return true;
            });
  }

  /** Runs a rule, and returns when it has ended and dropped its tables. */
  public RuleResult run(ContractRule rule) {
    Optional<String> reason = rule.inapplicable(adapter, database);
    if (reason.isPresent()) {
      return new RuleResult(rule, State.NOT_APPLICABLE, 0, List.of(reason.get()));
    }
    if (stuck) {
      throw new IllegalStateException("a rule before it hangs");
    }
    long begin = clock.getAsLong();
    Workspace workspace = new Workspace(database, adapter);
    current = workspace;
    FutureTask<List<String>> task = Workspace.elsewhere(() -> details(rule, workspace));
    if (interrupted) {
      abort(workspace);
    }
    RuleResult result = await(rule, task, workspace, begin);
    current = null;
    return result;
  }

  private RuleResult await(
      ContractRule rule, FutureTask<List<String>> task, Workspace workspace, long begin) {
    long limitNanos = limits.ruleNanos();
    Optional<List<String>> details = Optional.empty();
    long nanos = 0;
    while (details.isEmpty() && nanos < limitNanos && !Thread.currentThread().isInterrupted()) {
      if (nanos > 0) {
        waiting.on(rule, nanos);
      }
      details = within(task, Math.min(WAITING_NANOS, limitNanos - nanos));
      nanos = clock.getAsLong() - begin;
    }
    if (details.isPresent()) {
      State state =
          interrupted ? State.INTERRUPTED : details.get().isEmpty() ? State.KEPT : State.BROKEN;
      return new RuleResult(rule, state, nanos, details.get());
    }
    abort(workspace);
    String limit =
        String.format(
            Locale.ROOT, "an end within %,d s", TimeUnit.NANOSECONDS.toSeconds(limitNanos));
    boolean ended = within(task, limits.abortNanos()).isPresent();
    stuck = !ended;
    return new RuleResult(
        rule,
        interrupted ? State.INTERRUPTED : State.HANGING,
        nanos,
        List.of(
            "expected: " + limit,
            ended
                ? "actual:   it hangs; Session.abort ended it"
                : "actual:   it hangs, and Session.abort does not end it"));
  }

  private static Optional<List<String>> within(FutureTask<List<String>> task, long nanos) {
    try {
      return Optional.of(task.get(nanos, TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Runs it on this thread; empty if the database keeps the rule. */
  private static List<String> details(ContractRule rule, Workspace workspace) {
    List<String> details = List.of();
    try {
      rule.check(workspace);
    } catch (Throwable e) {
      details = details(e);
    }
    try {
      workspace.close();
    } catch (DatabaseException | RuntimeException e) {
      if (details.isEmpty()) {
        details =
            List.of(
                "expected: its sessions are closed and its tables dropped", "actual:   " + text(e));
      }
    }
    return details;
  }

  private static List<String> details(Throwable e) {
    return e instanceof Violation violation
        ? List.of("expected: " + violation.expected(), "actual:   " + violation.actual())
        : List.of("expected: no failure", "actual:   " + text(e), "at:       " + place(e));
  }

  private static String text(Throwable e) {
    return e instanceof DatabaseException failure
        ? failure.kind() + ": " + failure.getMessage()
        : e.toString();
  }

  /** The first line of the trace that is neither Java's own nor the JDBC kit's. */
  private static String place(Throwable e) {
    return Arrays.stream(e.getStackTrace())
        .filter(frame -> !frame.getClassName().matches("(javax?|jdk|io\\.ibench\\.db\\.jdbc)\\..*"))
        .findFirst()
        .map(StackTraceElement::toString)
        .orElse("an unknown place");
  }
}
