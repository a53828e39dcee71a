package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each name counts by itself, over all runs on the data. */
class SequencesTest {

  private static final long UNKNOWN = 1L << 40;

  @TempDir Path folder;

  private static List<Long> lookBack(Sequence sequence, int draws) {
    List<Long> found = new ArrayList<>();
    for (int i = 0; i < draws; i++) {
      found.add(sequence.before(i));
    }
    return found;
  }

  @Test
  void eachNameCountsByItself() {
    Sequences sequences = new Sequences(Optional.empty(), 0);

    assertThat(sequences.named("a").next()).isEqualTo(1);
    assertThat(sequences.named("a").next()).isEqualTo(2);
    assertThat(sequences.named("").next()).isEqualTo(1);
    assertThat(sequences.named("b").last()).isZero();
    assertThat(sequences.totals())
        .containsExactly(
            Map.entry("sequence", 1L), Map.entry("sequence.a", 2L), Map.entry("sequence.b", 0L));
  }

  @Test
  void theNextRunGoesOnAlsoWithNamesThatAnotherScriptHasUsed() {
    Map<String, Map<String, Long>> totals =
        Map.of(
            "t", Map.of("sequence", 7L, "sequence.a", 9L, "rows", 5L), "u", Map.of("sequence", 8L));
    Sequences sequences = new Sequences(Optional.of(totals), UNKNOWN);

    assertThat(sequences.named("").next()).isEqualTo(9);
    assertThat(sequences.named("b").next()).isEqualTo(1);
    assertThat(sequences.totals()).containsEntry("sequence.a", 9L).hasSize(3);
    assertThat(lookBack(sequences.named("a"), 3)).containsExactly(9L, 8L, 7L);
  }

  @Test
  void withoutTotalsNoNumberIsDrawnTwice() {
    Sequences sequences = new Sequences(Optional.empty(), UNKNOWN);

    assertThat(sequences.named("a").next()).isEqualTo(UNKNOWN + 1);
    assertThat(lookBack(sequences.named("a"), 4)).containsExactly(UNKNOWN + 1, 0L, -1L, -2L);
  }

  @Test
  void whatIsLookedBackOnSkipsTheNumbersThatNobodyHasDrawn() {
    Sequences sequences = new Sequences(Optional.of(Map.of("t", Map.of("sequence.a", 5L))), 0);
    Sequence sequence = sequences.named("a");
    assertThat(sequence.next()).isEqualTo(6);
    sequences.skipTo(1000);

    assertThat(lookBack(sequence, 2)).containsExactly(6L, 5L);
    assertThat(sequence.next()).isEqualTo(1001);
    assertThat(lookBack(sequence, 4)).containsExactly(1001L, 6L, 5L, 4L);
    assertThat(sequences.named("new").next()).isEqualTo(1001);
    assertThat(lookBack(sequences.named("new"), 2)).containsExactly(1001L, 0L);

    Sequences unknown = new Sequences(Optional.empty(), 100);
    unknown.named("a");
    unknown.skipTo(1000);
    assertThat(lookBack(unknown.named("a"), 2)).containsExactly(0L, -1L);
    unknown.skipTo(50);
    assertThat(unknown.named("a").next()).isEqualTo(1001);
  }

  @Test
  void aSmallerBoundChangesNothing() {
    Sequence sequence = Sequence.after(10);
    sequence.skipTo(9);

    assertThat(lookBack(sequence, 2)).containsExactly(10L, 9L);
  }

  @Test
  void afterADropAllBeginWithOne() {
    Sequences sequences = new Sequences(Optional.empty(), UNKNOWN);
    sequences.named("a").next();
    sequences.restart();

    assertThat(sequences.named("a").next()).isEqualTo(1);
    assertThat(sequences.named("b").next()).isEqualTo(1);
    assertThat(lookBack(sequences.named("a"), 3)).containsExactly(1L, 0L, -1L);
  }

  @Test
  void recentNumbersAreThoseOfTheLastDraws() throws Exception {
    String script =
        """
        \\repeat 20
        \\set drawn sequence('a')
        \\endrepeat
        \\repeat 3000
        \\set r recent('a', 10, 1.5)
        DELETE FROM t WHERE x = :r;
        \\endrepeat
        """;
    Map<String, Integer> counts = new HashMap<>();
    new InterpreterTrial(folder)
        .execute(script)
        .forEach(line -> counts.merge(line.replaceFirst(".* ", ""), 1, Integer::sum));

    assertThat(counts).hasSize(10).containsKeys("20", "11");
    assertThat(counts.get("20")).isGreaterThan(2 * counts.get("19")).isGreaterThan(1200);
  }

  /** Another thread may have drawn in between. */
  @Test
  void aRepeatedTransactionLooksBackOnTheSameNumber() throws Exception {
    InterpreterTrial trial = new InterpreterTrial(folder);
    Interpreter interpreter =
        trial.interpreter(
            """
            BEGIN;
            \\set a sequence('a')
            \\set b recent('a', 1, 1)
            \\set c sequence()
            DELETE FROM t WHERE a = :a AND b = :b AND c = :c;
            COMMIT;
            """,
            Role.QUERY);
    trial.session.failing = 2;
    interpreter.begin();
    assertThatThrownBy(interpreter::execute).isInstanceOf(DatabaseException.class);
    trial.sequence.next(); // That of all names here.
    interpreter.execute();

    assertThat(trial.session.executed.get(1)).endsWith(" 1 1 2");
    assertThat(trial.session.executed.get(4)).isEqualTo(trial.session.executed.get(1));
    interpreter.begin();
    interpreter.execute();
    assertThat(trial.session.executed.get(7)).endsWith(" 4 4 5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "sequence(a) => a is no function",
        "sequence(1) => sequence() needs the name of a sequence first, in quotes",
        "sequence('a b') => sequence() needs the name of a sequence first, in quotes",
        "sequence('a', 'b') => sequence() has 2 arguments; allowed: 0 to 1",
        "recent(:scale, 10, 1) => recent() needs the name of a sequence first",
        "recent('a', 0, 1) => the range from 1 to 0 is empty",
        "recent('a', :client_id, -1) => the exponent of a Zipf distribution must be 0 or more"
      })
  void mistakesAreFoundBeforeTheRun(String text, String mistake) {
    assertThatThrownBy(() -> execute("\\set x " + text + "\nDELETE FROM t WHERE x = :x;"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a.sql:1: \\set " + mistake);
  }

  @Test
  void aSequenceThatNobodyDrawsFromIsAMistake() {
    assertThatThrownBy(
            () ->
                execute(
                    "--@ transaction a\n\\set x sequence('orders')\nDELETE FROM t WHERE x = :x;\n"
                        + "--@ transaction b\n\\set x recent('order', 5, 1)\n"
                        + "DELETE FROM t WHERE x = :x;"))
        .hasMessageContaining(
            "a.sql:5: recent('order', ...) looks back on a sequence from which nothing is drawn;"
                + " did you mean orders? allowed: those of sequence('NAME') in this script: 'orders'");
  }

  private void execute(String script) throws Exception {
    new InterpreterTrial(folder).execute(script);
  }
}
