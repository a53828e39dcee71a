package io.ibench.learn.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.learn.sql.Literal;
import io.ibench.random.Distribution;
import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.Random64;
import io.ibench.random.SpecialDistribution;
import io.ibench.random.UniformDistribution;
import io.ibench.testing.Slow;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No value of the log is in a law, but constants. */
@Slow
class CanaryTest {

  private static final long CANARY = 773_162_514;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 100, 5000})
  void aNumberIsInNoLaw(int times) {
    List<Distribution> laws =
        List.of(
            new UniformDistribution(10),
            new UniformDistribution(100_000),
            new ExactZipfDistribution(100_000, 1),
            new SpecialDistribution(1_000_000_000));
    for (Distribution law : laws) {
      for (Use use : Use.values()) {
        ValueSketch sketch = Drawn.integers(10_000, times, law);
        ValueSketch offset = Drawn.integers(10_000, times, r -> CANARY - law.draw(r));
        ValueSketch alone = new ValueSketch(1);
        for (int i = 0; i < times; i++) {
          sketch.add(Literal.INTEGER, CANARY, 0, 0);
          offset.add(Literal.INTEGER, CANARY, 0, 0);
          if (times < 20) {
            alone.add(Literal.INTEGER, CANARY, 0, 0);
          }
        }
        if (use != Use.FREE && use != Use.DELTA || times < 5) {
          assertNoCanary(sketch, ColumnFacts.named("id", use));
          assertNoCanary(offset, ColumnFacts.named("id", use));
        }
        assertNoCanary(alone, ColumnFacts.named("id", use));
      }
    }
  }

  private static void assertNoCanary(ValueSketch sketch, ColumnFacts facts) {
    Law law = Laws.fit(sketch, facts);
    assertThat(law.expression() + law.words().replace(",", ""))
        .doesNotContain(Long.toString(CANARY));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 100, 10_000})
  void aTextIsKnownByItsHashAloneAndThatIsInNoLaw(int times) {
    ValueSketch sketch = new ValueSketch(1);
    Random64 random = new Random64(1);
    for (int i = 0; i < times; i++) {
      sketch.add(Literal.TEXT, CANARY, 12, Literal.LOWER);
      sketch.add(Literal.TEXT, random.nextInt(30), 12, Literal.LOWER);
    }
    for (Use use : Use.values()) {
      assertNoCanary(sketch, ColumnFacts.named("name", use));
    }
  }
}
