package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.Kind;
import io.ibench.db.Session;
import io.ibench.measure.Recorder;
import io.ibench.measure.SharedRecorder;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import io.ibench.workload.Tallies;
import io.ibench.workload.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of one step, with their sessions and loops. Owned by the coordinating thread, which
 * starts them, lets them go together, and waits for them.
 */
final class Crew {

  /** More workers than this share recorders, or their histograms would fill the heap. */
  private static final int MOST_RECORDERS = 64;

  private final RunControl control;
  private final Step.Work step;
  private final StepContext context;
  private final List<Recorder> recorders = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private final CountDownLatch ready;
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch done;
  private final AtomicInteger working = new AtomicInteger();
  private final Thread coordinator = Thread.currentThread();
  private volatile Schedule schedule;
  private volatile boolean died;

  /** When a step starts and ends; set once, before the workers are let go. */
  record Schedule(long startNanos, long startEpochMillis, long endNanos) {}

  Crew(StepContext context, Step.Work step) {
    this.context = context;
    this.control = context.control();
    this.step = step;
    int operations = context.plan().operations().size();
    int threads = step.threads();
    this.ready = new CountDownLatch(threads);
    this.done = new CountDownLatch(threads);
    for (int i = 0; i < Math.min(threads, MOST_RECORDERS); i++) {
      recorders.add(
          threads > MOST_RECORDERS
              ? new SharedRecorder(operations, Kind.values().length, step.isPaced())
              : new Recorder(operations, Kind.values().length, step.isPaced()));
    }
    for (Step.Group group : step.groups()) {
      for (int number = 0; number < group.threads(); number++) {
        members.add(new Member(group, number, recorders.get(members.size() % MOST_RECORDERS)));
      }
    }
  }

  /** Starts all threads; each opens its session and prepares, and then waits to be let go. */
  void start() {
    control.onStop(this::wakeAll);
    context.outages().onRestored(this::wakeMembers);
    for (Member member : members) {
      member.thread.start();
    }
  }

  /** Waits until every worker is ready, or one has failed. */
  void awaitReady() throws InterruptedException {
    boolean all = false;
    while (!all && !control.isStopped()) {
      all = ready.await(50, TimeUnit.MILLISECONDS);
    }
  }

  /** Lets the workers go. */
  void go(Schedule when) {
    schedule = when;
    go.countDown();
  }

  /** Lets waiting workers end without work, because the run is over before it began. */
  void dismiss() {
    go.countDown();
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  /** Whether every worker has ended, and counted all that it did. */
  boolean isAccountedFor() {
    return isDone() && !died;
  }

  /** Gives the workers time to end what they are doing, then breaks it off. */
  void awaitDone(long graceNanos) throws InterruptedException {
    if (!endsWithin(graceNanos)) {
      members.forEach(Crew::abort);
      if (!endsWithin(graceNanos)) {
        control.fail("workers did not end after their sessions were broken off");
      }
    }
  }

  /** Not waited for: to break a session off may mean to ask the server, and it may hang. */
  private static void abort(Member member) {
    Thread thread = new Thread(member::abort, member.thread.getName() + "-abort");
    thread.setDaemon(true);
    thread.start();
  }

  private boolean endsWithin(long graceNanos) throws InterruptedException {
    return new BoundedWait(control)
        .forIt(nanos -> done.await(nanos, TimeUnit.NANOSECONDS), graceNanos);
  }

  private void wakeAll() {
    go.countDown();
    LockSupport.unpark(coordinator);
    wakeMembers();
  }

  private void wakeMembers() {
    members.forEach(member -> LockSupport.unpark(member.thread));
  }

  List<Recorder> recorders() {
    return recorders;
  }

  /** The workers' tallies; complete once all are ready. */
  List<Tallies> tallies() {
    return members.stream()
        .filter(member -> member.loop != null)
        .map(member -> member.loop.worker().tallies())
        .toList();
  }

  int working() {
    return working.get();
  }

  long oldestInFlightNanos(long now) {
    return members.stream()
        .filter(member -> member.loop != null)
        .mapToLong(member -> member.loop.inFlightNanos(now))
        .max()
        .orElse(0);
  }

  /** When the last operation of all ended; {@code start} when there was none. */
  long lastOperationNanos(long start) {
    return members.stream()
        .filter(member -> member.loop != null)
        .mapToLong(member -> member.loop.lastNanosOr(start))
        .reduce(start, (a, b) -> b - a > 0 ? b : a);
  }

  /** One thread. */
  private final class Member {

    private final Step.Group group;
    private final int number;
    private final Recorder recorder;
    private final Thread thread;
    private volatile Session session;
    private volatile WorkerLoop loop;
    private volatile boolean aborted;

    Member(Step.Group group, int number, Recorder recorder) {
      this.group = group;
      this.number = number;
      this.recorder = recorder;
      this.thread = new Thread(this::live, threadName());
      this.thread.setDaemon(true);
    }

    private String threadName() {
      String role = group.name().isEmpty() ? "" : "." + group.name();
      return "ibench-" + step.name() + role + "-" + number;
    }

    private void live() {
      try {
        if (open()) {
          ready.countDown();
          go.await();
          work();
        }
      } catch (DatabaseException e) {
        control.fail(e.kind().label() + ": " + e.getMessage());
      } catch (InterruptedException e) {
        control.interrupt();
      } catch (RuntimeException | Error e) {
        died = true;
        control.fail("worker " + thread.getName() + " died: " + e);
        throw e;
      } finally {
        close();
        ready.countDown();
        done.countDown();
        LockSupport.unpark(coordinator);
      }
    }

    /** Waits for a server that has just gone away; false when the run was stopped meanwhile. */
    private boolean open() throws DatabaseException {
      Patience patience = context.patience(seed());
      return patience
          .call(
              () -> {
                close();
                session = context.database().sessionForWorker();
                loop = prepare(session, patience);
                return true;
              },
              () -> aborted)
          .orElse(false);
    }

    /** What the session's thread has met it has reported; more than closing cannot be done here. */
    private void close() {
      Session open = session;
      session = null;
      if (open != null) {
        try {
          open.close();
        } catch (DatabaseException e) {
          if (!RetryPolicy.isLoss(e.kind())) {
            control.fail("closing a session: " + e.kind().label() + ": " + e.getMessage());
          }
        }
      }
    }

    private WorkerLoop prepare(Session own, Patience patience) throws DatabaseException {
      Worker worker = context.experiment().worker(step, group, number, own, new Random64(seed()));
      Random64 jitter = new Random64(Random64.hash(seed(), "retry"));
      WorkerConnection connection = new WorkerConnection(own, patience, control, context.outages());
      return new WorkerLoop(
          worker,
          recorder,
          context.clock(),
          control,
          context.settings(),
          jitter,
          connection,
          step.complete());
    }

    /** From which all that this thread draws is derived. */
    private long seed() {
      return Random64.hash(
          context.streamSeed(), "worker", step.name(), group.name(), Integer.toString(number));
    }

    private void work() {
      Schedule when = schedule;
      if (when == null || control.isStopped()) {
        return;
      }
      working.incrementAndGet();
      try {
        Pacer pacer = Pacer.of(group, number, when, context.clock(), control, seed());
        loop.run(pacer, when.startNanos(), when.startEpochMillis(), when.endNanos(), budget());
      } finally {
        working.decrementAndGet();
      }
    }

    /** This thread's part of the step's operations; the first threads take the remainder. */
    private long budget() {
      if (step.operations().isEmpty()) {
        return Long.MAX_VALUE;
      }
      long all = step.operations().getAsLong();
      return all / step.threads() + (members.indexOf(this) < all % step.threads() ? 1 : 0);
    }

    private void abort() {
      aborted = true;
      WorkerLoop running = loop;
      if (running != null) {
        running.abort();
      }
      Session open = session;
      if (open != null) {
        open.abort();
      }
      LockSupport.unpark(thread);
    }
  }
}
