package io.ibench.db.rocksdb.engine;

import io.ibench.db.rocksdb.OptionText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Why RocksDB does not take an option: its Java classes do not say. Stateless. */
final class OptionRefusal {

  private static final String COMPRESSIONS =
      "kNoCompression, kSnappyCompression, kZlibCompression, kBZip2Compression, kLZ4Compression,"
          + " kLZ4HCCompression, kZSTD";

  /** The values of options that are names, not numbers. */
  private static final Map<String, String> VALUES =
      Map.of(
          "compaction_style",
          "kCompactionStyleLevel, kCompactionStyleUniversal, kCompactionStyleFIFO,"
              + " kCompactionStyleNone",
          "compaction_pri",
          "kByCompensatedSize, kOldestLargestSeqFirst, kOldestSmallestSeqFirst,"
              + " kMinOverlappingRatio, kRoundRobin",
          "compression",
          COMPRESSIONS,
          "bottommost_compression",
          COMPRESSIONS,
          "blob_compression_type",
          COMPRESSIONS);

  private OptionRefusal() {}

  static String ofDatabase(String name, String value) {
    return sentence(name, value, name + "=" + value, "");
  }

  static String ofFamily(String name, String value) {
    return sentence(name, value, "", name + "=" + value);
  }

  private static String sentence(String name, String value, String database, String family) {
    String refused = "RocksDB does not take " + name + "=" + value;
    if (VALUES.containsKey(name)) {
      return refused + "; allowed: " + VALUES.get(name);
    }
    String file =
        String.format(
            Locale.ROOT,
            """
            [Version]
            rocksdb_version=%s
            options_file_version=1.1
            [DBOptions]
            %s
            [CFOptions "default"]
            %s
            [TableOptions/BlockBasedTable "default"]
            """,
            RocksDB.rocksdbVersion(),
            database,
            family);
    String words = words(file);
    if (!OptionText.inBraces(value).isEmpty()) {
      return refused + (words.isEmpty() ? "" : ": " + words);
    }
    return words.contains("not recognized") ? "RocksDB has no option " + name : refused;
  }

  /** What RocksDB says of a file of options; empty if nothing. */
  private static String words(String text) {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    Path file = null;
    try (ConfigOptions strict = new ConfigOptions().setIgnoreUnknownOptions(false);
        DBOptions options = new DBOptions()) {
      file = Files.writeString(Files.createTempFile("ibench-options", ".txt"), text);
      OptionsUtil.loadOptionsFromFile(strict, file.toString(), options, families);
      return "";
    } catch (RocksDBException e) {
      return RocksFailures.line(e);
    } catch (IOException e) {
      return "";
    } finally {
      families.forEach(family -> family.getOptions().close());
      delete(file);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // An empty temporary file stays; the mistake is told all the same.
      return;
    }
  }
}
