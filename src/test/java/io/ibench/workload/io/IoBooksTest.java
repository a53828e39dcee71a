package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What the threads of a step know of pages: generations, acknowledged writes, locks. */
class IoBooksTest {

  private static final int LAST = Acknowledged.MAX_WRITERS - 1;

  private final Generations generations = new Generations(ByteBuffer.allocate(64));
  private final Acknowledged acknowledged =
      new Acknowledged(ByteBuffer.allocate((int) Acknowledged.fileBytes()));

  @Test
  void eachPageHasItsOwnGeneration() {
    generations.set(0, 5);
    generations.set(15, 9);
    assertThat(generations.get(0)).isEqualTo(5);
    assertThat(generations.get(1)).isZero();
    assertThat(generations.get(15)).isEqualTo(9);
  }

  @Test
  void theNextGenerationIsNewerThanAllThatMayBeOnTheDisk() {
    assertThat(generations.next(3)).as("never written").isEqualTo(1);
    generations.set(3, 5);
    assertThat(generations.next(3)).isEqualTo(6);
    generations.set(3, -5);
    assertThat(generations.next(3)).as("5 or 6 is there").isEqualTo(7);
    assertThat(generations.get(3)).as("nothing was written yet").isEqualTo(-5);
  }

  @Test
  void aPageThatIsForgottenKeepsTheGenerationBefore() {
    generations.forget(2);
    assertThat(generations.get(2)).as("never written").isEqualTo(-1);
    generations.set(2, 5);
    generations.forget(2);
    assertThat(generations.get(2)).isEqualTo(-5);
    generations.forget(2);
    assertThat(generations.get(2)).as("forgotten twice").isEqualTo(-5);
    assertThat(generations.get(1)).isZero();
  }

  @Test
  void filesAreUncleanFromTheBeginOfWritersToTheirEnd() {
    assertThat(acknowledged.isUnclean()).isFalse();
    acknowledged.begin(77);
    assertThat(acknowledged.isUnclean()).isTrue();
    assertThat(acknowledged.boot()).isEqualTo(77);
    acknowledged.end();
    assertThat(acknowledged.isUnclean()).isFalse();
    assertThat(acknowledged.boot()).isEqualTo(77);
  }

  @Test
  void eachWriterHasItsOwnPagesInFlight() {
    acknowledged.begins(0, 100, 1);
    acknowledged.begins(1, 200, 2);
    acknowledged.begins(LAST, 1L << 40, 3);
    assertThat(acknowledged.inFlight(0)).isEqualTo(1);
    assertThat(acknowledged.firstInFlight(0)).isEqualTo(100);
    assertThat(acknowledged.inFlight(1)).isEqualTo(2);
    assertThat(acknowledged.firstInFlight(1)).isEqualTo(200);
    assertThat(acknowledged.inFlight(LAST)).isEqualTo(3);
    assertThat(acknowledged.firstInFlight(LAST)).isEqualTo(1L << 40);
    acknowledged.ended(1);
    assertThat(acknowledged.inFlight(0)).isEqualTo(1);
    assertThat(acknowledged.inFlight(1)).isZero();
    assertThat(acknowledged.inFlight(LAST)).isEqualTo(3);
  }

  @Test
  void theLastSyncedWritesOfEachWriterAreRemembered() {
    assertThat(acknowledged.remembered(0)).isZero();
    for (int write = 0; write < Acknowledged.REMEMBERED + 2; write++) {
      acknowledged.synced(0, 1000 + write, write + 1);
    }
    acknowledged.synced(LAST, 7, 8);
    assertThat(acknowledged.remembered(0)).isEqualTo(250);
    assertThat(acknowledged.page(0, 0)).as("written over").isEqualTo(1250);
    assertThat(acknowledged.generation(0, 0)).isEqualTo(251);
    assertThat(acknowledged.page(0, 1)).isEqualTo(1251);
    assertThat(acknowledged.page(0, 2)).as("the oldest").isEqualTo(1002);
    assertThat(acknowledged.generation(0, 2)).isEqualTo(3);
    assertThat(acknowledged.page(0, 249)).isEqualTo(1249);
    assertThat(acknowledged.remembered(LAST)).isEqualTo(1);
    assertThat(acknowledged.page(LAST, 0)).isEqualTo(7);
    assertThat(acknowledged.generation(LAST, 0)).isEqualTo(8);
  }

  @Test
  void nextWritersForgetWhatWasSyncedBefore() {
    acknowledged.synced(0, 1, 1);
    acknowledged.synced(5, 2, 2);
    acknowledged.synced(LAST, 3, 3);
    acknowledged.begin(1);
    assertThat(acknowledged.remembered(0)).isZero();
    assertThat(acknowledged.remembered(5)).isZero();
    assertThat(acknowledged.remembered(LAST)).isZero();
  }

  @Test
  void slotsOfWritersDoNotOverlap() {
    assertThat(Acknowledged.fileBytes()).isEqualTo(4096 + 1024 * 4096);
    for (int write = 0; write < Acknowledged.REMEMBERED; write++) {
      acknowledged.synced(3, -1, -1);
    }
    assertThat(acknowledged.remembered(2)).isZero();
    assertThat(acknowledged.remembered(4)).isZero();
    assertThat(acknowledged.inFlight(3)).isZero();
    assertThat(acknowledged.inFlight(4)).isZero();
    assertThat(acknowledged.firstInFlight(4)).isZero();
  }

  @Test
  void pagesOfABlockHaveOneLockAndTheNextBlockAnother() {
    PageLocks locks = new PageLocks(4);
    assertThat(locks.of(3)).isSameAs(locks.of(0));
    assertThat(locks.of(4)).isNotSameAs(locks.of(3)).isSameAs(locks.of(7));
    assertThat(locks.of(4096L * 4)).as("after all locks the first one").isSameAs(locks.of(0));
    assertThat(locks.of(4095L * 4)).isNotSameAs(locks.of(0));
    assertThat(locks.of((1L << 40) + 4)).isSameAs(locks.of(4));
  }

  @Test
  void aLockTellsWhetherItIsHeld() {
    PageLocks.Held lock = new PageLocks(1).of(9);
    assertThat(lock.isHeld()).isFalse();
    lock.set(true);
    assertThat(lock.isHeld()).isTrue();
    lock.set(false);
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  void aBootHasOneNumber() {
    assertThat(BootId.current()).isEqualTo(BootId.current());
    assertThat(BootId.current() == 0).as("Linux tells its boot").isFalse();
  }

  @Test
  void theMachineHasMemory() {
    assertThat(Memory.ofMachine().bytes()).isGreaterThan(1 << 20);
  }
}
