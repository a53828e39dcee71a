package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread of a step, with its session and loop. */
final class WorkerThread implements StallWatch.WorkerProgress, SilenceWatch.Caller {

  /** Frames of a stack: the innermost ones, and those of ibench around them. */
  private static final int INNERMOST = 3;

  private static final int MAX_FRAMES = 12;

  /** An abort may come too early, for example before a session is opened. */
  private static final long ABORT_AGAIN_MILLIS = 200;

  private final StepWorkers stepWorkers;
  private final StepContext context;
  private final Step.Work step;
  private final WorkerSlot slot;
  private final RunControl control;
  private final Thread thread;
  private volatile @Nullable Session session;
  private volatile @Nullable WorkerLoop loop;
  private volatile @Nullable LapRecorder laps;
  private volatile boolean aborted;

  WorkerThread(StepWorkers stepWorkers, StepContext context, Step.Work step, WorkerSlot slot) {
    this.stepWorkers = stepWorkers;
    this.context = context;
    this.step = step;
    this.slot = slot;
    this.control = context.control();
    this.thread = new Thread(this::live, threadName());
    this.thread.setDaemon(true);
  }

  private String threadName() {
    String role = slot.group().name().isEmpty() ? "" : "." + slot.group().name();
    return "ibench-" + step.name() + role + "-" + slot.number();
  }

  void start() {
    thread.start();
  }

  void wake() {
    LockSupport.unpark(thread);
  }

  private void live() {
    boolean died = false;
    try {
      if (open()) {
        stepWorkers.ready();
        work(stepWorkers.awaitGo());
      }
    } catch (DatabaseException e) {
      stepWorkers.loses();
      control.fail(e.kind().label() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      control.threadInterrupted();
    } catch (RuntimeException | Error e) {
      died = true;
      stepWorkers.loses();
      control.fail("worker " + thread.getName() + " died: " + e);
      throw e;
    } finally {
      slot.followGate().leave();
      stepWorkers.leaves();
      close();
      stepWorkers.ended(slot, died);
    }
  }

  /** Waits for the server if it has just gone away. Returns false when the run was stopped. */
  private boolean open() throws DatabaseException {
    ReconnectBackoff backoff = context.backoff(seed());
    ReconnectBackoff opening = context.backoffAfterOutage(seed());
    return opening
        .call(
            () -> {
              close();
              try {
                session = context.database().sessionForWorker();
                loop = prepare(session, backoff);
                return true;
              } catch (DatabaseException e) {
                if (backoff.awaits(e.kind())) {
                  stepWorkers.notOpened(e);
                }
                throw e;
              }
            },
            () -> aborted)
        .orElse(false);
  }

  /** A lost connection was reported already; other failures end the run. */
  private void close() {
    Session open = session;
    session = null;
    if (open != null) {
      try {
        open.close();
      } catch (DatabaseException e) {
        if (!aborted && !RetryPolicy.isLoss(e.kind())) {
          control.fail("closing a session: " + e.kind().label() + ": " + e.getMessage());
        }
      }
    }
  }

  private WorkerLoop prepare(Session own, ReconnectBackoff backoff) throws DatabaseException {
    laps = new LapRecorder(context.clock(), context.plan().parts().size());
    Worker worker =
        context
            .experiment()
            .worker(step, slot.group(), slot.number(), own, new Random64(seed()), laps);
    stepWorkers.register().begin();
    RetryingExecutor executor =
        new RetryingExecutor(
            worker,
            slot.recorder(),
            context.clock(),
            control,
            slot.stop(),
            context.settings(),
            new Random64(Random64.hash(seed(), "retry")),
            new WorkerConnection(own, backoff, context.clock(), control, context.outages()),
            step.complete());
    return new WorkerLoop(
        worker,
        executor,
        slot.recorder(),
        context.clock(),
        context.auxiliary(slot.group()),
        slot.followGate(),
        slot.stop(),
        stepWorkers.gate(),
        context.settings().rowTimeMillis());
  }

  /** All random numbers of this thread are derived from it. */
  private long seed() {
    return Random64.hash(
        context.streamSeed(),
        "worker",
        step.name(),
        slot.group().name(),
        Integer.toString(slot.number()));
  }

  private void work(Optional<Schedule> go) {
    if (go.isEmpty() || control.isStopped()) {
      return;
    }
    Schedule when = go.get().endingAt(slot.endNanos(go.get().endNanos()));
    stepWorkers.beginsWork();
    try {
      Objects.requireNonNull(loop)
          .run(
              Pacers.of(
                  slot.group(),
                  step.profileOf(slot.group()),
                  slot.number(),
                  when,
                  context.clock(),
                  slot.stop(),
                  seed()),
              when.startNanos(),
              when.startEpochMillis(),
              when.endNanos(),
              slot.budget().orElse(Long.MAX_VALUE));
    } finally {
      stepWorkers.endsWork();
    }
  }

  /** The part of its budget that it has not begun; 0 without a budget. After its end. */
  long operationsLeft() {
    WorkerLoop over = loop;
    return slot.budget().isEmpty() || over == null ? 0 : over.operationsLeft();
  }

  /**
   * Aborts the current operation, and whatever the thread waits for afterwards; returns when it has
   * ended. Any other thread.
   */
  void abortUntilEnded() {
    aborted = true;
    WorkerLoop running = loop;
    if (running != null) {
      running.abort();
    }
    wake();
    try {
      do {
        abortSession();
        thread.join(ABORT_AGAIN_MILLIS);
      } while (thread.isAlive());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void abortSession() {
    Session open = session;
    if (open != null) {
      open.abort();
    }
  }

  /** On a separate thread without a wait: an abort may call the server, which may hang. */
  private void aside(Runnable abort) {
    Thread aborter = new Thread(abort, name() + "-abort");
    aborter.setDaemon(true);
    aborter.start();
  }

  /** Aborts on a separate thread whatever the thread waits for until it ends. Any thread. */
  void abort() {
    aside(this::abortUntilEnded);
  }

  @Override
  public long progress() {
    WorkerLoop running = loop;
    return running == null ? 0 : running.progress();
  }

  @Override
  public boolean isCalling() {
    WorkerLoop running = loop;
    return running != null && running.isCalling();
  }

  @Override
  public String breakOff(long afterNanos) {
    String stack = frames(thread.getStackTrace());
    WorkerLoop running = loop;
    if (running != null) {
      running.breakOff(afterNanos);
    }
    aside(this::abortSession);
    return stack;
  }

  /** The frames inside the operation that tell most, innermost first. */
  private static String frames(StackTraceElement[] stack) {
    List<String> frames = new ArrayList<>();
    for (int i = 0; i < stack.length && frames.size() < MAX_FRAMES; i++) {
      String type = stack[i].getClassName();
      if (type.equals(RetryingExecutor.class.getName())) {
        break;
      }
      if (i < INNERMOST || type.startsWith("io.ibench.")) {
        frames.add(
            type.substring(type.lastIndexOf('.') + 1)
                + "."
                + stack[i].getMethodName()
                + ":"
                + stack[i].getLineNumber());
      }
    }
    return String.join(" < ", frames);
  }

  String name() {
    return thread.getName();
  }

  /** The worker's checksum of an operation; 0 if there was no worker. After the worker's end. */
  long checksum(int operation) {
    WorkerLoop ended = loop;
    return ended == null ? 0 : ended.worker().checksum(operation);
  }

  /** The times of the parts of its operations; empty before the worker exists. */
  Optional<LapRecorder> laps() {
    return Optional.ofNullable(laps);
  }

  /** The worker's counters; empty before the worker exists. */
  Optional<WorkloadCounters> workloadCounters() {
    return Optional.ofNullable(loop).map(made -> made.worker().counters());
  }

  /** What the workload's books take from the worker; empty before it exists. */
  Optional<WorkloadCounters> booked() {
    return Optional.ofNullable(loop).map(made -> made.worker().booked());
  }

  /** The number of the totals that the worker's counters belong to. */
  int totals(Step.Work work) {
    return context.experiment().totalsOf(work, slot.group(), slot.number());
  }

  /** Age of the operation in flight; 0 without one. */
  long inFlightNanos(long now) {
    WorkerLoop running = loop;
    return running == null ? 0 : running.inFlightNanos(now);
  }

  @Override
  public boolean isInFlight() {
    WorkerLoop running = loop;
    return running != null && running.isInFlight();
  }

  @Override
  public long finishedNanos() {
    WorkerLoop running = loop;
    return running == null ? 0 : running.finishedNanos();
  }

  /** Whether its operations last as long as its rate says, and not as long as the database does. */
  boolean holdsSnapshots() {
    return slot.group().holdsSnapshots();
  }

  /** Whether it waits for nothing but the database: no target rate, no leader, no follower. */
  boolean isUnthrottled() {
    return slot.group().rate().isUnlimited() && slot.followGate() == FollowGate.ALONE;
  }

  /** See {@link WorkerLoop#workedNanos}. */
  long workedNanos(long now) {
    WorkerLoop running = loop;
    return running == null ? 0 : running.workedNanos(now);
  }

  /** See {@link WorkerLoop#insideNanos}. */
  long insideNanos(long now) {
    WorkerLoop running = loop;
    return running == null ? 0 : running.insideNanos(now);
  }

  /** The end of the last operation; {@code otherwise} without one. */
  long lastNanosOr(long otherwise) {
    WorkerLoop ended = loop;
    return ended == null ? otherwise : ended.lastNanosOr(otherwise);
  }
}
