package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ibench.random.Random64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The functions that draw by weights, shares and hot numbers. */
class RandomFunctionsTest {

  private static final int DRAWS = 200_000;
  private static final long SEED = 5432;

  /** :ten is 10, and not known before the run; so are :none and :word. */
  private static final Map<String, Value> VARIABLES = new LinkedHashMap<>();

  static {
    VARIABLES.put("ten", Value.of(10));
    VARIABLES.put("none", Value.NOTHING);
    VARIABLES.put("half", Value.of(0.5));
  }

  private static final class Names implements ExpressionParser.Scope {

    @Override
    public Node variable(String name) {
      return new Node.Variable(List.copyOf(VARIABLES.keySet()).indexOf(name));
    }

    @Override
    public boolean isText(int slot) {
      return false;
    }
  }

  /** How often each value is drawn. */
  private static Map<String, Integer> draws(String text, int draws, long random) throws Exception {
    Program program = CodeWriter.program(ExpressionParser.parse(text, new Names(), SEED), () -> 0);
    int slot = VARIABLES.size();
    Machine machine =
        new Machine(
            slot + 1,
            program.depth(),
            1,
            new Random64(random),
            SEED,
            name -> Sequence.after(8),
            ListValues.none());
    int next = 0;
    for (Value value : VARIABLES.values()) {
      machine.set(next++, value);
    }
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < draws; i++) {
      machine.evaluate(program, slot);
      String value =
          switch (machine.kind(slot)) {
            case Value.TEXT -> machine.text(slot);
            case Value.NULL -> "null";
            case Value.DOUBLE -> Double.toString(Double.longBitsToDouble(machine.bits(slot)));
            default -> Long.toString(machine.bits(slot));
          };
      counts.merge(value, 1, Integer::sum);
    }
    return counts;
  }

  private static Map<String, Integer> draws(String text) throws Exception {
    return draws(text, DRAWS, 1);
  }

  private static void assertShare(Map<String, Integer> counts, String value, double share) {
    double sigma = Math.sqrt(DRAWS * share * (1 - share));
    assertThat((double) counts.getOrDefault(value, 0))
        .as(value)
        .isCloseTo(DRAWS * share, within(5 * sigma));
  }

  @Test
  void aListDrawsEachValueByItsWeight() throws Exception {
    Map<String, Integer> counts =
        draws("random_list('new', 70, 'paid', 25.5, 'lost', 0, -7, 4.5, null, 0)");

    assertThat(counts).containsOnlyKeys("new", "paid", "-7");
    assertShare(counts, "new", 0.7);
    assertShare(counts, "paid", 0.255);
    assertShare(counts, "-7", 0.045);
  }

  @Test
  void aListComputesOnlyTheValueThatItDraws() throws Exception {
    Map<String, Integer> counts =
        draws(
            "1 + random_list(:ten * 2, 1, random_list(3, 1, :ten / 4, 1), 1, 1 / (:ten - 10), 0)");

    assertThat(counts).containsOnlyKeys("21", "4", "3");
    assertShare(counts, "21", 0.5);
    assertShare(counts, "4", 0.25);
    assertThat(draws("random_list(:none, 1, :half, 1)")).containsOnlyKeys("null", "0.5");
  }

  @Test
  void aListMayHaveAThousandValues() throws Exception {
    String pairs =
        LongStream.range(0, 1000)
            .mapToObj(i -> "'v" + i + "', " + (i % 2))
            .collect(Collectors.joining(", "));
    assertThat(draws("random_list(" + pairs + ")")).hasSize(500).containsKeys("v1", "v999");
    assertThatThrownBy(() -> draws("random_list(" + pairs + ", 1, 1)"))
        .isInstanceOf(SyntaxException.class)
        .hasMessage("random_list() has 2002 arguments; allowed: 2 to 2000");
  }

  /** 3, 3 and 4 numbers. */
  @Test
  void aHistogramHasEachNumberInOneBucket() throws Exception {
    Map<String, Integer> counts = draws("random_histogram(-4, :ten - 5, 1, 0, 3)");

    assertThat(counts).containsOnlyKeys("-4", "-3", "-2", "2", "3", "4", "5");
    assertShare(counts, "-4", 0.25 / 3);
    assertShare(counts, "-2", 0.25 / 3);
    assertShare(counts, "2", 0.75 / 4);
    assertShare(counts, "5", 0.75 / 4);
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "100, 7", "13, 12", "1000, 64"})
  void theBucketsOfAHistogramTogetherAreTheRange(int size, int buckets) throws Exception {
    String weights = ", 1".repeat(buckets);
    Map<String, Integer> counts = draws("random_histogram(1, " + size + weights + ")");

    assertThat(counts).hasSize(size);
    for (int bucket = 0; bucket < buckets; bucket++) {
      int first = 1 + bucket * size / buckets;
      int last = (bucket + 1) * size / buckets;
      assertShare(counts, Integer.toString(first), 1.0 / buckets / (last - first + 1));
      assertShare(counts, Integer.toString(last), 1.0 / buckets / (last - first + 1));
    }
  }

  @Test
  void theLargestRangeHasBucketsToo() throws Exception {
    long high = (1L << 62) - 1;
    assertThat(draws("random_histogram(0, " + high + ", 0, 0, 1)", 1000, 1).keySet())
        .allSatisfy(value -> assertThat(Long.parseLong(value)).isBetween(high / 3 * 2, high));
  }

  @Test
  void aHotRangeHasItsShareAndItsPartOfTheRest() throws Exception {
    Map<String, Integer> counts = draws("random_hot(1, 100, 0.8, 41, 50)");

    assertThat(counts).hasSize(100);
    assertShare(counts, "41", 0.08 + 0.002);
    assertShare(counts, "50", 0.08 + 0.002);
    assertShare(counts, "40", 0.002);
    assertShare(counts, "51", 0.002);
    assertThat(draws("random_hot(1, 100, 1, :ten, :ten)")).containsOnlyKeys("10");
    assertThat(draws("random_hot(1, 100, :none, 1, 2)")).containsOnlyKeys("null");
  }

  @Test
  void theHotNumbersOfAMixtureAreScatteredAndTheSameForAllThreads() throws Exception {
    String text = "random_mixed(1, 1000, 1.2, 0.6)";
    Map<String, Integer> counts = draws(text, DRAWS, 1);
    Map<String, Integer> others = draws(text, DRAWS, 2);

    double sum = LongStream.rangeClosed(1, 1000).mapToDouble(r -> Math.pow(r, -1.2)).sum();
    List<String> hottest = hottest(counts);
    assertThat(hottest(others)).isEqualTo(hottest);
    for (int rank = 1; rank <= 3; rank++) {
      long place = 1 + Permutation.permute(rank - 1, 1000, SEED);
      assertThat(hottest.get(rank - 1)).isEqualTo(Long.toString(place));
      assertShare(counts, Long.toString(place), 0.6 * Math.pow(rank, -1.2) / sum + 0.4 / 1000);
    }
    assertThat(counts).as("0.4 of the draws are uniform").hasSize(1000);
    assertThat(draws("random_mixed(1, 1000, 1.2, 0)").values()).allMatch(count -> count < 400);
  }

  private static List<String> hottest(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(3)
        .map(Map.Entry::getKey)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "random_list(1) => random_list() has 1 arguments; allowed: 2 to 2000",
        "random_list(1, 2, 3) => random_list() has a value without a weight",
        "random_list(1, :ten) => random_list() has a wrong weight as argument 2; allowed: numbers",
        "random_list(1, -1) => random_list() has a wrong weight as argument 2",
        "random_list(1, 0, 2, 0) => random_list(): no weight is above 0",
        "1 + random_list('a', 1, 'b', 2) => has a text in arithmetic; allowed: numbers",
        "random_histogram(1, 3, 1, 1, 1, 1) => the range from 1 to 3 has fewer numbers than 4",
        "random_histogram(5, 3, 1) => the range from 5 to 3 is empty",
        "random_histogram(5, :ten, 1, 'x') => random_histogram() has a wrong weight as argument 4",
        "random_hot(1, 10, 1.5, 1, 2) => a share is a number from 0 to 1, not 1.5",
        "random_hot(1, :ten, -1, 1, 2) => a share is a number from 0 to 1, not -1.0",
        "random_hot(1, 10, :half, 5, 11) => the hot range from 5 to 11 is not inside of that from 1",
        "random_hot(:ten, :ten, 0.5, 7, 6) => the range from 7 to 6 is empty",
        "random_hot(9, 8, 0.5, :ten, :ten) => the range from 9 to 8 is empty",
        "random_mixed(1, :ten, -1, 0.5) => the exponent of a Zipf distribution must be 0 or more",
        "random_mixed(1, :ten, :half, 2) => a share is a number from 0 to 1, not 2.0",
        "random_mixed(2, 1, :half, :half) => the range from 2 to 1 is empty"
      })
  void mistakesAreFoundBeforeTheRun(String text, String mistake) {
    assertThatThrownBy(() -> ExpressionParser.parse(text, new Names(), SEED))
        .isInstanceOf(SyntaxException.class)
        .hasMessageContaining(mistake);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "random_histogram(:ten, 12, 1, 1, 1, 1) => fewer numbers than 4 buckets",
        "random_hot(1, :ten, 0.5, 5, 11) => is not inside of that",
        "random_hot(1, 20, :ten, 5, 11) => a share is a number from 0 to 1, not 10.0",
        "random_mixed(1, 20, 1, :ten) => a share is a number from 0 to 1, not 10.0"
      })
  void mistakesThatOnlyTheRunKnowsFailThere(String text, String mistake) {
    assertThatThrownBy(() -> draws(text))
        .isInstanceOf(ScriptException.class)
        .hasMessageContaining(mistake);
  }
}
