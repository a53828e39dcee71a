package io.ibench.db.rocksdb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.random.Random64;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** Keys come in order however many runs they make. */
class EntrySorterTest {

  private static final int KEYS = 20_000;

  @TempDir private Path folder;

  private EntrySorter sorter(boolean reversed, long runBytes) throws Exception {
    RocksDB.loadLibrary();
    Options options =
        new Options()
            .setComparator(
                reversed
                    ? BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR
                    : BuiltinComparator.BYTEWISE_COMPARATOR);
    return EntrySorter.of(folder, options, reversed, runBytes);
  }

  private static List<byte[]> add(EntrySorter sorter) throws Exception {
    Random64 random = new Random64(5);
    List<byte[]> all = new ArrayList<>();
    Bytes entry = new Bytes();
    for (int i = 0; i < KEYS; i++) {
      byte[] key = Integer.toString(i, 2 + (int) random.nextLong(30)).getBytes();
      entry.clear();
      entry.raw(key, 0, key.length);
      entry.varint(i);
      sorter.add(entry);
      all.add(Arrays.copyOf(entry.array, entry.length));
    }
    return all;
  }

  private static List<String> texts(List<byte[]> keys) {
    return keys.stream().map(HexFormat.of()::formatHex).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void runsOnTheDiskAndInMemoryAreMerged(boolean reversed) throws Exception {
    Comparator<byte[]> order = Arrays::compareUnsigned;
    try (EntrySorter sorter = sorter(reversed, 100_000)) {
      List<byte[]> expected = add(sorter);
      expected.sort(reversed ? Collections.reverseOrder(order) : order);
      sorter.sort();
      List<byte[]> sorted = new ArrayList<>();
      while (sorter.next()) {
        sorted.add(sorter.key());
      }
      assertThat(texts(sorted)).isEqualTo(texts(expected));
      assertThat(folder.resolve("ibench_sort")).isDirectoryRecursivelyContaining("glob:**5.sst");
    }
    assertThat(folder.resolve("ibench_sort")).isEmptyDirectory();
  }

  @Test
  void sortedFilesAreCutByTheirBytes() throws Exception {
    try (EntrySorter sorter = sorter(false, 1 << 20)) {
      long bytes = add(sorter).stream().mapToLong(key -> key.length).sum();
      assertThat(sorter.writeSorted(bytes / 4)).hasSizeBetween(4, 5);
    }
    try (EntrySorter empty = sorter(false, 1 << 20)) {
      assertThat(empty.writeSorted(1)).isEmpty();
    }
  }
}
