package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingBudgetTest {

  private static final long MEGABYTE = 1L << 20;

  @ParameterizedTest
  @CsvSource({
    // hz, seconds of all repeats, repeats, CPUs, samples of all CPUs
    "99, 60, 1, 2, 11_880",
    "999, 60, 1, 2, 50_000",
    "999, 604_800, 1, 64, 50_000",
    "99, 600, 10, 2, 118_800",
    "999, 600, 10, 2, 500_000",
    "99, 60_000, 1_000, 2, 500_000",
  })
  void aLongStepAndManyCpusAreSampledLessOften(
      String hz, String seconds, String repeats, String cpus, String samples) {
    long period =
        SamplingBudget.periodNanos(
            number(hz), number(seconds), number(repeats), (int) number(cpus));

    assertThat(Math.round(number(seconds) * number(cpus) * 1e9 / period))
        .isEqualTo(number(samples));
  }

  private static long number(String text) {
    return Long.parseLong(text.replace("_", ""));
  }

  @Test
  void aRunKeepsProfilesOfSomeMegabytes() {
    SamplingBudget budget = new SamplingBudget();
    for (int i = 0; i < 63; i++) {
      budget.add(MEGABYTE);
    }

    assertThat(budget.hasRoom()).isTrue();
    budget.add(MEGABYTE);
    assertThat(budget.hasRoom()).isFalse();
    assertThat(budget.text()).isEqualTo("64 of them, 64 MB");
  }

  @Test
  void aRunKeepsSomeThousandProfilesAndTheFunctionsOfTheFirst() {
    SamplingBudget budget = new SamplingBudget();
    for (int i = 0; i < 99; i++) {
      budget.add(0);
    }
    assertThat(budget.hasRoomForFunctions()).isTrue();
    budget.add(0);
    assertThat(budget.hasRoomForFunctions()).isFalse();

    for (int i = 100; i < 1_999; i++) {
      budget.add(0);
    }
    assertThat(budget.hasRoom()).isTrue();
    budget.add(0);
    assertThat(budget.hasRoom()).isFalse();
    assertThat(budget.text()).isEqualTo("2,000 of them, 0 MB");
  }
}
