package io.ibench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.internal.AgentTable;
import io.ibench.db.internal.AgentTable.Row;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.measure.Clock;
import io.ibench.testing.Slow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Many agents begin a step together and show that they are alive, in simulated time: on the
 * in-memory database, with wrong clocks and a network of different delays. {@code
 * -Dibench.fleet.agents=1000} for another number; the figures are printed.
 */
@Slow
class FleetSimulationTest {

  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long BEAT = 60 * SECOND;
  private static final int MINUTES = 10;

  /** The agents' processes begin within this time. */
  private static final long ARRIVALS = 20 * SECOND;

  private static final long STEP = 1;

  /** True time, which events set. */
  private long now;

  private final int agents = Integer.getInteger("ibench.fleet.agents", 100);
  private final SplittableRandom random = new SplittableRandom(20261124);
  private final MemoryDatabase database =
      new MemoryDatabase(() -> SimulatedTime.EPOCH_MICROS + now / 1_000);
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos));
  private final List<Long> trueStarts = new ArrayList<>();
  private final List<Long> sawTheLast = new ArrayList<>();

  private record Event(long nanos, Action action) {}

  private interface Action {
    void run() throws DatabaseException;
  }

  /** One agent; its clock is up to 5 s and 50 ppm off. */
  private final class Agent {

    private final long aheadMicros = random.nextLong(-5_000_000, 5_000_001);
    private final long ppm = random.nextLong(-50, 51);
    private final Meeting meeting;
    private long joinedStatements;
    private long readyStatements;

    Agent(int rank) {
      meeting =
          new Meeting(new AgentTable(database, "fleet"), this::ask, clock(), rank, agents, BEAT);
    }

    /** 50 to 500 us each way, and now and then 20 ms. */
    private long halfTrip() {
      long slow = random.nextInt(100) == 0 ? 20 * MILLI : 0;
      return slow + random.nextLong(50_000, 500_001);
    }

    private long ask() {
      now += halfTrip();
      long micros = database.serverMicros().orElseThrow();
      now += halfTrip();
      return micros;
    }

    private Clock clock() {
      return new Clock() {
        @Override
        public long nanoTime() {
          return now + now / 1_000_000 * ppm;
        }

        @Override
        public long epochMillis() {
          return (SimulatedTime.EPOCH_MICROS + aheadMicros + nanoTime() / 1_000) / 1_000;
        }

        @Override
        public void parkUntil(long nanos) {
          throw new UnsupportedOperationException("events set the time");
        }
      };
    }

    void arrive() throws DatabaseException {
      meeting.compareClocks();
      assertThat(meeting.join("", "")).isEmpty();
      joinedStatements = meeting.statements();
      at(now + halfTrip(), this::getReady);
    }

    private void getReady() throws DatabaseException {
      meeting.compareClocks();
      meeting.ready(STEP);
      at(now + meeting.pauseNanos(), this::look);
    }

    private void look() throws DatabaseException {
      Optional<List<Row>> rows = meeting.gathered(STEP);
      if (rows.isEmpty()) {
        at(now + meeting.pauseNanos(), this::look);
        return;
      }
      sawTheLast.add(now);
      long start = meeting.startMicros(rows.get());
      long wait = meeting.nanosAt(start) - clock().nanoTime();
      assertThat(wait).as("each agent sees the last one before the start").isPositive();
      long trueWait = wait - wait / 1_000_000 * ppm;
      readyStatements = meeting.statements();
      at(now + trueWait, this::begin);
    }

    private void begin() {
      trueStarts.add(now);
      at(now + BEAT, this::beat);
    }

    private void beat() throws DatabaseException {
      long next = meeting.beat();
      assertThat(meeting.lost()).isEmpty();
      at(now + next, this::beat);
    }
  }

  private void at(long nanos, Action action) {
    events.add(new Event(nanos, action));
  }

  private void runUntil(long end) throws DatabaseException {
    while (!events.isEmpty() && events.peek().nanos() <= end) {
      Event event = events.poll();
      // What one agent waits for holds up no other one.
      now = event.nanos();
      event.action().run();
    }
  }

  @Test
  void allBeginTogetherAndSendTwoStatementsAMinuteEach() throws DatabaseException {
    List<Agent> all = new ArrayList<>();
    for (int rank = 0; rank < agents; rank++) {
      Agent agent = new Agent(rank);
      all.add(agent);
      at(random.nextLong(ARRIVALS), agent::arrive);
    }
    runUntil(2 * ARRIVALS);
    assertThat(trueStarts).hasSize(agents);
    long start = trueStarts.stream().min(Long::compare).orElseThrow();
    long before = statements(all);
    runUntil(start + MINUTES * BEAT + BEAT / 2);

    long spread = trueStarts.stream().max(Long::compare).orElseThrow() - start;
    long perMinute = Math.round((double) (statements(all) - before) / MINUTES);
    long toBegin = all.stream().mapToLong(agent -> agent.readyStatements).max().orElse(0);
    long wait = start - sawTheLast.stream().min(Long::compare).orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%,d agents: start spread %.2f ms, %,d statements a minute in a step, at most %d of an"
            + " agent before it, the step began %.1f s after the first agent saw the last one%n",
        agents,
        spread / (double) MILLI,
        perMinute,
        toBegin,
        wait / (double) SECOND);
    assertThat(spread).isLessThan(5 * MILLI);
    assertThat(perMinute).isBetween(2L * agents - agents / 5, 2L * agents + agents / 5);
    assertThat(all).allSatisfy(d -> assertThat(d.joinedStatements).isLessThan(20));
  }

  private static long statements(List<Agent> all) {
    return all.stream().mapToLong(agent -> agent.meeting.statements()).sum();
  }
}
