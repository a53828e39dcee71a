package io.ibench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.engine.Peers.Counted;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What agents tell each other of a step. */
class CountedTextTest {

  private static final Counted COUNTED =
      new Counted(7, new TreeMap<>(Map.of(0, new long[] {1, Long.MAX_VALUE}, 3, new long[] {-5})));

  @Test
  void aNoteHasALineForEachTotals() {
    assertThat(CountedText.of(COUNTED)).isEqualTo("rows=7\n0=1,9223372036854775807\n3=-5");
    assertThat(CountedText.of(Counted.NOTHING)).isEqualTo("rows=0");
  }

  @Test
  void aNoteIsReadAsItWasWritten() {
    Counted read = CountedText.parse(CountedText.of(COUNTED));
    assertThat(read.rows()).isEqualTo(7);
    assertThat(read.counters()).containsOnlyKeys(0, 3);
    assertThat(read.counters().get(0)).containsExactly(1, Long.MAX_VALUE);
    assertThat(read.counters().get(3)).containsExactly(-5);
  }

  @Test
  void anotherNoteIsRefused() {
    assertThatThrownBy(() -> CountedText.parse("rows=1\nlost"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not what an agent has counted: lost");
    assertThatThrownBy(() -> CountedText.parse("rows=many"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSumHasTheTotalsOfBothAndLeavesThemAsTheyAre() {
    long[] mine = {1, 2};
    long[] others = {10, 20};
    Counted sum =
        CountedText.sum(
            new Counted(5, Map.of(0, mine, 1, new long[] {4})),
            new Counted(6, Map.of(0, others, 2, new long[] {8})));
    assertThat(sum.rows()).isEqualTo(11);
    assertThat(sum.counters()).containsOnlyKeys(0, 1, 2);
    assertThat(sum.counters().get(0)).containsExactly(11, 22);
    assertThat(sum.counters().get(1)).containsExactly(4);
    assertThat(sum.counters().get(2)).containsExactly(8);
    assertThat(mine).containsExactly(1, 2);
    assertThat(others).containsExactly(10, 20);
  }
}
