package io.ibench.engine;

import io.ibench.measure.Gauge;
import io.ibench.measure.Recorder;
import io.ibench.measure.WorkerMetric;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadCounters;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of one step, with their sessions and loops. Owned by the coordinating thread, which
 * starts them, lets them go together, and waits for them.
 *
 * <p>A step is over when all workers that are not in the background have ended, or those that the
 * step's operations were given to have done them. All who follow nobody are told to end then;
 * followers end by themselves, when they have answered what their leaders committed.
 */
final class StepWorkers {

  private final RunControl control;
  private final StepContext context;
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
  private volatile boolean died;

  /**
   * Makes the threads.
   *
   * @throws IllegalArgumentException of groups that cannot work together
   */
  StepWorkers(StepContext context, Step.Work step) {
    this.context = context;
    this.control = context.control();
    this.gate = YieldGate.ofThisThread(context.clock());
    this.recorders = new ClientRecorders(step, context.plan().operations().size());
    this.slots = new WorkerSlots(step, context.clock(), over, brokenOff, recorders);
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

  /** Starts all threads; each opens its session and prepares, and then waits to be let go. */
  void start() {
    control.onStop(this::stopAll);
    context.outages().prober().onChange(this::wakeThreads);
    threads.forEach(WorkerThread::start);
  }

  /** Waits until every worker is ready, or one has failed. */
  void awaitReady() throws InterruptedException {
    boolean all = false;
    while (!all && !control.isStopped()) {
      all = ready.await(50, TimeUnit.MILLISECONDS);
    }
  }

  /** Where workers wait for a ticker that is late. */
  YieldGate gate() {
    return gate;
  }

  /** Lets the workers go. */
  void go(Schedule when) {
    schedule = Optional.of(when);
    go.countDown();
  }

  /** Lets waiting workers end without work, because the run is over before it began. */
  void dismiss() {
    go.countDown();
  }

  /** A worker thread is ready to work. Its thread. */
  void ready() {
    ready.countDown();
  }

  /** Waits to be let go; empty when there is nothing to do. A worker thread's thread. */
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

  /** A worker thread will begin no operation any more; what it began has ended. Its thread. */
  void leaves() {
    atWork.decrementAndGet();
  }

  /** Whether any worker thread may have an operation under way, or begin one. */
  boolean isAtWork() {
    return atWork.get() > 0;
  }

  /**
   * A worker thread has ended; the last one that a step waits for ends it. The worker thread's
   * thread.
   */
  void ended(WorkerSlot slot, boolean byDying) {
    if (byDying) {
      died = true;
    }
    boolean last = !slot.group().background() && foreground.decrementAndGet() == 0;
    last |= slot.budget().isPresent() && budgets.decrementAndGet() == 0;
    if (last) {
      over.set(context.clock().nanoTime());
      wakeThreads();
    }
    ready.countDown();
    done.countDown();
    LockSupport.unpark(coordinator);
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  /** Whether every worker has ended, and counted all that it did. */
  boolean isAccountedFor() {
    return isDone() && !died;
  }

  /**
   * Gives the workers time to end what they are doing, then breaks it off. Followers that get on
   * with what is left to them are given as much again.
   *
   * @param meanwhile what the caller has to do several times a second, while it waits
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
    threads.forEach(StepWorkers::abort);
    if (!endsWithin(graceNanos, meanwhile)) {
      control.fail("workers did not end after their sessions were broken off");
    } else if (unanswered && !control.isStopped()) {
      control.fail("a group did not finish what the one that it follows has committed");
    }
  }

  /** Not waited for: to break a session off may mean to ask the server, and it may hang. */
  private static void abort(WorkerThread workerThread) {
    Thread thread = new Thread(workerThread::abort, workerThread.name() + "-abort");
    thread.setDaemon(true);
    thread.start();
  }

  private boolean endsWithin(long graceNanos, Runnable meanwhile) throws InterruptedException {
    return new BoundedWait(control).forIt(nanos -> endsWithinSlice(nanos, meanwhile), graceNanos);
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

  /** Those of each client that is counted apart. */
  List<List<Recorder>> recorders() {
    return recorders.byClient();
  }

  /** The workers' tallies; complete once all are ready. */
  List<WorkloadCounters> tallies() {
    return threads.stream().flatMap(workerThread -> workerThread.tallies().stream()).toList();
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

  /** How many have ended before their time, without having been told to. */
  int lost() {
    return lost.get();
  }

  /** A worker thread ends before its time, without having been told to. Its thread. */
  void loses() {
    lost.incrementAndGet();
  }

  /** What the time was spent on by those who have only the database to wait for. */
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

  /** When the last operation of all ended; {@link Long#MAX_VALUE} while any may follow. */
  long endedNanos() {
    boolean over = !isAtWork() && schedule.isPresent();
    return over ? lastOperationNanos(schedule.get().startNanos()) : Long.MAX_VALUE;
  }

  /** When the last operation of all ended; {@code start} when there was none. */
  long lastOperationNanos(long start) {
    return threads.stream()
        .mapToLong(workerThread -> workerThread.lastNanosOr(start))
        .reduce(start, (a, b) -> b - a > 0 ? b : a);
  }
}
