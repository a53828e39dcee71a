package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** innosim's list of dirty pages. */
class DirtyPagesTest {

  private static final int MAX = 3;

  private final DirtyPages dirty = new DirtyPages(MAX, 1000);
  private final long[] taken = new long[2];

  @Test
  void usersAddDirtyPagesUpToTheMost() {
    assertThat(dirty.dirty()).isZero();
    assertThat(dirty.add()).isTrue();
    assertThat(dirty.add()).isTrue();
    assertThat(dirty.add()).isTrue();
    assertThat(dirty.add()).isFalse();
    assertThat(dirty.dirty()).isEqualTo(3);
    dirty.take(2);
    assertThat(dirty.dirty()).isEqualTo(1);
    assertThat(dirty.add()).isTrue();
  }

  @Test
  void pagesThatWaitToBeWrittenCountAsDirty() {
    dirty.list(5, 1);
    dirty.list(6, 1);
    assertThat(dirty.pending()).isEqualTo(2);
    assertThat(dirty.add()).isTrue();
    assertThat(dirty.add()).isFalse();
    dirty.written(5);
    assertThat(dirty.pending()).isEqualTo(1);
    assertThat(dirty.add()).isTrue();
    assertThat(dirty.add()).isFalse();
  }

  @Test
  void aPageIsMarkedOnceUntilItIsWrittenOrGivenUp() {
    assertThat(dirty.mark(63)).isTrue();
    assertThat(dirty.mark(64)).isTrue();
    assertThat(dirty.mark(127)).isTrue();
    assertThat(dirty.mark(999)).isTrue();
    assertThat(dirty.mark(63)).isFalse();
    assertThat(dirty.mark(64)).isFalse();
    assertThat(dirty.mark(127)).isFalse();
    dirty.unmark(64);
    assertThat(dirty.mark(63)).isFalse();
    assertThat(dirty.mark(64)).isTrue();
    dirty.list(63, 1);
    dirty.written(63);
    assertThat(dirty.mark(63)).isTrue();
    assertThat(dirty.mark(127)).isFalse();
  }

  @Test
  void pagesAreTakenInTheOrderOfTheListWithTheirGenerations() {
    assertThat(dirty.poll(taken)).isFalse();
    dirty.list(500, 7);
    dirty.list(20, 8);
    assertThat(dirty.poll(taken)).isTrue();
    assertThat(taken).containsExactly(500, 7);
    assertThat(dirty.pending()).as("being written").isEqualTo(2);
    assertThat(dirty.poll(taken)).isTrue();
    assertThat(taken).containsExactly(20, 8);
    assertThat(dirty.poll(taken)).isFalse();
  }

  @Test
  void theListHasRoomForTheMostAndABatch() {
    for (int page = 0; page < MAX; page++) {
      dirty.list(page, 1);
    }
    assertThat(dirty.hasRoom(64)).isTrue();
    dirty.list(MAX, 1);
    assertThat(dirty.hasRoom(63)).isTrue();
    assertThat(dirty.hasRoom(64)).isFalse();
  }

  @Test
  void theListIsNoLongerThanAllPages() {
    DirtyPages few = new DirtyPages(MAX, 10);
    assertThat(few.hasRoom(64)).as("all pages").isTrue();
    few.list(1, 1);
    assertThat(few.hasRoom(9)).isTrue();
    assertThat(few.hasRoom(10)).isFalse();
    assertThat(few.hasRoom(64)).isFalse();
  }

  @Test
  void theListGoesOnAtItsBeginning() {
    DirtyPages few = new DirtyPages(MAX, 3);
    for (int page = 0; page < 100; page++) {
      few.list(page % 3, page);
      few.list((page + 1) % 3, page + 1000);
      assertThat(few.poll(taken)).isTrue();
      assertThat(taken).containsExactly(page % 3, page);
      few.written(taken[0]);
      assertThat(few.poll(taken)).isTrue();
      assertThat(taken).containsExactly((page + 1) % 3, page + 1000);
      few.written(taken[0]);
    }
    assertThat(few.pending()).isZero();
  }

  @Test
  void everyPageOfAWholeNumberOfWordsCanBeMarked() {
    DirtyPages pages = new DirtyPages(MAX, 128);
    assertThat(pages.mark(127)).isTrue();
    assertThat(new DirtyPages(MAX, 129).mark(128)).isTrue();
  }
}
