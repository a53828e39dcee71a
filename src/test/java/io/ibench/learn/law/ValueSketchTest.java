package io.ibench.learn.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.learn.sql.Literal;
import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.Random64;
import io.ibench.random.UniformDistribution;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ValueSketchTest {

  @Test
  void placesOfOneLawDoNotDifferAndOthersDo() {
    int wrong = 0;
    for (int seed = 0; seed < 100; seed++) {
      ValueSketch first = Drawn.integers(1000, seed, new UniformDistribution(5000));
      ValueSketch second = Drawn.integers(3000, seed + 1000, new UniformDistribution(5000));
      ValueSketch third = Drawn.integers(1000, seed, new ExactZipfDistribution(5000, 0.5));
      wrong += first.differs(second) ? 1 : 0;
      assertThat(first.differs(third)).isTrue();
    }
    assertThat(wrong).isLessThanOrEqualTo(4);
  }

  @Test
  void aShareOfNullsIsADifference() {
    ValueSketch first = Drawn.integers(1000, 1, new UniformDistribution(5000));
    ValueSketch second = Drawn.integers(1000, 2, new UniformDistribution(5000));
    for (int i = 0; i < 100; i++) {
      second.add(Literal.NULL, 0, 0, 0);
    }
    assertThat(first.differs(second)).isTrue();
  }

  @Test
  void mergedPlacesAreLikeOnePlace() {
    ExactZipfDistribution zipf = new ExactZipfDistribution(100_000, 0.9);
    for (int size : new int[] {3000, 15_000, 60_000}) {
      ValueSketch first = Drawn.integers(size, 1, zipf);
      first.merge(Drawn.integers(size / 2, 2, zipf));
      Law law = Laws.fit(first, Drawn.keys(1, 100_000));
      assertThat(first.count()).isEqualTo(size + size / 2);
      assertThat(Objects.requireNonNull(law.exponent()).value()).isCloseTo(0.9, within(0.03));
    }
  }

  @Test
  void ofALongLogASampleRemains() {
    ValueSketch sketch = Drawn.integers(2_000_000, 1, random -> random.nextLong(1_000_000));
    assertThat(sketch.values(Literal.INTEGER)).hasSize(ValueSketch.VALUES);
    assertThat(sketch.count()).isEqualTo(2_000_000);
    assertThat((double) sketch.distinct()).isCloseTo(864_700, within(60_000.0));
    Law law = Laws.fit(sketch, Drawn.unknown());
    assertThat(law.expression()).isEqualTo("random(1, 1000000)");
    assertThat(law.distance()).isLessThan(0.015);
  }

  @Test
  void everyPartOfALongLogIsInTheSample() {
    ValueSketch sketch = new ValueSketch(3);
    for (int i = 0; i < 1_000_000; i++) {
      sketch.add(Literal.INTEGER, i, 0, 0);
    }
    Draws draws = new Draws(sketch.values(Literal.INTEGER));
    double distance = draws.distance(v -> Math.max(0, Math.min(1, (v + 1) / 1_000_000.0)));
    assertThat(distance).isLessThan(1.95 / Math.sqrt(ValueSketch.VALUES));
  }

  @Test
  void risingValuesAreNoticed() {
    ValueSketch rising = new ValueSketch(1);
    for (int i = 0; i < 1000; i++) {
      rising.add(Literal.INTEGER, 5000 + i, 0, 0);
    }
    assertThat(rising.isRising()).isTrue();
    assertThat(rising.steps()).isEqualTo(1);
    assertThat(Drawn.integers(1000, 1, new UniformDistribution(1000)).isRising()).isFalse();
  }

  @Test
  void theSameValuesGiveTheSameSample() {
    Random64 random = new Random64(1);
    ValueSketch first = Drawn.integers(50_000, 7, r -> r.nextLong(1000) + random.state());
    ValueSketch second = Drawn.integers(50_000, 7, r -> r.nextLong(1000) + random.state());
    assertThat(first.values(Literal.INTEGER)).isEqualTo(second.values(Literal.INTEGER));
  }
}
