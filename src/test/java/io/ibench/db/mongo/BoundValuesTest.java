package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundValuesTest {

  private static final List<Column> TWO = List.of(Column.bytes("a", 10_000), Column.bytes("b", 10));

  private static byte[] bound(BoundValues values, int row, int parameter) {
    return values.value(row, parameter).asBinary().getData();
  }

  @Test
  void payloadsOfOneRowAreOfExactlyTheirLengthInAnArrayThatIsUsedAgain() {
    BoundValues values = new BoundValues(TWO, 1);
    values.setBytes(0, new byte[] {1, 2, 3, 4}, 3);
    byte[] first = bound(values, 0, 0);
    values.setBytes(0, new byte[] {5, 6}, 2);
    assertThat(bound(values, 0, 0)).containsExactly(5, 6);
    values.setBytes(0, new byte[] {7, 8, 9}, 3);
    assertThat(bound(values, 0, 0)).isSameAs(first).containsExactly(7, 8, 9);
  }

  @Test
  void parametersDoNotShareArrays() {
    BoundValues values = new BoundValues(TWO, 1);
    values.setBytes(0, new byte[] {1}, 1);
    values.setBytes(1, new byte[] {2}, 1);
    assertThat(bound(values, 0, 0)).containsExactly(1);
    assertThat(bound(values, 0, 1)).containsExactly(2);
  }

  @Test
  void rowsOfABatchDoNotShareArrays() {
    BoundValues values = new BoundValues(TWO, 2);
    for (byte row = 0; row < 2; row++) {
      values.setBytes(0, new byte[] {row}, 1);
      values.setBytes(1, new byte[0], 0);
      values.endRow();
    }
    assertThat(bound(values, 0, 0)).containsExactly(0);
    assertThat(bound(values, 1, 0)).containsExactly(1);
  }

  @Test
  void longPayloadsAreBoundWithoutBeingKept() {
    BoundValues values = new BoundValues(TWO, 1);
    byte[] large = new byte[10_000];
    large[9_999] = 1;
    values.setBytes(0, large, large.length);
    assertThat(bound(values, 0, 0)).isEqualTo(large).isNotSameAs(large);
    values.setBytes(0, large, 0);
    assertThat(bound(values, 0, 0)).isEmpty();
  }
}
