package io.ibench.db.rocksdb.engine;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Decides when RocksDB is at rest. It is when nothing runs or is pending, and nothing has changed,
 * {@value #QUIET_LOOKS} looks in succession. It is also when for {@value #IDLE_SECONDS} s nothing
 * ran and no file changed, whatever is pending, unless RocksDB has stopped writes or met an error:
 * RocksDB calls a compaction pending as soon as a level's score is 1, and universal compaction may
 * then find nothing to compact, for ever. Confined to one thread.
 */
final class RestWatch {

  static final int QUIET_LOOKS = 3;
  static final int IDLE_SECONDS = 5;

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(IDLE_SECONDS);

  private final LongSupplier nanoClock;
  private Optional<Look> last = Optional.empty();
  private int quiet;
  private int idle;
  private long idleSince;

  RestWatch(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * What RocksDB says at one time.
   *
   * @param running flushes and compactions that run
   * @param pending what RocksDB calls pending, in words
   * @param pendingBytes its estimate of what compactions have to rewrite
   * @param writtenBytes what flushes and compactions have written so far
   * @param files live files of all families
   * @param isBlocked whether writes are stopped, or an error of the background has come since the
   *     drain began: then nothing runs, and work is left
   */
  record Look(
      long running,
      List<String> pending,
      long pendingBytes,
      long writtenBytes,
      long files,
      boolean isBlocked) {

    boolean isWorking() {
      return running > 0 || !pending.isEmpty();
    }

    boolean hasSameFiles(Look other) {
      return writtenBytes == other.writtenBytes && files == other.files;
    }
  }

  /** Adds a look; returns whether RocksDB is at rest. */
  boolean isAtRest(Look look) {
    long now = nanoClock.getAsLong();
    boolean unchanged =
        last.filter(before -> before.pendingBytes() == look.pendingBytes()).isPresent();
    quiet = unchanged && !look.isWorking() ? quiet + 1 : 0;
    boolean rests = look.running() == 0 && !look.isBlocked();
    boolean idles = unchanged && rests && last.filter(look::hasSameFiles).isPresent();
    if (!idles) {
      idleSince = now;
    }
    idle = idles ? idle + 1 : 0;
    last = Optional.of(look);
    return quiet >= QUIET_LOOKS || idle >= QUIET_LOOKS && now - idleSince >= IDLE_NANOS;
  }

  /** What RocksDB still calls pending; empty: nothing, or nobody has looked. */
  List<String> pending() {
    return last.map(Look::pending).orElse(List.of());
  }

  /** What was not at rest at the last look, in words; empty: nothing. */
  List<String> reasons() {
    return last.filter(look -> look.running() > 0)
        .map(look -> List.of("flushes and compactions that run: " + look.running()))
        .orElse(pending());
  }
}
