package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Key;
import io.ibench.random.Distribution;
import io.ibench.random.Random64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each distribution that a value can name draws its share of the first numbers. */
class RanksParserTest {

  private static final int DRAWS = 200_000;
  private static final int SIZE = 10_000;

  /** The shares are those of sysbench's distributions, of sum(1/r) and of the text itself. */
  @ParameterizedTest
  @CsvSource({
    "'', 2000, 20",
    "zipf 0.8, 1000, 57.06",
    "zipf 1, 100, 53.00",
    "zipf 0, 2000, 20",
    "latest 0.8, 9000, 42.94",
    "pareto 20%, 2000, 80.00",
    "gaussian, 5000, 50.00",
    "gaussian, 2500, 0.10",
    "special, 4975, 12.0",
    "hot 80% in 20%, 2000, 80.00"
  })
  void theFirstNumbersGetTheirShare(String text, int first, double percent) throws Exception {
    Mistakes mistakes = new Mistakes(Key.text("op.READ", "an operation"));
    Distribution ranks = RanksParser.parse(new TokenReader(text), mistakes, SIZE).orElseThrow();
    Random64 random = new Random64(5);
    int found = 0;
    for (int i = 0; i < DRAWS; i++) {
      found += ranks.draw(random) < first ? 1 : 0;
    }
    double deviation = Math.max(0.05, Math.sqrt(percent * (100 - percent) / DRAWS));
    double allowed = text.equals("special") ? 1.5 : 5 * deviation;
    assertThat(100.0 * found / DRAWS).isCloseTo(percent, within(allowed));
  }
}
