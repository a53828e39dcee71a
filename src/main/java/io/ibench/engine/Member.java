package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import io.ibench.workload.Tallies;
import io.ibench.workload.Worker;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** One thread of a crew, with its session and loop. */
final class Member {

  private final Crew crew;
  private final StepContext context;
  private final Step.Work step;
  private final Post post;
  private final RunControl control;
  private final Thread thread;
  private volatile Session session;
  private volatile WorkerLoop loop;
  private volatile boolean aborted;

  Member(Crew crew, StepContext context, Step.Work step, Post post) {
    this.crew = crew;
    this.context = context;
    this.step = step;
    this.post = post;
    this.control = context.control();
    this.thread = new Thread(this::live, threadName());
    this.thread.setDaemon(true);
  }

  private String threadName() {
    String role = post.group().name().isEmpty() ? "" : "." + post.group().name();
    return "ibench-" + step.name() + role + "-" + post.number();
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
        crew.ready();
        work(crew.awaitGo());
      }
    } catch (DatabaseException e) {
      crew.loses();
      control.fail(e.kind().label() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      control.interrupt();
    } catch (RuntimeException | Error e) {
      died = true;
      crew.loses();
      control.fail("worker " + thread.getName() + " died: " + e);
      throw e;
    } finally {
      post.turn().leave();
      crew.leaves();
      close();
      crew.ended(post, died);
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
    Worker worker =
        context.experiment().worker(step, post.group(), post.number(), own, new Random64(seed()));
    Attempts attempts =
        new Attempts(
            worker,
            post.recorder(),
            context.clock(),
            control,
            post.stop(),
            context.settings(),
            new Random64(Random64.hash(seed(), "retry")),
            new WorkerConnection(own, patience, context.clock(), control, context.outages()),
            step.complete());
    return new WorkerLoop(
        worker,
        attempts,
        post.recorder(),
        context.clock(),
        context.operationsAside(),
        post.turn(),
        post.stop(),
        crew.gate());
  }

  /** From which all that this thread draws is derived. */
  private long seed() {
    return Random64.hash(
        context.streamSeed(),
        "worker",
        step.name(),
        post.group().name(),
        Integer.toString(post.number()));
  }

  private void work(Optional<Crew.Schedule> go) {
    if (go.isEmpty() || control.isStopped()) {
      return;
    }
    Crew.Schedule when = go.get().endingAt(post.endNanos(go.get().endNanos()));
    crew.beginsWork();
    try {
      loop.run(
          Pacer.of(post.group(), post.number(), when, context.clock(), post.stop(), seed()),
          when.startNanos(),
          when.startEpochMillis(),
          when.endNanos(),
          post.budget().orElse(Long.MAX_VALUE));
    } finally {
      crew.endsWork();
    }
  }

  /** Breaks off what it is doing. */
  void abort() {
    aborted = true;
    WorkerLoop running = loop;
    if (running != null) {
      running.abort();
    }
    Session open = session;
    if (open != null) {
      open.abort();
    }
    wake();
  }

  String name() {
    return thread.getName();
  }

  /** The worker's, once it is made. */
  Optional<Tallies> tallies() {
    return Optional.ofNullable(loop).map(made -> made.worker().tallies());
  }

  /** Age of the operation under way; 0 for none. */
  long inFlightNanos(long now) {
    WorkerLoop running = loop;
    return running == null ? 0 : running.inFlightNanos(now);
  }

  /** Whether all of its time is the database's, but for what the client itself takes. */
  boolean isUnthrottled() {
    return post.group().rate().isUnlimited() && post.turn() == Turn.ALONE;
  }

  /** For how long it has been at work. */
  long workedNanos(long now) {
    WorkerLoop running = loop;
    return running == null ? 0 : running.workedNanos(now);
  }

  /** For how long of that it was carrying out operations. */
  long insideNanos(long now) {
    WorkerLoop running = loop;
    return running == null ? 0 : running.insideNanos(now);
  }

  /** When the last operation ended; {@code otherwise} when there was none. */
  long lastNanosOr(long otherwise) {
    WorkerLoop ended = loop;
    return ended == null ? otherwise : ended.lastNanosOr(otherwise);
  }
}
