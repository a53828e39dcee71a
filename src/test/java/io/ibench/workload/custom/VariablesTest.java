package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Key;
import io.ibench.db.ColumnType;
import io.ibench.workload.custom.NumberSource.Constant;
import io.ibench.workload.custom.NumberSource.Uniform;
import io.ibench.workload.custom.Token.Kind;
import io.ibench.workload.custom.Variables.Variable;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is known of a variable's values, and of what is computed with them. */
class VariablesTest {

  private static final long MAX = Long.MAX_VALUE;
  private static final long MIN = Long.MIN_VALUE;

  private final Variables variables = new Variables();

  private Variable variable(String name, long least, long most) {
    return variables.add(name, Optional.of(Typed.whole(new Uniform(least, most))));
  }

  private static void assertBounds(NumberSource source, long least, long most) {
    assertThat(source.least()).isEqualTo(least);
    assertThat(source.most()).isEqualTo(most);
  }

  @Test
  void variablesAreNumberedInTheOrderOfTheirDefinition() {
    assertThat(variable("a", 1, 5).number()).isZero();
    assertThat(variable("b", 1, 5).number()).isEqualTo(1);
    assertThat(variables.size()).isEqualTo(2);
    assertThat(variables.find("b").orElseThrow().number()).isEqualTo(1);
    assertThat(variables.find("c")).isEmpty();
  }

  @Test
  void aVariableHasTheTypeAndBoundsOfItsValue() {
    Variable time = variables.add("t", Optional.of(Typed.time(new Constant(7))));
    assertThat(time).isEqualTo(new Variable(0, ColumnType.TIME, 7, 7, false));
    Variable broken = variables.add("x", Optional.empty());
    assertThat(broken).isEqualTo(new Variable(1, ColumnType.LONG, 0, 0, false));
    Variable read = variables.addRead("r", ColumnType.BYTE);
    assertThat(read).isEqualTo(new Variable(2, ColumnType.LONG, 0, 127, true));
    assertThat(variables.addRead("f", ColumnType.FLOAT).type()).isEqualTo(ColumnType.FLOAT);
  }

  @Test
  void aSumHasTheSumsOfTheBounds() {
    Variable a = variable("a", 1, 5);
    Variable b = variable("b", -10, 20);
    assertBounds(a.plus(3), 4, 8);
    assertBounds(a.plus(-3), -2, 2);
    assertBounds(a.plus(b), -9, 25);
    assertBounds(a.minus(b), -19, 15);
    assertBounds(b.negated(), -20, 10);
  }

  @Test
  void sumsBeyondALongStayAtItsEnd() {
    assertBounds(variable("a", 0, MAX - 1).plus(1), 1, MAX);
    assertBounds(variable("b", 0, MAX - 1).plus(2), 2, MAX);
    assertBounds(variable("c", MIN + 1, 0).plus(-1), MIN, -1);
    assertBounds(variable("d", MIN + 1, 0).plus(-2), MIN, -2);
    assertBounds(variable("e", MIN + 1, 0).plus(1), MIN + 2, 1);
  }

  @Test
  void unknownBoundsStayUnknown() {
    Variable unknown = variable("u", MIN, MAX);
    Variable known = variable("k", 1, 5);
    assertBounds(unknown.plus(7), MIN, MAX);
    assertBounds(unknown.plus(-7), MIN, MAX);
    assertBounds(unknown.negated(), MIN, MAX);
    assertBounds(known.plus(unknown), MIN, MAX);
    assertBounds(known.minus(unknown), MIN, MAX);
    assertBounds(unknown.minus(known), MIN, MAX);
  }

  @Test
  void whatUsesAReadVariableIsRead() {
    Variable drawn = variable("d", 1, 5);
    Variable other = variable("e", 1, 5);
    Variable read = variables.addRead("r", ColumnType.LONG);
    assertThat(variables.isRead(drawn.plus(1))).isFalse();
    assertThat(variables.isRead(read.plus(1))).isTrue();
    assertThat(variables.isRead(drawn.negated())).isFalse();
    assertThat(variables.isRead(read.negated())).isTrue();
    assertThat(variables.isRead(drawn.plus(other))).isFalse();
    assertThat(variables.isRead(drawn.plus(read))).isTrue();
    assertThat(variables.isRead(read.minus(drawn))).isTrue();
    assertThat(variables.isRead(new Constant(1))).isFalse();
  }

  @Test
  void aVariableWithoutAValueIsAMistake() {
    Mistakes mistakes = new Mistakes(Key.text("op.A", "an operation"));
    Token unknown = new Token(Kind.VARIABLE, "mony", 3);
    assertThat(variables.used(unknown, mistakes)).isEmpty();
    variable("money", 1, 5);
    assertThat(variables.used(unknown, mistakes)).isEmpty();
    assertThat(variables.used(new Token(Kind.VARIABLE, "money", 3), mistakes)).isPresent();
    assertThat(ReportedMistakes.of(mistakes))
        .containsExactly(
            "at \"$mony\" (character 3): this variable has no value yet; write before: $mony = ...",
            "at \"$mony\" (character 3): this variable has no value yet; did you mean money?");
  }

  @Test
  void wholeNumbersOfAnyColumnAreLongs() {
    assertThat(Variables.general(ColumnType.BYTE)).isEqualTo(ColumnType.LONG);
    assertThat(Variables.general(ColumnType.INT)).isEqualTo(ColumnType.LONG);
    assertThat(Variables.general(ColumnType.TIME)).isEqualTo(ColumnType.TIME);
    assertThat(Variables.general(ColumnType.FLOAT)).isEqualTo(ColumnType.FLOAT);
  }
}
