package io.ibench.learn.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.learn.sql.Literal;
import io.ibench.random.Distribution;
import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.ExponentialDistribution;
import io.ibench.random.NormalDistribution;
import io.ibench.random.ParetoDistribution;
import io.ibench.random.Random64;
import io.ibench.random.SpecialDistribution;
import io.ibench.random.UniformDistribution;
import io.ibench.random.ZipfDistribution;
import io.ibench.testing.Slow;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class LawsTest {

  private static final int DRAWS = 10_000;
  private static final int KEYS = 100_000;

  @Test
  void uniformIsUniformForAtLeast99Of100Seeds() {
    int found = 0;
    for (int seed = 0; seed < 100; seed++) {
      Law known = Drawn.law(2_000, seed, new UniformDistribution(KEYS));
      Law unknown =
          Laws.fit(Drawn.integers(2_000, seed, new UniformDistribution(KEYS)), Drawn.unknown());
      found += known.expression().equals("random(1, 100000)") ? 1 : 0;
      found += unknown.expression().matches("random\\(1, \\d+\\)") ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(198);
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 10, 50, 1000, 1_000_000_000})
  void uniformIsUniformForAnyRange(long size) {
    int found = 0;
    for (int seed = 0; seed < 50; seed++) {
      Law law = Drawn.law(DRAWS, seed, new UniformDistribution(size));
      found += law.expression().equals("random(1, " + size + ")") ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(49);
  }

  @ParameterizedTest
  @CsvSource({"0.6, 100000", "0.8, 100000", "0.99, 100000", "1, 1000", "1.2, 1000000"})
  void zipfFromTheLowestKeyIsFoundWithItsExponent(double s, long keys) {
    Distribution truth = new ExactZipfDistribution(keys, s);
    for (int seed = 0; seed < 5; seed++) {
      Law known = Drawn.law(DRAWS, seed, truth);
      Law unknown = Laws.fit(Drawn.integers(DRAWS, seed, truth), Drawn.unknown());
      for (Law law : new Law[] {known, unknown}) {
        assertThat(law.expression()).startsWith("random_zipfian(1, ");
        assertThat(exponent(law).value()).isCloseTo(s, within(0.03));
        assertThat(law.distance()).isLessThan(0.03);
        assertThat(law.grade()).isEqualTo(Grade.CLOSE);
        assertThat(law.hottest(0.01)).isCloseTo(truth.cdf(keys / 100 - 1), within(0.03));
      }
    }
  }

  @Test
  void zipfFromTheHighestKeyCountsDown() {
    Distribution truth = new ExactZipfDistribution(KEYS, 0.9);
    ValueSketch sketch = Drawn.integers(DRAWS, 3, random -> KEYS - truth.draw(random));
    Law law = Laws.fit(sketch, Drawn.keys(1, KEYS));
    assertThat(law.expression()).startsWith("1 + 100000 - random_zipfian(1, 100000, 0.");
    assertThat(exponent(law).value()).isCloseTo(0.9, within(0.03));
  }

  @ParameterizedTest
  @CsvSource({"0.7, 100000", "0.8, 100000", "0.99, 100000", "1.2, 1000000"})
  void zipfOverScatteredKeysIsFoundFromEqualDraws(double s, long keys) {
    Distribution truth = new ExactZipfDistribution(keys, s);
    int[] shuffled = Drawn.shuffled(keys);
    for (int seed = 0; seed < 5; seed++) {
      ValueSketch sketch =
          Drawn.integers(DRAWS, seed, random -> 1 + shuffled[(int) truth.draw(random)]);
      Law law = Laws.fit(sketch, Drawn.keys(1, keys));
      assertThat(law.expression()).startsWith("random_mixed(1, " + keys + ", ");
      assertThat(exponent(law).value()).isCloseTo(s, within(0.03));
      assertThat(law.hottest(0.01)).isCloseTo(truth.cdf(keys / 100 - 1), within(0.03));
      assertThat(law.distance()).isLessThan(0.03);
    }
  }

  @Test
  void theIntervalOfAnExponentContainsItInMostSamples() {
    Distribution truth = new ExactZipfDistribution(KEYS, 0.9);
    int ordered = 0;
    int scattered = 0;
    int[] shuffled = Drawn.shuffled(KEYS);
    for (int seed = 0; seed < 100; seed++) {
      ordered += contains(Drawn.law(2_000, seed, truth), 0.9);
      ValueSketch sketch =
          Drawn.integers(2_000, seed, random -> 1 + shuffled[(int) truth.draw(random)]);
      scattered += contains(Laws.fit(sketch, Drawn.keys(1, KEYS)), 0.9);
    }
    assertThat(ordered).isGreaterThanOrEqualTo(90);
    assertThat(scattered).isGreaterThanOrEqualTo(90);
  }

  private static int contains(Law law, double s) {
    Exponent exponent = exponent(law);
    return exponent.low() <= s && s <= exponent.high() ? 1 : 0;
  }

  /** YCSB: zipf 0.99 over 10^10 ranks, hashed onto 100,000 rows. */
  @Test
  void hashedRanksAreAMixture() {
    Distribution ranks = new ZipfDistribution(10_000_000_001L, 0.99);
    for (int seed = 0; seed < 5; seed++) {
      ValueSketch sketch =
          Drawn.integers(
              DRAWS, seed, random -> (Random64.hash(ranks.draw(random), 3) >>> 1) % KEYS);
      Law law = Laws.fit(sketch, Drawn.keys(0, KEYS - 1));
      assertThat(law.expression()).startsWith("random_mixed(0, 99999, ");
      assertThat(law.words()).contains("the rest uniform");
      assertThat(law.hottest(0.001)).isCloseTo(0.201, within(0.04));
      assertThat(law.hottest(0.01)).isCloseTo(0.300, within(0.04));
      assertThat(law.hottest(0.1)).isCloseTo(0.451, within(0.04));
    }
  }

  @Test
  void sysbenchsSpecialIsAHotRange() {
    for (int seed = 0; seed < 5; seed++) {
      ValueSketch sketch = Drawn.integers(DRAWS, seed, new SpecialDistribution(KEYS));
      Law known = Laws.fit(sketch, Drawn.keys(1, KEYS));
      assertThat(known.words()).startsWith("hot range");
      assertThat(known.distance()).isLessThan(0.03);
      Law unknown = Laws.fit(sketch, Drawn.unknown());
      assertThat(unknown.words()).startsWith("hot range: 7");
      assertThat(unknown.expression()).startsWith("CASE WHEN random(1, 1000) <= 7");
      assertThat(unknown.distance()).isLessThan(0.03);
    }
  }

  @Test
  void anyHotRangeIsFound() {
    ValueSketch sketch =
        Drawn.integers(
            DRAWS,
            1,
            random ->
                random.nextInt(10) < 8 ? 30_001 + random.nextInt(5000) : 1 + random.nextInt(KEYS));
    Law law = Laws.fit(sketch, Drawn.keys(1, KEYS));
    assertThat(law.expression()).startsWith("random_hot(1, 100000, 0.").endsWith(", 30000, 35000)");
    assertThat(law.hottest(0.05)).isCloseTo(0.81, within(0.02));
  }

  @Test
  void bellsAndSlopesOfPgbenchAndSysbenchHaveTheirNames() {
    assertThat(Drawn.law(DRAWS, 1, new NormalDistribution(KEYS, 5)).expression())
        .startsWith("random_gaussian(1, 100000, ");
    assertThat(Drawn.law(DRAWS, 1, new ExponentialDistribution(KEYS, 5)).expression())
        .startsWith("random_exponential(1, 100000, ");
    assertThat(Drawn.law(DRAWS, 1, new ParetoDistribution(KEYS, 0.2)).expression())
        .startsWith("random_pareto(1, 100000, ");
    for (Distribution truth :
        new Distribution[] {
          new NormalDistribution(KEYS, 3), new ExponentialDistribution(KEYS, 10),
        }) {
      assertThat(Drawn.law(DRAWS, 2, truth).distance()).isLessThan(0.03);
    }
  }

  /** The bitwise or of two numbers, as TPC-C draws items and customers. */
  @ParameterizedTest
  @CsvSource({"8192, 100000, 7911", "1024, 3000, 259"})
  void numbersWithoutASimpleLawAreAHistogramWithHotKeys(int bits, int keys, int plus) {
    for (int seed = 0; seed < 3; seed++) {
      ValueSketch sketch =
          Drawn.integers(
              20_000,
              seed,
              random -> 1 + ((random.nextInt(bits) | 1 + random.nextInt(keys)) + plus) % keys);
      Law law = Laws.fit(sketch, Drawn.keys(1, keys));
      assertThat(law.expression()).contains("random_list(").contains("random_mixed(");
      assertThat(law.distance()).isLessThan(0.03);
      assertThat(law.hottest(0.01)).isCloseTo(hottestOfOr(bits, keys), within(0.05));
    }
  }

  private static double hottestOfOr(int bits, int keys) {
    double[] shares = new double[2 * Math.max(bits, Integer.highestOneBit(keys) * 2)];
    for (int a = 0; a < bits; a++) {
      for (int b = 1; b <= keys; b += keys > 10_000 ? 7 : 1) {
        shares[a | b]++;
      }
    }
    double[] folded = new double[keys];
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      folded[i % keys] += shares[i];
      sum += shares[i];
    }
    Arrays.sort(folded);
    double hot = 0;
    for (int i = keys - keys / 100; i < keys; i++) {
      hot += folded[i];
    }
    return hot / sum;
  }

  @Test
  void oneNumberIsKeptAsAConstant() {
    Law law = Laws.fit(Drawn.integers(1000, 1, random -> 42), Drawn.unknown());
    assertThat(law.expression()).isEqualTo("42");
    assertThat(law.words()).isEqualTo("constant 42");
  }

  @Test
  void aNumberThatIsSeenAFewTimesIsNoConstant() {
    Law law = Laws.fit(Drawn.integers(7, 1, random -> 884_123), Drawn.unknown());
    assertThat(law.expression()).isEqualTo("random(880000, 890000)");
    assertThat(law.grade()).isEqualTo(Grade.FEW);
  }

  @Test
  void fewValuesHaveWeights() {
    ValueSketch sketch =
        Drawn.integers(
            DRAWS,
            1,
            random -> {
              int drawn = random.nextInt(10);
              return drawn < 6 ? 10 : drawn < 9 ? 20 : 50;
            });
    Law law = Laws.fit(sketch, ColumnFacts.named("limit", Use.FREE));
    assertThat(law.expression())
        .matches("random_list\\(10, (59|60)\\d, 20, (29|30)\\d, 50, \\d+\\)");
  }

  @Test
  void keysOfATableAreNeverListed() {
    ValueSketch sketch =
        Drawn.integers(DRAWS, 1, random -> random.nextInt(3) == 0 ? 77_123 : 12_321);
    Law law = Laws.fit(sketch, Drawn.keys(1, KEYS));
    assertThat(law.expression())
        .matches("1 \\+ permute\\(random_list\\(0, 6\\d\\d, 1, 3\\d\\d\\), 100000\\)");
  }

  @Test
  void drawsThatAreAllInAPartOfTheRangeStayThere() {
    ValueSketch sketch =
        Drawn.integers(DRAWS, 1, random -> 16_837 + (long) (36 * Math.pow(random.nextDouble(), 2)));
    Law law = Laws.fit(sketch, ColumnFacts.named("oid", Use.COMPARED));
    assertThat(law.expression())
        .doesNotContain("0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)");
  }

  @Test
  void gapsBetweenKeysAreSpreadEvenly() {
    ValueSketch sketch = Drawn.integers(DRAWS, 1, random -> 5000 + 10L * random.nextInt(1000));
    ColumnFacts facts = ColumnFacts.integers("id", 5000, 14_990, 1000, Use.COMPARED);
    assertThat(Laws.fit(sketch, facts).expression()).isEqualTo("5000 + 10 * random(0, 999)");
  }

  @Test
  void theRangeMovesWithTheScale() {
    ColumnFacts facts =
        new ColumnFacts(
            "",
            "id",
            Literal.INTEGER,
            0,
            1L,
            (long) KEYS,
            KEYS,
            KEYS,
            true,
            new KeySpace(1, 1, KEYS, "100000 * :scale"),
            null,
            Use.COMPARED);
    ValueSketch uniform = Drawn.integers(DRAWS, 1, new UniformDistribution(KEYS));
    assertThat(Laws.fit(uniform, facts).expression()).isEqualTo("random(1, 100000 * :scale)");
    ValueSketch zipf = Drawn.integers(DRAWS, 1, new ExactZipfDistribution(KEYS, 1));
    assertThat(Laws.fit(zipf, facts).expression())
        .startsWith("random_zipfian(1, 100000 * :scale, ");
  }

  @Test
  void aDifferenceHasNothingToDoWithTheRangeOfItsColumn() {
    ValueSketch sketch = Drawn.integers(DRAWS, 1, random -> random.nextInt(10_001) - 5000L);
    ColumnFacts facts = ColumnFacts.integers("balance", -5_000_000, 9_000_000, 9000, Use.DELTA);
    assertThat(Laws.fit(sketch, facts).expression()).isEqualTo("random(-5000, 5000)");
  }

  @Test
  void newRowsAreAskedForByTheirDistanceFromTheNewest() {
    Distribution distance = new ExactZipfDistribution(1000, 1.1);
    ValueSketch sketch = new ValueSketch(1);
    Random64 random = new Random64(5);
    for (int i = 0; i < DRAWS; i++) {
      long newest = 100_000 + i * 3L;
      sketch.add(Literal.INTEGER, newest - distance.draw(random), 0, 0, newest);
    }
    ColumnFacts facts = ColumnFacts.integers("orders.id", 1, 130_000, 130_000, Use.COMPARED);
    Law law = Laws.fit(sketch, facts);
    assertThat(law.expression()).matches("130000 \\+ recent\\('orders_id', \\d+, 1\\.[01]\\d*\\)");
    assertThat(exponent(law).value()).isCloseTo(1.1, within(0.05));
  }

  @Test
  void nullsHaveTheirShare() {
    ValueSketch sketch = Drawn.integers(900, 1, new UniformDistribution(KEYS));
    for (int i = 0; i < 100; i++) {
      sketch.add(Literal.NULL, 0, 0, 0);
    }
    Law law = Laws.fit(sketch, Drawn.keys(1, KEYS));
    assertThat(law.expression())
        .isEqualTo("CASE WHEN random(1, 1000) <= 100 THEN NULL ELSE random(1, 100000) END");
  }

  @Test
  void decimalsAreWholeNumbersDivided() {
    ValueSketch sketch = new ValueSketch(1);
    Random64 random = new Random64(2);
    for (int i = 0; i < DRAWS; i++) {
      double price = (100 + random.nextInt(9901)) / 100.0;
      sketch.add(Literal.DECIMAL, Double.doubleToRawLongBits(price), 2, 0);
    }
    Law law = Laws.fit(sketch, ColumnFacts.named("price", Use.WRITTEN));
    assertThat(law.expression()).isEqualTo("random(100, 10000) / 100.0");
  }

  @Test
  void timesAreOffsetsFromNow() {
    ValueSketch now = new ValueSketch(1);
    ValueSketch week = new ValueSketch(1);
    Random64 random = new Random64(2);
    for (int i = 0; i < DRAWS; i++) {
      long statement = 1_700_000_000_000_000L + i * 1000L;
      now.addTime(statement - random.nextInt(900_000), statement);
      week.addTime(statement - random.nextLong(600_000_000_000L), statement);
    }
    ColumnFacts facts = ColumnFacts.named("at", Use.COMPARED);
    assertThat(Laws.fit(now, facts).expression()).isEqualTo("timestamp(0)");
    assertThat(Laws.fit(week, facts).expression()).isEqualTo("timestamp(random(-600000, 0))");
  }

  @Test
  void textsAreTokensOrMadeUp() {
    ValueSketch states = new ValueSketch(1);
    ValueSketch names = new ValueSketch(1);
    ValueSketch keys = new ValueSketch(1);
    Random64 random = new Random64(2);
    Distribution zipf = new ExactZipfDistribution(5000, 0.9);
    for (int i = 0; i < DRAWS; i++) {
      states.add(Literal.TEXT, random.nextInt(4) == 0 ? 77 : 78, 8, Literal.LOWER);
      names.add(Literal.TEXT, random.nextLong(), 5 + random.nextInt(6), Literal.LOWER);
      keys.add(Literal.TEXT, Random64.hash(zipf.draw(random), 9), 12, Literal.LOWER);
    }
    assertThat(Laws.fit(states, ColumnFacts.named("state", Use.COMPARED)).expression())
        .matches("random_list\\('state_1', 7\\d\\d, 'state_2', 2\\d\\d\\)");
    assertThat(Laws.fit(names, ColumnFacts.named("name", Use.WRITTEN)).expression())
        .isEqualTo("text(5, 10)");
    ColumnFacts known =
        new ColumnFacts(
            "", "email", Literal.TEXT, 0, 10L, 30L, 5000, 5000, true, null, null, Use.COMPARED);
    Law law = Laws.fit(keys, known);
    assertThat(law.expression())
        .matches("text_of\\(random_mixed\\(1, 5000, 0\\.\\d+, 1\\), 10, 30\\)");
    assertThat(exponent(law).value()).isCloseTo(0.9, within(0.03));
  }

  @Test
  void truthsAndBytesHaveWords() {
    ValueSketch flags = new ValueSketch(1);
    ValueSketch bytes = new ValueSketch(1);
    for (int i = 0; i < 1000; i++) {
      flags.add(Literal.BOOLEAN, i % 4 == 0 ? 1 : 0, 0, 0);
      bytes.add(Literal.BYTES, i, 16 + i % 17, 0);
    }
    assertThat(Laws.fit(flags, ColumnFacts.named("f", Use.WRITTEN)).expression())
        .isEqualTo("random(1, 1000) <= 250");
    assertThat(Laws.fit(bytes, ColumnFacts.named("b", Use.WRITTEN)).expression())
        .isEqualTo("bytes(16, 32)");
  }

  @Test
  void nothingSeenIsSaid() {
    Law law = Laws.fit(new ValueSketch(1), Drawn.keys(1, 10));
    assertThat(law.expression()).isEqualTo("random(1, 10)");
    assertThat(law.words()).contains("no value seen");
    assertThat(law.distance()).isNaN();
    assertThat(law.grade()).isEqualTo(Grade.FEW);
  }

  private static Exponent exponent(Law law) {
    return Objects.requireNonNull(law.exponent(), law.words());
  }
}
