package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredOutages.One;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnitedOutagesTest {

  private final UnitedOutages united = new UnitedOutages();

  private static One outage(long atMillis, double seconds, long workers, long lost, String cause) {
    return new One(
        MergeSamples.START.plusMillis(atMillis),
        Optional.of(seconds),
        workers,
        lost,
        "read_only",
        cause);
  }

  private static StoredOutages outages(long count, double seconds, long lost, One... first) {
    return new StoredOutages(count, Optional.of(seconds), lost, List.of(first));
  }

  @Test
  void thereIsNoneWhereNoAgentHadOne() {
    united.add(StoredOutages.NONE, 0);
    united.add(StoredOutages.NONE, 0);

    assertThat(united.united()).isEqualTo(StoredOutages.NONE);
  }

  @Test
  void thoseOfOneAgentStayAsTheyAre() {
    StoredOutages own = outages(7, 3.5, 11, outage(1_000, 2, 3, 4, "a"), outage(500, 2, 1, 1, "b"));
    united.add(own, 0);

    assertThat(united.united()).isEqualTo(own);
  }

  @Test
  void outagesThatMeetAreOneWithTheCauseOfTheEarliest() {
    united.add(outages(2, 2, 9, outage(1_000, 1, 2, 3, "late"), outage(5_000, 1, 1, 6, "own")), 0);
    // By the first agent's clock it begins at 700.
    united.add(outages(1, 0.5, 4, outage(800, 0.5, 5, 4, "early")), -100);

    assertThat(united.united())
        .isEqualTo(
            outages(
                2,
                2.3,
                13,
                new One(
                    MergeSamples.START.plusMillis(700),
                    Optional.of(1.3),
                    7,
                    7,
                    "read_only",
                    "early"),
                outage(5_000, 1, 1, 6, "own")));
  }

  @Test
  void beyondTheNamedOnesTheLongestCountOfAnAgentIsTaken() {
    united.add(outages(500, 80, 3, outage(0, 1, 1, 1, "a")), 0);
    united.add(outages(200, 60, 2, outage(9_000, 1, 1, 1, "b")), 0);

    StoredOutages all = united.united();

    assertThat(all.count()).isEqualTo(500);
    assertThat(all.seconds()).contains(80.0);
    assertThat(all.operationsLost()).isEqualTo(5);
    assertThat(all.first()).hasSize(2);
  }

  @Test
  void anAgentWithoutOutagesCountsAsAnAgent() {
    united.add(StoredOutages.NONE, 0);
    // Without a length it is a moment.
    One moment =
        new One(MergeSamples.START, Optional.empty(), 2, 3, "lost", "the server went away");
    united.add(new StoredOutages(1, Optional.empty(), 3, List.of(moment)), 40);

    assertThat(united.united())
        .isEqualTo(
            outages(
                1,
                0,
                3,
                new One(
                    MergeSamples.START.plusMillis(40),
                    Optional.of(0.0),
                    2,
                    3,
                    "lost",
                    "the server went away")));
  }

  @Test
  void aHundredAreNamedAndAllAreCounted() {
    for (int agent = 0; agent < 2; agent++) {
      List<One> own = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        own.add(outage(10_000L * i + 5_000L * agent, 1, 1, 1, "a"));
      }
      united.add(new StoredOutages(60, Optional.of(60.0), 60, own), 0);
    }

    StoredOutages all = united.united();

    assertThat(all.count()).isEqualTo(120);
    assertThat(all.seconds()).contains(120.0);
    assertThat(all.first()).hasSize(100);
  }
}
