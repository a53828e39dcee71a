package io.ibench.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.internal.DriverTable;
import io.ibench.db.internal.DriverTable.Row;
import io.ibench.db.memory.MemoryDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Several drivers in one process, with scripted clocks, on the in-memory database. */
class MeetingTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long BEAT = 60 * SECOND;
  private static final long HALF_TRIP = 200_000;

  private final SimulatedTime time = new SimulatedTime();
  private final MemoryDatabase database = new MemoryDatabase(time::serverMicros);

  /** A driver whose questions take time in both directions. */
  private Meeting driver(int rank, int of, long aheadMicros, long ppm) {
    return new Meeting(
        new DriverTable(database, "night"),
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
      Meeting driver = driver(rank, of, 0, 0);
      driver.compareClocks();
      assertThat(driver.join("", "")).isEmpty();
      all.add(driver);
    }
    return all;
  }

  @Test
  void findsTheOffsetOfAWrongClockWithinHalfTheRoundTrip() throws DatabaseException {
    time.pass(3_600 * SECOND);
    Meeting driver = driver(1, 2, 3_700_000, 40);

    ClockOffset offset = driver.compareClocks();

    assertThat(offset.uncertaintyMicros()).isBetween(200L, 202L);
    long truth = time.serverMicros();
    assertThat(driver.microsAt(driver.nanosAt(truth))).isCloseTo(truth, within(1L));
    assertThat(offset.micros())
        .as("the clock is 3.7 s and an hour of 40 ppm ahead; it is read in milliseconds")
        .isCloseTo(-3_700_000 - 144_000, within(1_000 + offset.uncertaintyMicros()));
  }

  @Test
  void aTableThatIsGoneIsNamed() throws DatabaseException {
    Meeting driver = joined(2).get(0);

    database.drop(DriverTable.TABLE.name());

    for (ThrowingCallable call : List.<ThrowingCallable>of(driver::look, () -> driver.reach(1))) {
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(
              DatabaseException.class,
              failure -> assertThat(failure.kind()).isEqualTo(FailureKind.NOT_FOUND))
          .hasMessageStartingWith("the table of the drivers, ibench_drivers, is gone: ");
    }
  }

  @Test
  void aTableThatWasEmptiedHasLostTheDriversOwnRow() throws DatabaseException {
    Meeting driver = joined(2).get(0);

    database.drop(DriverTable.TABLE.name());
    database.create(DriverTable.TABLE);

    assertThatThrownBy(driver::look)
        .hasMessage("the table of the drivers, ibench_drivers, has lost the row of this driver, 0");
  }

  @Test
  void aDriverWhoseRowIsGoneIsLost() throws DatabaseException {
    Meeting driver = joined(2).get(0);
    driver.look();

    database.drop(DriverTable.TABLE.name());
    driver.join("", "");
    driver.look();

    assertThat(driver.lost()).isEqualTo(Map.of(1, "has no row in ibench_drivers any more"));
  }

  @Test
  void allDriversAgreeOnOneStartWhateverTheirClocksShow() throws DatabaseException {
    List<Meeting> all =
        List.of(driver(0, 3, 0, 0), driver(1, 3, 3_700_000, 40), driver(2, 3, -9, -7));
    for (Meeting driver : all) {
      driver.compareClocks();
      driver.join("", "");
      driver.ready(2);
      time.pass(SECOND);
    }
    List<Long> trueStarts = new ArrayList<>();
    for (Meeting driver : all) {
      List<Row> rows = driver.gathered(2).orElseThrow();
      long start = driver.startMicros(rows);
      assertThat(start).isEqualTo(all.get(0).startMicros(rows));
      // When each driver's own clock shows the start, by the true time.
      long wait = driver.nanosAt(start) - driver.nanosAt(time.serverMicros());
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
    Meeting again = driver(1, 2, 0, 0);
    again.compareClocks();

    assertThat(again.join("", "")).map(Row::rank).contains(1);
  }

  @Test
  void aSilentDriverIsLostSoonAfterThreeBeats() throws DatabaseException {
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
  void aDriverThatEndsEarlyIsLostAtOnce() throws DatabaseException {
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
    Meeting driver = joined(2).get(0);
    long before = driver.statements();
    for (int minute = 0; minute < 10; minute++) {
      time.pass(BEAT);
      driver.beat();
    }
    // The other driver is silent, so that this one looks a little more often towards the end.
    assertThat(driver.statements() - before).isEqualTo(20);
  }
}
