package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.store.StoredStalls;
import io.ibench.report.store.StoredStalls.One;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnitedStallsTest {

  private final UnitedStalls united = new UnitedStalls();

  private static One stall(long atMillis, double seconds, String kind, long operations) {
    return new One(MergeSamples.START.plusMillis(atMillis), Optional.of(seconds), kind, operations);
  }

  private static StoredStalls stalls(One... first) {
    return new StoredStalls(
        first.length,
        Optional.of(1.0),
        first.length,
        Optional.of(1.0),
        Optional.of(1.0),
        List.of(first));
  }

  @Test
  void thereIsNoneWhereNoAgentHadOne() {
    united.add(StoredStalls.NONE, 0);

    assertThat(united.united()).isEqualTo(StoredStalls.NONE);
  }

  @Test
  void thoseOfOneAgentStayAsTheyAre() {
    StoredStalls own = stalls(stall(0, 1, "old", 4));
    united.add(own, 0);

    assertThat(united.united()).isEqualTo(own);
  }

  @Test
  void allStandStillOnlyInTheTimeThatIsCommonToAll() {
    united.add(stalls(stall(1_000, 2, "stopped", 3), stall(8_000, 3, "stopped", 2)), 0);
    // By the first agent's clock from 2,500 to 3,500 and from 8,000 to 9,000.
    united.add(stalls(stall(2_000, 1, "stopped", 5), stall(7_500, 1, "stopped", 4)), 500);

    assertThat(united.united())
        .isEqualTo(
            new StoredStalls(
                2,
                Optional.of(1.5),
                2,
                Optional.of(1.5),
                Optional.of(1.0),
                List.of(stall(2_500, 0.5, "stopped", 8), stall(8_000, 1, "stopped", 6))));
  }

  @Test
  void aStandstillOfSomeAgentsIsAWaitWhileOthersEnded() {
    united.add(stalls(stall(1_000, 1, "stopped", 3)), 0);
    united.add(stalls(stall(5_000, 1, "old", 2), stall(1_500, 1, "old", 7)), 0);

    assertThat(united.united())
        .isEqualTo(
            new StoredStalls(
                2,
                Optional.of(2.5),
                0,
                Optional.of(0.0),
                Optional.of(0.0),
                List.of(stall(1_000, 1.5, "old", 10), stall(5_000, 1, "old", 2))));
  }

  @Test
  void oneAgentWithoutAStallMakesAStandstillOfTheOthersAWait() {
    united.add(stalls(stall(1_000, 1, "stopped", 3)), 0);
    united.add(stalls(stall(1_000, 1, "stopped", 4)), 0);
    united.add(StoredStalls.NONE, 0);

    assertThat(united.united())
        .isEqualTo(
            new StoredStalls(
                1,
                Optional.of(1.0),
                0,
                Optional.of(0.0),
                Optional.of(0.0),
                List.of(stall(1_000, 1, "old", 7))));
  }

  @Test
  void slowTimesOfAllAgentsAreUnitedAndInOrderOfTime() {
    united.add(stalls(stall(9_000, 1, "slow", 3), stall(4_000, 2, "stopped", 1)), 0);
    united.add(stalls(stall(9_500, 1, "slow", 4), stall(5_000, 2, "stopped", 1)), 0);

    assertThat(united.united())
        .isEqualTo(
            new StoredStalls(
                2,
                Optional.of(2.5),
                1,
                Optional.of(1.0),
                Optional.of(1.0),
                List.of(stall(5_000, 1, "stopped", 2), stall(9_000, 1.5, "slow", 7))));
  }

  @Test
  void stallsOfAllKindsAreInOrderOfTime() {
    united.add(stalls(stall(9_000, 1, "slow", 3)), 0);
    united.add(stalls(stall(1_000, 1, "old", 4)), 0);

    assertThat(united.united().first())
        .containsExactly(stall(1_000, 1, "old", 4), stall(9_000, 1, "slow", 3));
  }

  @Test
  void aHundredAreNamedAndAllAreCounted() {
    for (int agent = 0; agent < 2; agent++) {
      List<One> own = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        own.add(stall(10_000L * i + 5_000L * agent, 1, "slow", 1));
      }
      united.add(stalls(own.toArray(One[]::new)), 0);
    }

    assertThat(united.united().count()).isEqualTo(120);
    assertThat(united.united().first()).hasSize(100);
  }
}
