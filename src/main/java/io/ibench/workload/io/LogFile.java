package io.ibench.workload.io;

import io.ibench.db.DatabaseException;
import io.ibench.db.FileAccess;
import io.ibench.db.FileDatabase;
import io.ibench.db.FileSession;
import io.ibench.db.OpenFile;
import io.ibench.random.Random64;
import io.ibench.workload.Laps;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.io.IoOperation.Part;
import io.ibench.workload.io.IoSettings.LogSettings;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A log that users share: the redo log, written in a circle over a filled file, or the binlog,
 * which grows and is truncated. Thread-safe; each user has a {@link Writer} of its own.
 */
final class LogFile {

  static final String REDO = "REDO";
  static final String BINLOG = "BINLOG";

  /** What innosim fills its redo log with. */
  private static final byte FILLING = 105;

  private static final int CHUNK_BYTES = 1 << 20;

  private final String file;
  private final boolean circular;
  private final LogSettings settings;
  private final Part firstPart;
  private final int syncCounter;
  private final Object writing = new Object();
  private final Object syncing = new Object();

  /** Guarded by {@link #writing}. */
  private long position;

  /** Writes so far; changed inside of {@link #writing}. */
  private volatile long written;

  /** Guarded by {@link #syncing}. */
  private long synced;

  private LogFile(
      String file, boolean circular, LogSettings settings, Part firstPart, IoCounter syncs) {
    this.file = file;
    this.circular = circular;
    this.settings = settings;
    this.firstPart = firstPart;
    this.syncCounter = syncs.ordinal();
  }

  static LogFile redo(LogSettings settings) {
    return new LogFile(REDO, true, settings, Part.REDO_WAIT, IoCounter.REDO_SYNCS);
  }

  static LogFile binlog(LogSettings settings) {
    return new LogFile(BINLOG, false, settings, Part.BINLOG_WAIT, IoCounter.BINLOG_SYNCS);
  }

  /** Makes the file as a step needs it: a redo log of its size, an empty binlog. */
  void make(FileDatabase database, FileSession session) throws DatabaseException {
    if (!settings.isUsed()) {
      return;
    }
    if (!database.hasFile(file)) {
      database.createFile(file, 0);
    }
    OpenFile open = session.open(file, FileAccess.WRITE);
    try (open) {
      if (!circular) {
        open.truncate(0);
      } else if (open.size() != settings.bytes()) {
        open.truncate(0);
        fill(open);
      }
      open.force(true);
    }
  }

  private void fill(OpenFile open) throws DatabaseException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    while (chunk.hasRemaining()) {
      chunk.put(FILLING);
    }
    for (long at = 0; at < settings.bytes(); at += CHUNK_BYTES) {
      chunk.limit((int) Math.min(CHUNK_BYTES, settings.bytes() - at)).position(0);
      open.write(chunk, at);
    }
  }

  /** A user's access. Confined to its thread; allocates nothing. */
  final class Writer {

    private final @Nullable OpenFile open;
    private final ByteBuffer record = ByteBuffer.allocateDirect(Math.max(1, settings.writeBytes()));
    private final boolean metadata = settings.sync() == IoKeys.Sync.FSYNC;
    private final boolean syncsItself = settings.sync() == IoKeys.Sync.DSYNC;
    private final Random64 random;
    private final WorkloadCounters counters;
    private final Laps laps;

    Writer(FileSession session, Random64 random, WorkloadCounters counters, Laps laps)
        throws DatabaseException {
      this.random = random;
      this.counters = counters;
      this.laps = laps;
      open =
          settings.isUsed() ? session.open(file, new FileAccess(true, false, syncsItself)) : null;
    }

    /** Writes a record and syncs it, if it is due, by the log's rules. */
    void commit() throws DatabaseException {
      if (open == null) {
        return;
      }
      boolean due =
          !syncsItself && (settings.syncEvery() == 1 || random.nextInt(settings.syncEvery()) == 0);
      if (settings.mode() == IoKeys.Log.SERIAL) {
        synchronized (writing) {
          laps.lap(firstPart.ordinal());
          append();
          if (due) {
            force();
          }
        }
      } else {
        long mine;
        synchronized (writing) {
          laps.lap(firstPart.ordinal());
          append();
          mine = written;
        }
        if (due) {
          joinSync(mine);
        }
      }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // the log's lock is held
    private void append() throws DatabaseException {
      if (position + settings.writeBytes() > settings.bytes()) {
        position = 0;
        if (!circular) {
          Objects.requireNonNull(open).truncate(0);
        }
      }
      record.clear();
      Objects.requireNonNull(open).write(record, position);
      position += settings.writeBytes();
      written++;
      laps.lap(firstPart.ordinal() + 1);
    }

    private void force() throws DatabaseException {
      Objects.requireNonNull(open).force(metadata);
      counters.add(syncCounter, 1);
      laps.lap(firstPart.ordinal() + 2);
    }

    /** The first one syncs for all that have written before; the others find it done. */
    private void joinSync(long mine) throws DatabaseException {
      synchronized (syncing) {
        if (synced < mine) {
          long upTo = written;
          Objects.requireNonNull(open).force(metadata);
          counters.add(syncCounter, 1);
          synced = upTo;
        }
      }
      laps.lap(firstPart.ordinal() + 2);
    }
  }
}
