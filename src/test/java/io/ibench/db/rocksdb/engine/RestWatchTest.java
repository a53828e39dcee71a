package io.ibench.db.rocksdb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.rocksdb.engine.RestWatch.Look;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When RocksDB is at rest, by a scripted clock with a look each second. */
class RestWatchTest {

  private static final List<String> PENDING = List.of("compaction-pending=1 in pi1_pdc");

  private long nanos;
  private final RestWatch watch = new RestWatch(() -> nanos);

  private boolean look(long running, List<String> pending, long written, long files) {
    nanos += TimeUnit.SECONDS.toNanos(1);
    return watch.isAtRest(new Look(running, pending, 0, written, files, false));
  }

  /** Returns the number of looks that an unchanged RocksDB needs. */
  private int looks(long running, List<String> pending) {
    for (int looks = 1; looks <= 100; looks++) {
      if (look(running, pending, 1_000, 7)) {
        return looks;
      }
    }
    return -1;
  }

  /** The first look has nothing to compare with. */
  @Test
  void withNothingToDoThreeQuietLooksAreEnough() {
    assertThat(looks(0, List.of())).isEqualTo(4);
    assertThat(watch.pending()).isEmpty();
  }

  /** Universal compaction, whose levels have a score of 1 and nothing to compact. */
  @Test
  void aCompactionThatIsPendingForEverIsNotAwaited() {
    assertThat(looks(0, PENDING)).isEqualTo(6);
    assertThat(watch.pending()).isEqualTo(PENDING);
  }

  /** As on a full disk: RocksDB goes on when it has room. */
  @Test
  void whatIsPendingAfterAnErrorIsAwaited() {
    for (int i = 0; i < 100; i++) {
      nanos += TimeUnit.SECONDS.toNanos(1);
      assertThat(watch.isAtRest(new Look(0, PENDING, 0, 1_000, 7, true))).isFalse();
    }
  }

  @Test
  void whatRunsIsAwaitedHoweverLittleItWrites() {
    assertThat(looks(1, PENDING)).isEqualTo(-1);
    assertThat(looks(1, List.of())).isEqualTo(-1);
    assertThat(watch.reasons()).containsExactly("flushes and compactions that run: 1");
  }

  /** Short compactions that no look has seen running. */
  @Test
  void filesThatChangeBeginTheWaitAgain() {
    for (int i = 0; i < 20; i++) {
      assertThat(look(0, PENDING, 1_000 + i / 4, 7)).isFalse();
    }
    for (int i = 0; i < 20; i++) {
      assertThat(look(0, PENDING, 2_000, 7 + i / 4)).isFalse();
    }
    assertThat(watch.reasons()).isEqualTo(PENDING);
  }

  /** Looks come in a row when a machine stands still between them. */
  @Test
  void oneLongPauseIsNoRest() {
    assertThat(look(0, PENDING, 1_000, 7)).isFalse();
    nanos += TimeUnit.MINUTES.toNanos(1);
    assertThat(look(0, PENDING, 1_000, 7)).isFalse();
    assertThat(look(0, PENDING, 1_000, 7)).isFalse();
    assertThat(look(0, PENDING, 1_000, 7)).isTrue();
  }
}
