package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ibench.workload.Division;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** New ids, and how many of them were given. */
class NewIdsTest {

  private static List<Long> next(NewIds ids, int count) {
    return LongStream.generate(ids::next).limit(count).boxed().toList();
  }

  /** A later version that gave others would insert ids that exist. */
  @Test
  void theirOrderNeverChanges() {
    assertThat(next(new NewIds(1000, 0), 4))
        .containsExactly(1001L, 152789569L, 305578137L, 1463554273L);
  }

  @Test
  void theyAreAboveALargeTableAndNeverTwice() {
    int loaded = Integer.MAX_VALUE - (1 << 20);
    List<Long> ids = next(new NewIds(loaded, 0), 200);
    assertThat(ids)
        .doesNotHaveDuplicates()
        .allSatisfy(id -> assertThat(id).isBetween(loaded + 1L, (long) Integer.MAX_VALUE));
  }

  @Test
  void whatWasGivenIsCountedFromTheStart() {
    NewIds ids = new NewIds(10, 7);
    assertThat(ids.given()).isEqualTo(7);
    next(ids, 3);
    assertThat(ids.given()).isEqualTo(10);
  }

  @Test
  void theNextRunGoesOnWhereTheLastOneEnded() {
    List<Long> all = next(new NewIds(10, 0), 6);
    NewIds first = new NewIds(10, 0);
    next(first, 4);
    assertThat(next(new NewIds(10, first.given()), 2)).isEqualTo(all.subList(4, 6));
  }

  @Test
  void severalProcessesTakeTheIdsOfOneInTurn() {
    List<Long> all = next(new NewIds(10, 5), 12);
    for (int rank = 0; rank < 3; rank++) {
      int own = rank;
      List<Long> expected =
          IntStream.range(0, 12).filter(i -> i % 3 == own).mapToObj(all::get).toList();
      assertThat(next(new NewIds(10, 5, new Division(rank, 3)), 4)).isEqualTo(expected);
    }
  }

  @Test
  void ofSeveralProcessesTheFarthestCounts() {
    NewIds ids = new NewIds(10, 100, new Division(1, 3));
    assertThat(ids.given()).isEqualTo(100);
    next(ids, 1);
    assertThat(ids.given()).isEqualTo(102);
    next(ids, 1);
    assertThat(ids.given()).isEqualTo(105);
    ids.takenBy(0, 0);
    assertThat(ids.given()).isEqualTo(105);
    ids.takenBy(2, 2);
    assertThat(ids.given()).isEqualTo(106);
    ids.takenBy(2, 1);
    assertThat(ids.given()).isEqualTo(106);
  }

  /** The second number of the order would be one more than the last id. */
  @Test
  void noIdHasMoreThanThirtyOneBits() {
    int loaded = Integer.MAX_VALUE - (152_789_569 - 1001);
    assertThat(next(new NewIds(loaded, 0), 2)).allMatch(id -> id <= Integer.MAX_VALUE);
  }

  @Test
  void theyEndWithThirtyOneBits() {
    int loaded = 1 << 30;
    long possible = Integer.MAX_VALUE - loaded;
    NewIds ids = new NewIds(loaded, possible - 1);
    List<Long> last = new ArrayList<>(next(ids, 1));
    assertThat(last.get(0)).isBetween(loaded + 1L, (long) Integer.MAX_VALUE);
    assertThatIllegalStateException()
        .isThrownBy(ids::next)
        .withMessage("all ids of 31 bits are used up; load again");
  }
}
