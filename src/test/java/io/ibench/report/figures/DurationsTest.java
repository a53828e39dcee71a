package io.ibench.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "0, 0.0 us",
    "7123, 7.1 us",
    "9949, 9.9 us",
    "9951, 10 us",
    "999499, 999 us",
    "999500, 1.0 ms",
    "7100000, 7.1 ms",
    "999499999, 999 ms",
    "999500000, 1.0 s",
    "3600000000000, '3,600 s'"
  })
  void latenciesHaveTwoDigitsAndAUnit(long nanos, String expected) {
    assertThat(Durations.latency(nanos)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.0 s", "7.5, 7.5 s", "99.9, 99.9 s", "99.96, 1 min 40 s", "3600, 1 h"})
  void agesHaveTenthsBelowAHundredSeconds(double seconds, String expected) {
    assertThat(Durations.age((long) (seconds * SECOND))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "0.000000001, 1 s",
    "11.2, 12 s",
    "99, 99 s",
    "100, 1 min 40 s",
    "125, 2 min 05 s",
    "3599, 59 min 59 s",
    "3600, 1 h",
    "7500, 2 h 05 min",
    "86400, 1 d",
    "604799, 6 d 23 h"
  })
  void whatIsLeftIsRoundedUpAndHasTwoUnits(double seconds, String expected) {
    assertThat(Durations.left((long) (seconds * SECOND))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.500 s", "1.5, 1.5 s", "20, 20 s", "20.4, 20 s", "300, 5 min", "604800, 7 d"})
  void whatWasPlannedIsShownAsItWasGiven(double seconds, String expected) {
    assertThat(Durations.planned((long) (seconds * SECOND))).isEqualTo(expected);
  }
}
