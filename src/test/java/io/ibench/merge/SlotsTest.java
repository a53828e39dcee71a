package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class SlotsTest {

  private final BitSet joined = new BitSet();

  @Test
  void aRowEndsInTheSlotThatItsEndIsNearest() {
    Slots slots = new Slots(0.5, joined);

    assertThat(slots.last()).isEqualTo(-1);
    assertThat(slots.next(0.6)).isZero();
    assertThat(slots.next(0.9)).isEqualTo(1);
    assertThat(slots.last()).isEqualTo(1);
    assertThat(joined.isEmpty()).isTrue();
    assertThat(slots.next(2.1)).isEqualTo(3);
    assertThat(joined.stream()).containsExactly(2);
  }

  @Test
  void aLongRowJoinsTheSlotsThatItCovers() {
    Slots slots = new Slots(1, joined);

    assertThat(slots.next(3)).isEqualTo(2);
    assertThat(slots.next(4)).isEqualTo(3);
    assertThat(slots.next(6)).isEqualTo(5);

    assertThat(joined.stream()).containsExactly(0, 1, 4);
  }

  @Test
  void eachShortRowHasASlotOfItsOwn() {
    Slots slots = new Slots(1, joined);

    assertThat(slots.next(0.1)).isZero();
    assertThat(slots.next(0.2)).isEqualTo(1);
    assertThat(slots.next(0.3)).isEqualTo(2);
    assertThat(joined.isEmpty()).isTrue();
  }
}
