package io.ibench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.internal.AgentTable;
import io.ibench.db.internal.AgentTable.Row;
import io.ibench.db.internal.AgentTable.State;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.engine.Peers.Counted;
import io.ibench.engine.RunControl;
import io.ibench.measure.AgentStep;
import io.ibench.measure.Clock;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several agents in one process, on the in-memory database; who waits makes time pass. */
@Timeout(60)
class MeetingPeersTest {

  private static final long SECOND = 1_000_000_000L;

  /** So long that nobody is lost while others wait, who make time pass as fast as they ask. */
  private static final long BEAT = 10_000_000 * SECOND;

  private static final Step STEP =
      new Step.Work(
          "step",
          "step",
          Optional.empty(),
          TableUse.READS,
          OptionalLong.empty(),
          OptionalLong.of(10),
          1,
          OptionalLong.empty(),
          false,
          List.of(new Step.Group("", 1, Rate.UNLIMITED, 1)),
          Optional.empty());

  private final AtomicLong nanos = new AtomicLong(123_456_789);
  private final MemoryDatabase database = new MemoryDatabase(this::micros);

  private long micros() {
    return SimulatedTime.EPOCH_MICROS + nanos.get() / 1_000;
  }

  private final Clock clock =
      new Clock() {
        @Override
        public long nanoTime() {
          return nanos.get();
        }

        @Override
        public long epochMillis() {
          return micros() / 1_000;
        }

        @Override
        public void parkUntil(long until) {
          nanos.accumulateAndGet(until, Math::max);
          Thread.yield();
        }
      };

  private final class Agent {
    private final BlockingQueue<String> reasons = new LinkedBlockingQueue<>();
    private final RunControl control = new RunControl(clock);
    private final Meeting meeting;
    private final MeetingPeers peers;

    Agent(int rank, int of, ClockOffset.ServerClock server) throws DatabaseException {
      meeting = new Meeting(new AgentTable(database, "night"), server, clock, rank, of, BEAT);
      assertThat(meeting.join("", "")).isEmpty();
      peers = new MeetingPeers(meeting, clock, SECOND);
      control.explainFailures(
          reason -> {
            reasons.add(reason);
            return reason;
          });
    }

    Agent(int rank, int of) throws DatabaseException {
      this(rank, of, MeetingPeersTest.this::micros);
    }

    Row row() throws DatabaseException {
      return meeting.look().get(meeting.rank());
    }

    /** Until the agent has asked for the others several times. */
    void awaitQuestions() throws Exception {
      long before = meeting.statements();
      until(() -> meeting.statements() >= before + 5);
    }
  }

  private List<Agent> agents(int of) throws DatabaseException {
    List<Agent> all = new ArrayList<>();
    for (int rank = 0; rank < of; rank++) {
      all.add(new Agent(rank, of));
    }
    return all;
  }

  private interface Part<T> {
    T run() throws Exception;
  }

  private static void until(Part<Boolean> isSo) throws Exception {
    while (!isSo.run()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the test's time is over");
      }
      Thread.yield();
    }
  }

  private static <T> CompletableFuture<T> onItsThread(Part<T> part) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(part.run());
              } catch (Exception | AssertionError e) {
                result.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private record Outcome(long start, Counted others, AgentStep times) {}

  private Outcome step(Agent agent) throws Exception {
    int rank = agent.meeting.rank();
    agent.peers.begin(STEP, agent.control);
    assertThat(agent.peers.times()).isEmpty();
    long start = agent.peers.agreeOnStart(agent.control);
    agent.peers.started(start + rank * 2_000_000L);
    CountDownLatch ended = new CountDownLatch(1);
    agent.peers.ownEnded(start + 3 * SECOND, ended::countDown, agent.control);
    ended.await();
    Counted own = new Counted(10 + rank, Map.of(0, new long[] {rank, 100}));
    Counted others =
        agent.peers.exchange(own, start + (3 + rank) * SECOND, agent.control).orElseThrow();
    return new Outcome(start, others, agent.peers.times().orElseThrow());
  }

  @Test
  void allAgentsBeginAStepTogetherAndKnowWhatTheOthersHaveCounted() throws Exception {
    List<Agent> all = agents(3);
    for (int step = 0; step < 2; step++) {
      List<CompletableFuture<Outcome>> running =
          all.stream().map(agent -> onItsThread(() -> step(agent))).toList();
      for (int rank = 0; rank < 3; rank++) {
        Outcome outcome = running.get(rank).get();
        assertThat(outcome.start()).isEqualTo(running.get(0).get().start());
        assertThat(outcome.others().rows()).isEqualTo(33 - 10 - rank);
        assertThat(outcome.others().counters()).containsOnlyKeys(0);
        assertThat(outcome.others().counters().get(0)).containsExactly(3 - rank, 200);
        AgentStep times = outcome.times();
        assertThat(times.startMicros()).isEqualTo(all.get(rank).meeting.microsAt(outcome.start()));
        assertThat(times.startLateMicros()).isEqualTo(rank * 2_000L);
        assertThat(times.endMicros()).isEqualTo((3 + rank) * 1_000_000L);
        assertThat(times.statements()).isBetween(1L, 100_000L);
        assertThat(times.lost()).isEmpty();
      }
    }
    assertThat(all).allSatisfy(agent -> assertThat(agent.control.isStopped()).isFalse());
    assertThat(all.get(2).peers.division().rank()).isEqualTo(2);
    assertThat(all.get(2).peers.division().of()).isEqualTo(3);
    assertThat(all.get(0).peers.leads()).isTrue();
    assertThat(all.get(1).peers.leads()).isFalse();
  }

  @Test
  void theOthersBeginAStepAfterTheLeader() throws Exception {
    List<Agent> all = agents(2);
    Agent leader = all.get(0);
    Agent other = all.get(1);
    CompletableFuture<Boolean> begun =
        onItsThread(
            () -> {
              other.peers.begin(STEP, other.control);
              return true;
            });
    other.awaitQuestions();
    assertThat(begun).isNotDone();
    leader.peers.begin(STEP, leader.control);
    assertThat(begun.get()).isTrue();
  }

  @Test
  void theOthersWaitForTheLeadersAction() throws Exception {
    List<Agent> all = agents(2);
    Agent leader = all.get(0);
    Agent other = all.get(1);
    leader.peers.begin(STEP, leader.control);
    other.peers.begin(STEP, other.control);
    CompletableFuture<Boolean> over =
        onItsThread(
            () -> {
              other.peers.awaitAction(other.control);
              return true;
            });
    other.awaitQuestions();
    assertThat(over).isNotDone();
    leader.peers.acted(leader.control);
    assertThat(over.get()).isTrue();
    assertThat(other.row().position()).isEqualTo(leader.row().position());
  }

  @Test
  void aStepGoesOnUntilTheForegroundOfAllIsOver() throws Exception {
    List<Agent> all = agents(2);
    AtomicInteger ended = new AtomicInteger();
    CountDownLatch both = new CountDownLatch(2);
    Runnable end =
        () -> {
          ended.incrementAndGet();
          both.countDown();
        };
    for (Agent agent : all) {
      agent.peers.begin(STEP, agent.control);
    }
    all.get(0).peers.ownEnded(nanos.get(), end, all.get(0).control);
    all.get(0).awaitQuestions();
    assertThat(ended).hasValue(0);
    all.get(1).peers.ownEnded(nanos.get(), end, all.get(1).control);
    both.await();
  }

  @Test
  void anAgentThatIsLostEndsTheRunAndIsNamed() throws Exception {
    List<Agent> all = agents(2);
    all.get(1).peers.leave(Optional.of("the disk is full"));
    Agent left = all.get(0);
    left.peers.begin(STEP, left.control);
    long before = nanos.get();
    left.peers.agreeOnStart(left.control);
    assertThat(left.control.isStopped()).isTrue();
    assertThat(left.reasons)
        .singleElement()
        .asString()
        .matches(
            "agent 1 of 2 lost at 2026-01-02T03:04:0.Z, its load is missing: it has ended early:"
                + " the disk is full");
    assertThat(nanos.get() - before).isLessThan(10 * SECOND);
    assertThat(left.peers.exchange(Counted.NOTHING, before, left.control)).isEmpty();
    assertThat(left.peers.times().orElseThrow().lost()).containsExactly(1);
  }

  @Test
  void whoIsDoneIsNotLost() throws Exception {
    List<Agent> all = agents(2);
    all.get(1).peers.leave(Optional.empty());
    assertThat(all.get(0).meeting.look().get(1).state()).isEqualTo(State.DONE);
    nanos.addAndGet(100 * BEAT);
    all.get(0).meeting.look();
    assertThat(all.get(0).meeting.lost()).isEmpty();
  }

  @Test
  void aTableThatIsGoneEndsTheRunAfterThreeQuestions() throws Exception {
    Agent agent = agents(2).get(0);
    agent.peers.begin(STEP, agent.control);
    database.drop(AgentTable.TABLE.name());
    long before = agent.meeting.statements();
    agent.peers.acted(agent.control);
    assertThat(agent.meeting.statements() - before).isEqualTo(3);
    assertThat(agent.reasons)
        .singleElement()
        .asString()
        .contains("the table of the agents, ibench_agents, is gone: ");
    assertThat(agent.control.isStopped()).isTrue();
  }

  /** The server does not answer a number of questions, 100 ms apart. */
  private Agent withOutage(int questions, AtomicInteger asked) throws DatabaseException {
    return new Agent(
        0,
        1,
        () -> {
          if (asked.incrementAndGet() <= questions) {
            throw new DatabaseException(FailureKind.CONNECTION_LOST, "nobody answers");
          }
          return micros();
        });
  }

  @Test
  void aServerMayBeAwayForAsLongAsTheUserIsPatient() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Agent agent = withOutage(11, asked);
    agent.peers.begin(STEP, agent.control);
    agent.peers.agreeOnStart(agent.control);
    assertThat(agent.control.isStopped()).isFalse();
    assertThat(asked).hasValue(11 + ClockOffset.PROBES);

    Agent other;
    database.drop(AgentTable.TABLE.name());
    AtomicInteger askedInVain = new AtomicInteger();
    other = withOutage(Integer.MAX_VALUE, askedInVain);
    other.peers.begin(STEP, other.control);
    long start = other.peers.agreeOnStart(other.control);
    assertThat(askedInVain).as("a second, and one question more").hasValue(12);
    assertThat(other.reasons).singleElement().asString().endsWith(": nobody answers");
    assertThat(start).as("no start was agreed on").isLessThanOrEqualTo(nanos.get());
  }

  @Test
  void aRunThatIsStoppedWaitsForNobody() throws Exception {
    Agent agent = agents(2).get(1);
    agent.control.interrupt();
    agent.peers.begin(STEP, agent.control);
    long start = agent.peers.agreeOnStart(agent.control);
    assertThat(start).isEqualTo(nanos.get());
    assertThat(agent.peers.exchange(Counted.NOTHING, start, agent.control)).isEmpty();
    agent.peers.awaitAction(agent.control);
    assertThat(agent.row().position()).as("it has come nowhere").isZero();
    assertThat(agent.reasons).isEmpty();
  }

  @Test
  void beatsShowThatAnAgentIsAliveAndFindWhoIsLost() throws Exception {
    List<Agent> all = agents(2);
    Agent agent = all.get(0);
    agent.peers.begin(STEP, agent.control);
    all.get(1).meeting.breakOff("it was killed");
    nanos.addAndGet(BEAT);
    agent.peers.beginBeating(TimeUnit.MILLISECONDS.toNanos(1));
    long due = micros() - 1_000;
    until(() -> agent.row().beatMicros() >= due);
    assertThat(agent.reasons.take())
        .startsWith("agent 1 of 2 lost at 2026-04-27T20:50:45Z, its load is missing: ")
        .endsWith("it has ended early: it was killed");
    agent.peers.close();
  }

  @Test
  void beatsFindATableThatIsGone() throws Exception {
    Agent agent = agents(2).get(0);
    agent.peers.begin(STEP, agent.control);
    database.drop(AgentTable.TABLE.name());
    agent.peers.beginBeating(TimeUnit.MILLISECONDS.toNanos(1));
    assertThat(agent.reasons.take()).contains("ibench_agents, is gone: ");
    agent.peers.close();
  }
}
