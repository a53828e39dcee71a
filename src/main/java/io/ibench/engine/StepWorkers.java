package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Gauge;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Recorder;
import io.ibench.measure.WorkerMetric;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadCounters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of one step, with their sessions and loops. The coordinating thread starts them,
 * releases them together, and waits for them. Methods without a note are for the coordinating
 * thread.
 *
 * <p>A step ends when all workers outside the background have ended, or all workers with a budget
 * have used it. Then all workers except followers are stopped; a follower ends when it has answered
 * everything that its leader committed.
 */
final class StepWorkers {

  private final RunControl control;
  private final StepContext context;
  private final String step;
  private final StepRegister register;
  private final ClientRecorders recorders;
  private final WorkerSlots slots;
  private final List<WorkerThread> threads;
  private final StopFlag over = new StopFlag();
  private final YieldGate gate;
  private final StopFlag brokenOff = new StopFlag();
  private final CountDownLatch ready;
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch done;
  private final AtomicInteger foreground;
  private final AtomicInteger budgets;
  private final AtomicInteger working = new AtomicInteger();
  private final AtomicInteger atWork;
  private final Thread coordinator = Thread.currentThread();
  private volatile Optional<Schedule> schedule = Optional.empty();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicReference<String> refusal = new AtomicReference<>();
  private volatile boolean died;

  /** Whether the step also waits for workers of other processes. */
  private final boolean waitsForPeers;

  private volatile long ownEndNanos = Long.MAX_VALUE;

  /**
   * Creates the threads.
   *
   * @throws IllegalArgumentException when the groups cannot work together
   */
  StepWorkers(StepContext context, Step.Work step) {
    this.context = context;
    this.step = step.name();
    this.register = new StepRegister(context, step);
    this.control = context.control();
    this.gate = YieldGate.ofThisThread(context.clock());
    this.recorders = new ClientRecorders(step, context.plan().operations().size());
    Division division = context.peers().division();
    this.slots = new WorkerSlots(step, division, context.clock(), over, brokenOff, recorders);
    this.waitsForPeers =
        !division.isWhole() && (step.operations().isPresent() || step.rows().isPresent());
    this.threads =
        slots.all().stream().map(slot -> new WorkerThread(this, context, step, slot)).toList();
    this.atWork = count(threads.size());
    this.ready = new CountDownLatch(threads.size());
    this.done = new CountDownLatch(threads.size());
    this.foreground =
        count(slots.all().stream().filter(slot -> !slot.group().background()).count());
    this.budgets = count(slots.all().stream().filter(slot -> slot.budget().isPresent()).count());
  }

  private static AtomicInteger count(long number) {
    return new AtomicInteger(Math.toIntExact(number));
  }

  /** Starts all threads; each one opens its session, prepares, and waits for {@link #go}. */
  void start() {
    control.onStop(this::stopAll);
    context.outages().prober().onChange(this::wakeThreads);
    threads.forEach(WorkerThread::start);
  }

  /** Waits until every worker is ready, or one has failed. */
  void awaitReady() throws InterruptedException {
    boolean all = false;
    boolean said = false;
    while (!all && !control.isStopped()) {
      all = ready.await(50, TimeUnit.MILLISECONDS);
      String why = refusal.get();
      if (why != null && !said) {
        said = true;
        context.listener().serverAwaited(step, why);
      }
    }
  }

  /** The server opens no session for a worker, which tries again. The worker's thread. */
  void notOpened(DatabaseException why) {
    refusal.compareAndSet(null, why.kind().label() + ": " + why.getMessage());
  }

  StepRegister register() {
    return register;
  }

  YieldGate gate() {
    return gate;
  }

  void go(Schedule when) {
    schedule = Optional.of(when);
    go.countDown();
  }

  /** Ends waiting workers without work: the run was stopped before the step began. */
  void dismiss() {
    go.countDown();
  }

  /** A worker is ready to work. The worker's thread. */
  void ready() {
    ready.countDown();
  }

  /** Waits for {@link #go}; empty when the worker was dismissed. The worker's thread. */
  Optional<Schedule> awaitGo() throws InterruptedException {
    go.await();
    return schedule;
  }

  void beginsWork() {
    working.incrementAndGet();
  }

  void endsWork() {
    working.decrementAndGet();
  }

  /** A worker begins no more operations, and its last one has ended. The worker's thread. */
  void leaves() {
    atWork.decrementAndGet();
  }

  /** Whether any worker may have an operation in flight or begin one. Any thread. */
  boolean isAtWork() {
    return atWork.get() > 0;
  }

  /**
   * A worker has ended; the last one that the step waits for ends the step. The worker's thread.
   */
  void ended(WorkerSlot slot, boolean byDying) {
    if (byDying) {
      died = true;
    }
    boolean last = !slot.group().background() && foreground.decrementAndGet() == 0;
    last |= slot.budget().isPresent() && budgets.decrementAndGet() == 0;
    if (last) {
      ownEndNanos = context.clock().nanoTime();
    }
    if (last && !waitsForPeers) {
      end();
    }
    ready.countDown();
    done.countDown();
    LockSupport.unpark(coordinator);
  }

  /** Ends the workers that are still at work. Any thread. */
  void end() {
    over.set(context.clock().nanoTime());
    wakeThreads();
  }

  /** Whether those of this process have ended that the step waits for, and their peers may not. */
  boolean awaitsPeers() {
    return waitsForPeers && ownEndNanos != Long.MAX_VALUE;
  }

  /** When the workers of this process that the step waits for have ended, if they have. */
  OptionalLong ownEndNanos() {
    return ownEndNanos == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(ownEndNanos);
  }

  /** What the workers have counted, by the numbers of their totals. After all have ended. */
  Map<Integer, long[]> countedByTotals(Step.Work work) {
    Map<Integer, long[]> counted = new TreeMap<>();
    for (WorkerThread thread : threads) {
      thread
          .booked()
          .ifPresent(
              counters -> {
                long[] sums =
                    counted.computeIfAbsent(thread.totals(work), none -> new long[counters.size()]);
                for (int i = 0; i < sums.length; i++) {
                  sums[i] += counters.get(i);
                }
              });
    }
    return counted;
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  /** Whether every worker has ended without dying, so that its counters are complete. */
  boolean isAccountedFor() {
    return isDone() && !died;
  }

  /**
   * Waits until the workers have ended; aborts them after the grace time. As long as followers make
   * progress, the grace time begins again.
   *
   * @param meanwhile runs several times a second during the wait
   */
  void awaitDone(long graceNanos, Runnable meanwhile) throws InterruptedException {
    long answered = slots.answered();
    boolean ended = endsWithin(graceNanos, meanwhile);
    while (!ended && !control.isStopped() && slots.answered() > answered) {
      answered = slots.answered();
      ended = endsWithin(graceNanos, meanwhile);
    }
    if (!ended) {
      breakOff(graceNanos, meanwhile);
    }
  }

  private void breakOff(long graceNanos, Runnable meanwhile) throws InterruptedException {
    boolean unanswered = slots.hasUnanswered();
    brokenOff.set(context.clock().nanoTime());
    threads.forEach(WorkerThread::abort);
    if (!endsWithin(graceNanos, meanwhile)) {
      control.fail("workers did not end after their sessions were broken off");
    } else if (unanswered && !control.isStopped()) {
      control.fail("a group did not finish what the one that it follows has committed");
    }
  }

  private boolean endsWithin(long graceNanos, Runnable meanwhile) throws InterruptedException {
    return new BoundedWait(control).await(nanos -> endsWithinSlice(nanos, meanwhile), graceNanos);
  }

  private boolean endsWithinSlice(long nanos, Runnable meanwhile) throws InterruptedException {
    boolean ended = done.await(nanos, TimeUnit.NANOSECONDS);
    if (!ended) {
      meanwhile.run();
    }
    return ended;
  }

  private void stopAll() {
    long now = context.clock().nanoTime();
    over.set(now);
    brokenOff.set(now);
    go.countDown();
    LockSupport.unpark(coordinator);
    wakeThreads();
  }

  private void wakeThreads() {
    threads.forEach(WorkerThread::wake);
  }

  /** By client, for clients that are counted separately. */
  List<List<Recorder>> recorders() {
    return recorders.byClient();
  }

  /** The workers' counters; complete once all are ready. */
  List<WorkloadCounters> workloadCounters() {
    return threads.stream()
        .flatMap(workerThread -> workerThread.workloadCounters().stream())
        .toList();
  }

  /**
   * What the workers have recorded of the parts of operations since the last call.
   *
   * @param parts their number
   */
  List<OperationStats> drainParts(int parts) {
    List<OperationStats> sums = Recorder.emptySums(parts, 0, false);
    threads.forEach(workerThread -> workerThread.laps().ifPresent(laps -> laps.drainInto(sums)));
    return sums;
  }

  /**
   * The sum of the workers' checksums of an operation: the same whichever of them ends first. After
   * all workers have ended.
   */
  long checksum(int operation) {
    return threads.stream().mapToLong(workerThread -> workerThread.checksum(operation)).sum();
  }

  /** A watch for stalls of the database. */
  StallWatch stallWatch() {
    return new StallWatch(
        context.clock(), context.settings().stalls(), waiters(), context.outages());
  }

  /** A watch for calls that a server does not answer; a database inside the client is none. */
  SilenceWatch silenceWatch() {
    RunSettings settings = context.settings();
    return new SilenceWatch(
        control,
        settings.outages().silentNanos(),
        settings.outageMaxNanos(),
        context.database().location().embedded() ? List.of() : waiters());
  }

  /** Those whose operations last as long as the database does. */
  private List<WorkerThread> waiters() {
    return threads.stream().filter(thread -> !thread.holdsSnapshots()).toList();
  }

  int working() {
    return working.get();
  }

  long oldestInFlightNanos(long now) {
    return threads.stream()
        .mapToLong(workerThread -> workerThread.inFlightNanos(now))
        .max()
        .orElse(0);
  }

  /** The step's operations that no worker has begun. After all workers have ended. */
  long operationsLeft() {
    return threads.stream().mapToLong(WorkerThread::operationsLeft).sum();
  }

  /** The number of workers that ended early without being stopped. */
  int lost() {
    return lost.get();
  }

  /** A worker ends early without being stopped. The worker's thread. */
  void loses() {
    lost.incrementAndGet();
  }

  /** Reads {@link WorkerMetric}: only workers that wait for nothing but the database count. */
  void readTimes(long now, Gauge.Sink sink) {
    long worked = 0;
    long inside = 0;
    for (WorkerThread workerThread : threads) {
      if (workerThread.isUnthrottled()) {
        worked += workerThread.workedNanos(now);
        inside += workerThread.insideNanos(now);
      }
    }
    sink.put(WorkerMetric.UNTHROTTLED_NANOS, worked);
    sink.put(WorkerMetric.INSIDE_NANOS, inside);
  }

  /** The end of the last operation; {@link Long#MAX_VALUE} while any may follow. */
  long endedNanos() {
    boolean over = !isAtWork() && schedule.isPresent();
    return over ? lastOperationNanos(schedule.get().startNanos()) : Long.MAX_VALUE;
  }

  /** The end of the last operation; {@code start} when there was no operation. */
  long lastOperationNanos(long start) {
    return threads.stream()
        .mapToLong(workerThread -> workerThread.lastNanosOr(start))
        .reduce(start, (a, b) -> b - a > 0 ? b : a);
  }
}
