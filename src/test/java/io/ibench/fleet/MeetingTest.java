package io.ibench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.internal.AgentTable;
import io.ibench.db.internal.AgentTable.Row;
import io.ibench.db.memory.MemoryDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Several agents in one process, with scripted clocks, on the in-memory database. */
class MeetingTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long BEAT = 60 * SECOND;
  private static final long HALF_TRIP = 200_000;

  private final SimulatedTime time = new SimulatedTime();
  private final MemoryDatabase database = new MemoryDatabase(time::serverMicros);

  /** An agent whose questions take time in both directions. */
  private Meeting agent(int rank, int of, long aheadMicros, long ppm) {
    return new Meeting(
        new AgentTable(database, "night"),
        () -> {
          time.pass(HALF_TRIP);
          long micros = database.serverMicros().getAsLong();
          time.pass(HALF_TRIP);
          return micros;
        },
        time.clock(aheadMicros, ppm),
        rank,
        of,
        BEAT);
  }

  private List<Meeting> joined(int of) throws DatabaseException {
    List<Meeting> all = new ArrayList<>();
    for (int rank = 0; rank < of; rank++) {
      Meeting agent = agent(rank, of, 0, 0);
      agent.compareClocks();
      assertThat(agent.join("", "")).isEmpty();
      all.add(agent);
    }
    return all;
  }

  @Test
  void findsTheOffsetOfAWrongClockWithinHalfTheRoundTrip() throws DatabaseException {
    time.pass(3_600 * SECOND);
    Meeting agent = agent(1, 2, 3_700_000, 40);

    ClockOffset offset = agent.compareClocks();

    assertThat(offset.uncertaintyMicros()).isBetween(200L, 202L);
    long truth = time.serverMicros();
    assertThat(agent.microsAt(agent.nanosAt(truth))).isCloseTo(truth, within(1L));
    assertThat(offset.micros())
        .as("the clock is 3.7 s and an hour of 40 ppm ahead; it is read in milliseconds")
        .isCloseTo(-3_700_000 - 144_000, within(1_000 + offset.uncertaintyMicros()));
  }

  @Test
  void aTableThatIsGoneIsNamed() throws DatabaseException {
    Meeting agent = joined(2).get(0);

    database.drop(AgentTable.TABLE.name());

    for (ThrowingCallable call : List.<ThrowingCallable>of(agent::look, () -> agent.reach(1))) {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(
              DatabaseException.class,
              failure -> assertThat(failure.kind()).isEqualTo(FailureKind.NOT_FOUND))
          .hasMessageStartingWith("the table of the agents, ibench_agents, is gone: ");
    }
  }

  @Test
  void aTableThatWasEmptiedHasLostTheAgentsOwnRow() throws DatabaseException {
    Meeting agent = joined(2).get(0);

    database.drop(AgentTable.TABLE.name());
    database.create(AgentTable.TABLE);

    assertThatThrownBy(agent::look)
        .hasMessage("the table of the agents, ibench_agents, has lost the row of this agent, 0");
  }

  @Test
  void anAgentWhoseRowIsGoneIsLost() throws DatabaseException {
    Meeting agent = joined(2).get(0);
    agent.look();

    database.drop(AgentTable.TABLE.name());
    agent.join("", "");
    agent.look();

    assertThat(agent.lost()).isEqualTo(Map.of(1, "has no row in ibench_agents any more"));
  }

  @Test
  void allAgentsAgreeOnOneStartWhateverTheirClocksShow() throws DatabaseException {
    List<Meeting> all = List.of(agent(0, 3, 0, 0), agent(1, 3, 3_700_000, 40), agent(2, 3, -9, -7));
    for (Meeting agent : all) {
      agent.compareClocks();
      agent.join("", "");
      agent.ready(2);
      time.pass(SECOND);
    }
    List<Long> trueStarts = new ArrayList<>();
    for (Meeting agent : all) {
      List<Row> rows = agent.gathered(2).orElseThrow();
      long start = agent.startMicros(rows);
      assertThat(start).isEqualTo(all.get(0).startMicros(rows));
      // When each agent's own clock shows the start, by the true time.
      long wait = agent.nanosAt(start) - agent.nanosAt(time.serverMicros());
      trueStarts.add(time.serverMicros() + wait / 1_000);
    }
    assertThat(trueStarts)
        .allSatisfy(at -> assertThat(at).isCloseTo(trueStarts.get(0), within(500L)));
  }

  @Test
  void nobodyGoesOnBeforeAllHaveCome() throws DatabaseException {
    List<Meeting> all = joined(3);
    all.get(0).reach(7);
    all.get(1).reach(8);

    assertThat(all.get(0).gathered(7)).isEmpty();
    all.get(2).reach(7);
    assertThat(all.get(0).gathered(7)).isPresent();
  }

  @Test
  void aRankThatHasJoinedCannotJoinAgain() throws DatabaseException {
    joined(2);
    Meeting again = agent(1, 2, 0, 0);
    again.compareClocks();

    assertThat(again.join("", "")).map(Row::rank).contains(1);
  }

  @Test
  void aSilentAgentIsLostSoonAfterThreeBeats() throws DatabaseException {
    List<Meeting> all = joined(3);
    long next = SECOND;
    long died = time.nanos() + 10 * BEAT;
    while (all.get(0).lost().isEmpty()) {
      time.pass(next);
      next = all.get(0).beat();
      if (time.nanos() < died) {
        all.get(1).beat();
        all.get(2).beat();
      } else {
        all.get(1).beat();
      }
    }
    assertThat(all.get(0).lost()).containsOnlyKeys(2);
    assertThat(time.nanos() - died).isBetween(2 * BEAT, 3 * BEAT + BEAT / 2);
  }

  @Test
  void afterAnOutageOfTheServerNobodyIsLostWhoComesBack() throws DatabaseException {
    List<Meeting> all = joined(2);
    for (int beat = 0; beat < 5; beat++) {
      time.pass(BEAT);
      all.get(0).beat();
      all.get(1).beat();
    }

    time.pass(20 * BEAT);
    all.get(0).beat();
    time.pass(BEAT);
    all.get(1).beat();
    all.get(0).beat();

    assertThat(all.get(0).lost()).isEmpty();
  }

  @Test
  void anAgentThatEndsEarlyIsLostAtOnce() throws DatabaseException {
    List<Meeting> all = joined(2);
    all.get(1).breakOff("the disk is full");

    all.get(0).look();

    assertThat(all.get(0).lost()).containsEntry(1, "has ended early: the disk is full");
    assertThat(all.get(0).gathered(0)).isEqualTo(Optional.empty());
  }

  @Test
  void whoEndsBecauseAnotherIsLostIsNotLostItself() throws DatabaseException {
    List<Meeting> all = joined(3);
    all.get(2).breakOff("the disk is full");
    all.get(1).look();
    all.get(1).breakOff("it failed");
    all.get(2).done();

    all.get(0).look();

    assertThat(all.get(0).lost()).containsOnlyKeys(2);
  }

  @Test
  void aBeatIsOneReadAndOneWrite() throws DatabaseException {
    Meeting agent = joined(2).get(0);
    long before = agent.statements();
    for (int minute = 0; minute < 10; minute++) {
      time.pass(BEAT);
      agent.beat();
    }
    // The other agent is silent, so that this one looks a little more often towards the end.
    assertThat(agent.statements() - before).isEqualTo(20);
  }

  @Test
  void theFastestAnswerGivesTheOffsetAndItsUncertainty() throws DatabaseException {
    long[] own = {1_000_000};
    int[] asked = {0};
    ClockOffset offset =
        ClockOffset.measure(
            () -> {
              // The fifth answer is the fastest: 100 us each way; the server is 5,123 us ahead.
              long trip = asked[0]++ == 4 ? 100 : 700;
              own[0] += trip;
              long told = own[0] + 5_123;
              own[0] += trip;
              return told;
            },
            () -> own[0]);
    assertThat(asked[0]).isEqualTo(16);
    assertThat(offset).isEqualTo(new ClockOffset(5_123, 101));
  }

  @Test
  void aServersClockOfWholeMillisecondsIsHalfAMillisecondMoreUncertain() throws DatabaseException {
    long[] own = {500};
    ClockOffset offset =
        ClockOffset.measure(
            () -> {
              own[0] += 200;
              return 90_000;
            },
            () -> own[0]);
    assertThat(offset.micros()).isEqualTo(90_000 - 600 + 500);
    assertThat(offset.uncertaintyMicros()).isEqualTo(101 + 500);
  }

  @Test
  void manyAgentsLookLessOftenAndBeginLater() throws DatabaseException {
    assertThat(agent(3, 10, 0, 0).pauseNanos()).isEqualTo(100_000_000);
    Meeting few = agent(3, 10, 0, 0);
    assertThat(few.rank()).isEqualTo(3);
    assertThat(few.of()).isEqualTo(10);
    List<Row> rows = List.of(ready(0, 5_000_000), ready(1, 7_000_000), ready(2, 6_000_000));
    assertThat(few.startMicros(rows)).as("a second after the last").isEqualTo(8_000_000);
    Meeting many = agent(3, 1_000, 0, 0);
    assertThat(many.pauseNanos()).isEqualTo(SECOND);
    assertThat(many.startMicros(rows)).as("three looks after the last").isEqualTo(10_000_000);
  }

  private static Row ready(int rank, long micros) {
    return new Row(rank, 3, 0, micros, micros, AgentTable.State.WORKING, "");
  }

  @Test
  void whatAnAgentTellsAndItsSettingsReachTheOthers() throws DatabaseException {
    Meeting first = agent(0, 2, -3_000_000, 0);
    first.compareClocks();
    first.join("threads = 4", "hello");
    Meeting second = agent(1, 2, 0, 0);
    second.compareClocks();
    assertThat(second.settings(0)).contains("threads = 4");
    assertThat(second.settings(1)).isEmpty();
    Row joined = second.look().get(0);
    assertThat(joined.note()).isEqualTo("hello");
    assertThat(joined.position()).isZero();
    assertThat(joined.beatMicros())
        .as("by the server's clock")
        .isCloseTo(time.serverMicros(), within(20_000L));

    time.pass(SECOND);
    first.tell(5, "counted");
    Row told = second.look().get(0);
    assertThat(told.note()).isEqualTo("counted");
    assertThat(told.position()).isEqualTo(5);
    assertThat(told.readyMicros()).isZero();

    first.ready(6);
    Row ready = second.look().get(0);
    assertThat(ready.readyMicros()).isEqualTo(ready.beatMicros()).isPositive();
    first.reach(4);
    Row reached = second.look().get(0);
    assertThat(reached.position()).as("positions only grow").isEqualTo(6);
    assertThat(reached.readyMicros()).isEqualTo(ready.readyMicros());
    assertThat(reached.note()).isEqualTo("counted");

    first.done();
    assertThat(second.look().get(0).state()).isEqualTo(AgentTable.State.DONE);
  }

  @Test
  void statementsOfTheMeetingAreCounted() throws DatabaseException {
    Meeting agent = agent(0, 2, 0, 0);
    agent.compareClocks();
    assertThat(agent.statements()).isEqualTo(16);
    agent.join("", "");
    assertThat(agent.statements()).isEqualTo(18);
    agent.reach(1);
    agent.look();
    assertThat(agent.statements()).isEqualTo(20);
  }

  @Test
  void aBeatIsWrittenWhenNineTenthsOfItsTimeAreOver() throws DatabaseException {
    Meeting agent = joined(1).get(0);
    long joinedMicros = agent.look().get(0).beatMicros();
    time.pass(BEAT * 9 / 10 - 1);
    agent.beat();
    assertThat(agent.look().get(0).beatMicros()).isEqualTo(joinedMicros);
    time.pass(1);
    agent.beat();
    assertThat(agent.look().get(0).beatMicros() - joinedMicros).isEqualTo(BEAT * 9 / 10 / 1_000);
  }

  @Test
  void whileAnAgentIsMissedBeatsComeFourTimesAsOften() throws DatabaseException {
    List<Meeting> all = joined(2);
    Meeting agent = all.get(0);
    assertThat(agent.beat()).isEqualTo(BEAT);
    time.pass(2 * BEAT - 2_000_000);
    assertThat(agent.beat()).as("not yet two beats old").isEqualTo(BEAT);
    time.pass(4_000_000);
    assertThat(agent.beat()).as("more than two beats old").isEqualTo(BEAT / 4);
    all.get(1).beat();
    assertThat(agent.beat()).as("it is back").isEqualTo(BEAT);
    time.pass(2 * BEAT + 1_000_000);
    assertThat(agent.beat()).isEqualTo(BEAT / 4);
    time.pass(2 * BEAT);
    agent.beat();
    assertThat(agent.lost()).isEqualTo(Map.of(1, "has shown no sign of life since then"));
    assertThat(agent.beat()).as("it is not waited for any more").isEqualTo(BEAT);
  }

  @Test
  void anAgentThatIsDoneIsNotMissed() throws DatabaseException {
    List<Meeting> all = joined(2);
    all.get(1).done();
    for (int beat = 0; beat < 5; beat++) {
      assertThat(all.get(0).beat()).isEqualTo(BEAT);
      time.pass(BEAT);
    }
    assertThat(all.get(0).lost()).isEmpty();
  }

  @Test
  void rowsOfMoreAgentsThanTheRunHasAreNoneOfIt() throws DatabaseException {
    Meeting agent = joined(2).get(0);
    Meeting stranger = agent(2, 3, 0, 0);
    stranger.compareClocks();
    stranger.join("", "");
    stranger.breakOff("it is of another run");
    agent.look();
    assertThat(agent.lost()).isEmpty();
    assertThat(agent.gathered(0)).as("three rows, two agents").isEmpty();
  }
}
