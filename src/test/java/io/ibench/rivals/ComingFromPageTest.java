package io.ibench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No row of docs/coming-from.md without a test, for the tools that can be installed. */
class ComingFromPageTest {

  /** The classes by their names, because their tests need what this one does not. */
  private static final Map<String, String> TESTS =
      Map.of(
          "sysbench 1.0", "ComingFromSysbenchTest",
          "pgbench", "ComingFromPgbenchTest",
          "db_bench |", "ComingFromDbBenchTest",
          "fio", "ComingFromFioTest");

  @Test
  void aTestRunsBothSidesOfEachRow() throws ClassNotFoundException {
    for (Map.Entry<String, String> tool : TESTS.entrySet()) {
      Class<?> test = Class.forName(getClass().getPackageName() + "." + tool.getValue());
      List<String> tested =
          Stream.of(test.getDeclaredMethods())
              .filter(method -> method.isAnnotationPresent(Translates.class))
              .flatMap(method -> Stream.of(method.getAnnotation(Translates.class).value()))
              .toList();
      assertThat(tested)
          .as(tool.getKey())
          .containsExactlyInAnyOrderElementsOf(Translations.of(tool.getKey()).names());
    }
  }

  /** What the tests of random times rest on. */
  @Test
  void evenTimesDoNotVary() {
    List<Double> even = Stream.iterate(0.0, time -> time + 1).limit(100).toList();
    assertThat(Chance.variationOfGaps(even)).isCloseTo(0, within(1e-9));
  }
}
