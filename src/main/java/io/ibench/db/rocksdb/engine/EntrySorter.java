package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.SstFileWriter;

/**
 * Sorts keys of any number in bounded memory: sorted runs go to files of a folder of its own, and
 * are merged when they are read. No key comes twice. Confined to one thread; {@link #close} removes
 * the folder.
 */
final class EntrySorter implements AutoCloseable {

  /** Where sorters have their folders, below the database's. */
  private static final String FOLDER = "ibench_sort";

  private static final byte[] NONE = {};
  private static final int BYTES_OF_AN_ARRAY = 24;
  private static final long RUN_BYTES = 32 << 20;

  /** A sorted run that is merged, at a key. */
  private interface Run {
    byte[] key();

    /** Returns false at the end. */
    boolean next() throws RocksDBException;
  }

  private final Path folder;
  private final Options options;
  private final Comparator<byte[]> order;
  private final long runBytes;
  private final List<Path> files = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<byte[]> memory = new ArrayList<>();
  private long bytes;

  /** Null before {@link #sort}. */
  @SuppressWarnings("NullAway.Init") // sort() comes before next()
  private PriorityQueue<Run> runs;

  @SuppressWarnings("NullAway.Init") // next() comes before key()
  private byte[] key;

  private EntrySorter(Path folder, Options options, boolean reversed, long runBytes) {
    this.folder = folder;
    this.options = options;
    this.order =
        reversed ? Collections.reverseOrder(Arrays::compareUnsigned) : Arrays::compareUnsigned;
    this.runBytes = runBytes;
  }

  /**
   * @param database the folder of the database, which is on the same file system
   * @param options of files of the family, which the sorter closes
   * @param reversed the family has the reverse order of bytes
   */
  static EntrySorter of(Path database, Options options, boolean reversed) throws DatabaseException {
    return of(database, options, reversed, RUN_BYTES);
  }

  /**
   * @param runBytes memory of a run
   */
  static EntrySorter of(Path database, Options options, boolean reversed, long runBytes)
      throws DatabaseException {
    try {
      Path all = Files.createDirectories(database.resolve(FOLDER));
      return new EntrySorter(Files.createTempDirectory(all, "run"), options, reversed, runBytes);
    } catch (IOException e) {
      options.close();
      throw unwritable(database, e);
    }
  }

  private static DatabaseException unwritable(Path database, IOException e) {
    return new DatabaseException(
        FailureKind.DENIED, "no permission to use the folder " + database + ": " + e, e);
  }

  /** Removes what a killed process has left. */
  static void removeLeftovers(Path database) throws DatabaseException {
    remove(database.resolve(FOLDER));
  }

  private static void remove(Path folder) throws DatabaseException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
  }

  void add(Bytes entry) throws RocksDBException, DatabaseException {
    memory.add(Arrays.copyOf(entry.array, entry.length));
    bytes += entry.length + BYTES_OF_AN_ARRAY;
    if (bytes > runBytes) {
      requireNoInterrupt();
      memory.sort(order);
      Path file = nextFile();
      try (SortedFile sorted = new SortedFile(file)) {
        for (byte[] each : memory) {
          sorted.add(each);
        }
        sorted.finish();
      }
      memory.clear();
      bytes = 0;
    }
  }

  private static void requireNoInterrupt() throws DatabaseException {
    if (Thread.currentThread().isInterrupted()) {
      throw new DatabaseException(FailureKind.FATAL, "sorting the rows was interrupted");
    }
  }

  private Path nextFile() {
    Path file = folder.resolve(files.size() + ".sst");
    files.add(file);
    return file;
  }

  /** Everything is added; {@link #next} goes to the first key. */
  void sort() throws RocksDBException {
    memory.sort(order);
    runs = new PriorityQueue<>((a, b) -> order.compare(a.key(), b.key()));
    for (Path file : files) {
      addRun(new FileRun(file));
    }
    addRun(new MemoryRun(memory.iterator()));
  }

  private void addRun(Run run) throws RocksDBException {
    if (run.next()) {
      runs.add(run);
    }
  }

  /** Goes to the next key; false: there is none. */
  boolean next() throws RocksDBException {
    Run first = runs.poll();
    if (first == null) {
      return false;
    }
    key = first.key();
    addRun(first);
    return true;
  }

  /** The key, which is the caller's. */
  byte[] key() {
    return key;
  }

  /** Writes all keys into files with this many bytes at least, which do not overlap. */
  List<String> writeSorted(long fileBytes) throws RocksDBException, DatabaseException {
    sort();
    List<String> written = new ArrayList<>();
    boolean more = next();
    while (more) {
      requireNoInterrupt();
      Path file = folder.resolve("sorted-" + written.size() + ".sst");
      written.add(file.toString());
      try (SortedFile sorted = new SortedFile(file)) {
        while (more && sorted.bytes < fileBytes) {
          sorted.add(key);
          more = next();
        }
        sorted.finish();
      }
    }
    return written;
  }

  @Override
  public void close() throws DatabaseException {
    for (AutoCloseable each : open) {
      try {
        each.close();
      } catch (Exception e) {
        throw new IllegalStateException("a reader of a sorted file cannot be closed", e);
      }
    }
    options.close();
    remove(folder);
  }

  /** A file of keys in ascending order. */
  private final class SortedFile implements AutoCloseable {

    private final EnvOptions environment = new EnvOptions();
    private final SstFileWriter writer = new SstFileWriter(environment, options);
    private long bytes;

    SortedFile(Path file) throws RocksDBException {
      writer.open(file.toString());
    }

    void add(byte[] each) throws RocksDBException {
      writer.put(each, NONE);
      bytes += each.length;
    }

    void finish() throws RocksDBException {
      writer.finish();
    }

    @Override
    public void close() {
      writer.close();
      environment.close();
    }
  }

  /** A run in memory. */
  private static final class MemoryRun implements Run {

    private final Iterator<byte[]> all;
    private byte @Nullable [] at;

    MemoryRun(Iterator<byte[]> all) {
      this.all = all;
    }

    @Override
    public byte[] key() {
      return Objects.requireNonNull(at);
    }

    @Override
    public boolean next() {
      boolean more = all.hasNext();
      at = more ? all.next() : null;
      return more;
    }
  }

  /** A run in a file. */
  private final class FileRun implements Run {

    private final SstFileReaderIterator iterator;
    private byte @Nullable [] at;
    private boolean begun;

    FileRun(Path file) throws RocksDBException {
      SstFileReader reader = new SstFileReader(options);
      ReadOptions reading = new ReadOptions().setFillCache(false);
      open.add(0, reader);
      open.add(0, reading);
      reader.open(file.toString());
      iterator = reader.newIterator(reading);
      open.add(0, iterator);
    }

    @Override
    public byte[] key() {
      return Objects.requireNonNull(at);
    }

    @Override
    public boolean next() throws RocksDBException {
      if (begun) {
        iterator.next();
      } else {
        iterator.seekToFirst();
      }
      begun = true;
      boolean more = iterator.isValid();
      if (!more) {
        iterator.status();
      }
      at = more ? iterator.key() : null;
      return more;
    }
  }
}
