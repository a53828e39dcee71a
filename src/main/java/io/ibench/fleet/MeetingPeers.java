package io.ibench.fleet;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.internal.AgentTable.Row;
import io.ibench.engine.Peers;
import io.ibench.engine.RunControl;
import io.ibench.measure.AgentStep;
import io.ibench.measure.Clock;
import io.ibench.workload.Division;
import io.ibench.workload.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The other agents of a run, as its engine sees them. It calls the database on threads of its own,
 * so that a server that hangs holds up no run that is stopped. A thread shows in each beat that
 * this agent is alive, from {@link #beginBeating} to {@link #close}.
 *
 * <p>Each step has four positions in the meeting: begun, ready, foreground over, all over.
 */
public final class MeetingPeers implements Peers, AutoCloseable {

  private static final int POSITIONS = 4;
  private static final int BEGUN = 1;
  private static final int READY = 2;
  private static final int FOREGROUND_OVER = 3;
  private static final int OVER = 4;

  /** So often the server says in a row that there is no table, or no right to it. */
  private static final int MOST_REFUSALS = 3;

  private static final long MICRO = 1_000;
  private static final long SLICE_MILLIS = 20;
  private static final long END_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long CLOSE_MILLIS = 1_000;

  private final Meeting meeting;
  private final Division division;
  private final Clock clock;
  private final long patienceNanos;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile Optional<RunControl> run = Optional.empty();
  private long step = -1;
  private ClockOffset atStart = new ClockOffset(0, 0);
  private long startMicros;
  private long startNanos;
  private long statementsAtStart;
  private long startLateMicros;
  private volatile Optional<AgentStep> times = Optional.empty();

  /**
   * @param meeting that this agent has joined
   * @param patienceNanos how long the server may be away
   */
  public MeetingPeers(Meeting meeting, Clock clock, long patienceNanos) {
    this.meeting = meeting;
    this.division = new Division(meeting.rank(), meeting.of());
    this.clock = clock;
    this.patienceNanos = patienceNanos;
  }

  @Override
  public Division division() {
    return division;
  }

  /** Shows from now on that this agent is alive, on a thread of its own. */
  public void beginBeating(long beatNanos) {
    Thread thread = new Thread(() -> beat(beatNanos), "ibench-agents");
    thread.setDaemon(true);
    thread.start();
  }

  private void beat(long beatNanos) {
    long next = beatNanos / 2;
    int refusals = 0;
    try {
      while (!over.await(next, TimeUnit.NANOSECONDS)) {
        try {
          next = meeting.beat();
          refusals = 0;
          run.ifPresent(this::failIfLost);
        } catch (DatabaseException e) {
          // An outage of the server: the steps notice it, and the next beat comes soon.
          next = beatNanos / 4;
          refusals = refusals(refusals, e);
          if (refusals >= MOST_REFUSALS) {
            run.ifPresent(control -> control.fail(reason(e)));
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The server is there, and says that agents cannot meet: how often in a row. */
  private static int refusals(int before, DatabaseException failure) {
    FailureKind kind = failure.kind();
    return kind == FailureKind.NOT_FOUND || kind == FailureKind.DENIED ? before + 1 : 0;
  }

  private static String reason(DatabaseException failure) {
    return failure.kind().label() + ": " + failure.getMessage();
  }

  private void failIfLost(RunControl control) {
    TreeMap<Integer, String> lost = meeting.lost();
    if (!lost.isEmpty() && !control.isStopped()) {
      control.fail(lost(lost));
    }
  }

  /** Names the agents that are lost, and when that was noticed. */
  private String lost(TreeMap<Integer, String> lost) {
    Instant now = Instant.ofEpochMilli(clock.epochMillis()).truncatedTo(ChronoUnit.SECONDS);
    return lost.entrySet().stream()
        .map(
            each ->
                "agent "
                    + each.getKey()
                    + " of "
                    + meeting.of()
                    + " lost at "
                    + now
                    + ", its load is missing: it "
                    + each.getValue())
        .collect(Collectors.joining("; "));
  }

  private long position(int inStep) {
    return step * POSITIONS + inStep;
  }

  @Override
  public void begin(Step begun, RunControl control) throws InterruptedException {
    run = Optional.of(control);
    step++;
    times = Optional.empty();
    if (leads()) {
      persist(() -> meeting.reach(position(BEGUN)), control);
    } else {
      await(() -> leader(position(BEGUN)), meeting.pauseNanos(), control);
    }
  }

  /** The leader's row if it has come to the position. */
  private Optional<Row> leader(long position) throws DatabaseException {
    return meeting.look().stream()
        .filter(row -> row.rank() == 0 && row.position() >= position)
        .findFirst();
  }

  @Override
  public long agreeOnStart(RunControl control) throws InterruptedException {
    long position = position(READY);
    Optional<List<Row>> all =
        aside(
            () -> {
              persistHere(
                  () -> {
                    atStart = meeting.compareClocks();
                    meeting.ready(position);
                  },
                  control);
              return awaitHere(() -> meeting.gathered(position), meeting.pauseNanos(), control);
            },
            control);
    startMicros = all.map(meeting::startMicros).orElse(0L);
    startNanos = all.isPresent() ? meeting.nanosAt(startMicros) : clock.nanoTime();
    return startNanos;
  }

  @Override
  public void started(long nanos) {
    startLateMicros = Math.max(0, nanos - startNanos) / MICRO;
    statementsAtStart = meeting.statements();
  }

  @Override
  public void ownEnded(long nanos, Runnable allEnded, RunControl control) {
    long position = position(FOREGROUND_OVER);
    long seldom = Math.max(END_PAUSE_NANOS, meeting.pauseNanos());
    long soonNanos = nanos + END_PAUSE_NANOS;
    start(
        () -> {
          persistHere(() -> meeting.reach(position), control);
          boolean all =
              awaitHere(
                      () -> meeting.gathered(position),
                      () -> clock.nanoTime() < soonNanos ? meeting.pauseNanos() : seldom,
                      control)
                  .isPresent();
          if (all) {
            allEnded.run();
          }
        });
  }

  @Override
  public Optional<Counted> exchange(Counted own, long endNanos, RunControl control)
      throws InterruptedException {
    long position = position(OVER);
    long statements = meeting.statements() - statementsAtStart;
    long endMicros = (endNanos - startNanos) / MICRO;
    times = Optional.of(times(endMicros, statements, atStart));
    Optional<Counted> others =
        aside(
            () -> {
              persistHere(() -> meeting.tell(position, CountedText.of(own)), control);
              return awaitHere(() -> meeting.gathered(position), meeting.pauseNanos(), control)
                  .map(this::ofOthers);
            },
            control);
    // Holds a value from the begin.
    AtomicReference<ClockOffset> atEnd = new AtomicReference<>(atStart);
    persist(() -> atEnd.set(meeting.compareClocks()), control);
    times = Optional.of(times(endMicros, statements, Objects.requireNonNull(atEnd.get())));
    return others;
  }

  private Counted ofOthers(List<Row> rows) {
    return rows.stream()
        .filter(row -> row.rank() != meeting.rank())
        .map(row -> CountedText.parse(row.note()))
        .reduce(Counted.NOTHING, CountedText::sum);
  }

  private AgentStep times(long endMicros, long statements, ClockOffset atEnd) {
    return new AgentStep(
        atStart.micros(),
        atStart.uncertaintyMicros(),
        atEnd.micros() - atStart.micros(),
        startMicros,
        startLateMicros,
        endMicros,
        statements,
        List.copyOf(meeting.lost().keySet()));
  }

  @Override
  public void acted(RunControl control) throws InterruptedException {
    persist(() -> meeting.reach(position(OVER)), control);
  }

  @Override
  public void awaitAction(RunControl control) throws InterruptedException {
    await(() -> leader(position(OVER)), meeting.pauseNanos(), control);
    persist(() -> meeting.reach(position(OVER)), control);
  }

  @Override
  public Optional<AgentStep> times() {
    return times;
  }

  /** A question to the database, which may have no answer yet. */
  private interface Question<T> {
    Optional<T> ask() throws DatabaseException;
  }

  /** A change that is made once the server is there. */
  private interface Change {
    void make() throws DatabaseException;
  }

  private interface Task<T> {
    Optional<T> run() throws InterruptedException;
  }

  private interface Errand {
    void run() throws InterruptedException;
  }

  private <T> Optional<T> await(Question<T> question, long pauseNanos, RunControl control)
      throws InterruptedException {
    return aside(() -> awaitHere(question, pauseNanos, control), control);
  }

  private void persist(Change change, RunControl control) throws InterruptedException {
    aside(
        () -> {
          persistHere(change, control);
          return Optional.empty();
        },
        control);
  }

  private void persistHere(Change change, RunControl control) throws InterruptedException {
    awaitHere(
        () -> {
          change.make();
          return Optional.of(true);
        },
        meeting.pauseNanos(),
        control);
  }

  private <T> Optional<T> awaitHere(Question<T> question, long pauseNanos, RunControl control)
      throws InterruptedException {
    return awaitHere(question, () -> pauseNanos, control);
  }

  /** Asks until there is an answer; empty when the run is stopped. */
  private <T> Optional<T> awaitHere(
      Question<T> question, LongSupplier pauseNanos, RunControl control)
      throws InterruptedException {
    long answeredNanos = clock.nanoTime();
    int refusals = 0;
    while (!control.isStopped()) {
      try {
        Optional<T> answer = question.ask();
        refusals = 0;
        if (answer.isPresent()) {
          return answer;
        }
        answeredNanos = clock.nanoTime();
        failIfLost(control);
      } catch (DatabaseException e) {
        refusals = refusals(refusals, e);
        if (refusals >= MOST_REFUSALS || clock.nanoTime() - answeredNanos > patienceNanos) {
          control.fail(reason(e));
        }
      }
      pause(pauseNanos.getAsLong(), control);
    }
    return Optional.empty();
  }

  private void pause(long nanos, RunControl control) throws InterruptedException {
    long end = clock.nanoTime() + nanos;
    while (clock.nanoTime() < end && !control.isStopped()) {
      clock.parkUntil(end);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** On a thread of its own; returns early when the run is stopped. */
  private <T> Optional<T> aside(Task<T> task, RunControl control) throws InterruptedException {
    // Holds a value from the begin.
    AtomicReference<Optional<T>> answer = new AtomicReference<>(Optional.empty());
    Thread thread = start(() -> answer.set(task.run()));
    boolean stopped = false;
    while (thread.isAlive() && !stopped) {
      thread.join(SLICE_MILLIS);
      stopped = control.isStopped();
    }
    if (stopped) {
      thread.join(SLICE_MILLIS);
    }
    return Objects.requireNonNull(answer.get());
  }

  private Thread start(Errand errand) {
    Thread thread =
        new Thread(
            () -> {
              try {
                errand.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException | Error e) {
                run.ifPresent(control -> control.fail("the meeting of agents died: " + e));
                throw e;
              }
            },
            "ibench-meeting");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /**
   * Tells the others that this agent ends.
   *
   * @param why it ends early; empty if all its steps are over
   */
  public void leave(Optional<String> why) throws InterruptedException {
    over.countDown();
    Thread thread =
        start(
            () -> {
              try {
                if (why.isPresent()) {
                  meeting.breakOff(why.get());
                } else {
                  meeting.done();
                }
              } catch (DatabaseException e) {
                return; // Without a beat the others notice it.
              }
            });
    thread.join(CLOSE_MILLIS);
  }

  /** Ends the beats. */
  @Override
  public void close() {
    over.countDown();
  }
}
