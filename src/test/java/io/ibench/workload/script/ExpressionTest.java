package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions mean what they mean in pgbench. */
class ExpressionTest {

  private static final int DRAWS = 1_000_000;

  /** The variables of the tests, which are not constant for the parser. */
  private static final Map<String, Value> VARIABLES =
      Map.of(
          "seven", Value.of(7),
          "two", Value.of(2),
          "max", Value.of(Long.MAX_VALUE),
          "half", Value.of(0.5),
          "yes", Value.of(true),
          "none", Value.NOTHING,
          "word", Value.of("word"),
          "on", Value.of("On"),
          "five", Value.of("5"),
          "exact", new Value(Value.DECIMAL, 0, "9007199254740993.50"));

  private static Program program(String text) throws SyntaxException {
    return CodeWriter.program(ExpressionParser.parse(text, new Scope(), 5432), () -> 0);
  }

  private static Machine machine(int depth) {
    Machine machine =
        new Machine(
            VARIABLES.size() + 1,
            depth,
            1,
            new Random64(1),
            5432,
            name -> Sequence.after(8),
            ListValues.none());
    VARIABLES.forEach((name, value) -> machine.set(Scope.slot(name), value));
    return machine;
  }

  private static String value(String text) throws Exception {
    Program program = program(text);
    Machine machine = machine(program.depth());
    machine.evaluate(program, VARIABLES.size());
    long bits = machine.bits(VARIABLES.size());
    return switch (machine.kind(VARIABLES.size())) {
      case Value.NULL -> "null";
      case Value.BOOLEAN -> bits == 1 ? "true" : "false";
      case Value.INTEGER -> Long.toString(bits);
      case Value.DOUBLE -> Double.toString(Double.longBitsToDouble(bits));
      case Value.DECIMAL -> "exactly " + machine.text(VARIABLES.size());
      default -> machine.text(VARIABLES.size());
    };
  }

  private static final class Scope implements ExpressionParser.Scope {

    static int slot(String name) {
      return VARIABLES.keySet().stream().sorted().toList().indexOf(name);
    }

    @Override
    public Node variable(String name) {
      return new Node.Variable(slot(name));
    }

    @Override
    public boolean isText(int slot) {
      return slot == slot("word");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '$',
      value = {
        "1 + 2 * 3 => 7",
        "(1 + 2) * 3 => 9",
        "-:seven + 2 => -5",
        "-9223372036854775808 => -9223372036854775808",
        ":seven / 2 => 3",
        "-:seven / 2 => -3",
        ":seven % 4 => 3",
        "-:seven % 4 => -3",
        ":seven % -1 => 0",
        ":seven / 2.0 => 3.5",
        "7 - 2 - 1 => 4",
        "1 | 2 + 4 => 7",
        "6 & 3 => 2",
        "6 # 3 => 5",
        "1 << 3 + 1 => 16",
        "~ 0 => -1",
        "~ :two & 7 => 5",
        "-1 >> 1 => -1",
        "1 < 2 => true",
        "2 <= 1 => false",
        "3 <> 3.0 => false",
        "3 != 4 => true",
        ":seven > 2 AND :two = 2 => true",
        "TRUE OR 1 / :two > 5 => true",
        "FALSE AND :none => false",
        "NULL AND FALSE => null",
        "NULL OR TRUE => null",
        "NOT :yes OR TRUE => true",
        "NOT (:yes AND FALSE) => true",
        ":none IS NULL => true",
        ":none ISNULL => true",
        ":seven NOTNULL => true",
        ":seven IS NOT NULL => true",
        "1 = 1 IS TRUE => true",
        "1 IS TRUE => false",
        ":none + 1 => null",
        "abs(:none) => null",
        "CASE WHEN :seven = 6 THEN 1 WHEN :seven = 7 THEN 2 ELSE 3 END => 2",
        "CASE WHEN :none THEN 1 END => null",
        "CASE WHEN :two THEN 'a' ELSE 'b' END => a",
        "abs(-3) => 3",
        "abs(-3.5) => 3.5",
        "int(2.5) => 2",
        "int(3.5) => 4",
        "double(2) => 2.0",
        "sqrt(16) => 4.0",
        "exp(0) => 1.0",
        "ln(1) => 0.0",
        "pow(2, 10) => 1024.0",
        "power(:two, 3) => 8.0",
        "mod(7, 4) => 3",
        "pi() => 3.141592653589793",
        "least(3, :two, 5) => 2",
        "greatest(3, 2.5) => 3.0",
        "1e3 => 1000.0",
        ".5 => 0.5",
        "random(5, 5) => 5",
        "sequence() => 9",
        "'it''s' => it's",
        ":five / 2 => 2",
        ":five > 10 => false",
        ":five = '5.0' => true",
        ":five = 'five' => false",
        ":on AND NOT FALSE => true",
        ":on IS TRUE => true",
        ":five IS NULL => false",
        "CASE WHEN :on THEN 1 ELSE 2 END => 1",
        ":exact => exactly 9007199254740993.50",
        ":exact / 2 => 4.503599627370497E15",
        "hash(10, 5432) => -5817877081768721676",
        "hash_murmur2(10) => -5817877081768721676",
        "hash_fnv1a(10, 5432) => -7793829335365542153",
        "permute(3, 1) => 0"
      })
  void hasItsValue(String text, String expected) throws Exception {
    assertThat(value(text)).isEqualTo(expected);
  }

  @Slow
  @Test
  void drawsHaveTheirDistributions() throws Exception {
    assertThat(share("random_exponential(1, 1000, 3.0)", 1, 100)).isEqualTo(0.2728, within(0.0023));
    assertThat(share("random_gaussian(1, 1000, 4.0)", 376, 625)).isEqualTo(0.6827, within(0.0024));
    assertThat(share("random_zipfian(1, 10, 1.5)", 1, 1)).isEqualTo(0.5012, within(0.0025));
    assertThat(share("random_zipfian(1, 10, 1.5)", 2, 2)).isEqualTo(0.1772, within(0.0020));
    assertThat(share("random_zipfian(:two - 1, 10, 0)", 1, 5)).isEqualTo(0.5, within(0.0025));
    assertThat(share("random_pareto(1, 10000, 0.2)", 1, 2000)).isEqualTo(0.8, within(0.002));
    assertThat(share("random_special(1, 10000)", 4975, 5051)).isEqualTo(0.759, within(0.0025));
    assertThat(share("random(-1, 2)", -1, 0)).isEqualTo(0.5, within(0.0025));
  }

  private static double share(String text, long low, long high) throws Exception {
    Program program = program(text);
    Machine machine = machine(program.depth());
    long hits = 0;
    for (int i = 0; i < DRAWS; i++) {
      long drawn = machine.integer(program);
      hits += drawn >= low && drawn <= high ? 1 : 0;
    }
    return (double) hits / DRAWS;
  }

  @Test
  void textsFollowTheirTemplates() throws Exception {
    assertThat(value("string('##-@@/x')")).matches("\\d\\d-[a-z][a-z]/x");
    assertThat(value("text(3, 5)")).matches("[a-z]{3,5}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":max + 1 | overflow of an integer of 64 bits",
        ":max * 2 | overflow of an integer of 64 bits",
        ":seven / (:two - 2) | division by 0",
        ":seven % (:two - 2) | division by 0",
        "int(:half * 1e300) | overflow: 5.0E299 is no integer of 64 bits",
        ":yes + 1 | a boolean is no number",
        ":seven AND TRUE | an integer is no boolean",
        ":five AND TRUE | an integer is no boolean",
        ":on + 1 | a boolean is no number",
        "random(:seven, :two) | the range from 7 to 2 is empty"
      })
  void aFailureAtRunTimeSaysWhy(String text, String why) throws Exception {
    Program program = program(text);
    Machine machine = machine(program.depth());
    assertThatThrownBy(() -> machine.isTrue(program))
        .isInstanceOf(ScriptException.class)
        .hasMessage(why);
  }

  @Test
  void aRepeatDrawsTheSameNumbers() throws Exception {
    Program random = program("random(1, 1000000000)");
    Machine machine = machine(random.depth());
    machine.save();
    long first = machine.integer(random);
    machine.restore();
    assertThat(machine.integer(random)).isEqualTo(first);
  }

  @Test
  void permuteIsABijectionForEachSize() throws Exception {
    for (int size = 1; size <= 1000; size++) {
      assertBijection(size);
    }
    assertBijection(1_000_003);
  }

  private static void assertBijection(int size) throws ScriptException {
    boolean[] seen = new boolean[size];
    for (int i = 0; i < size; i++) {
      int place = Math.toIntExact(Permutation.permute(i, size, 42));
      assertThat(seen[place]).as("%s of %s", i, size).isFalse();
      seen[place] = true;
    }
  }
}
