package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.DiagnosticText;
import io.ibench.db.Table;
import io.ibench.db.rocksdb.OptionText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.rocksdb.RocksDBException;

/** RocksDB's own texts: statistics and levels of each family, the end of LOG. Stateless. */
final class RocksDiagnostics {

  private static final int LOG_BYTES = 64 << 10;

  private static final List<String> OF_FAMILY = List.of("rocksdb.cfstats", "rocksdb.levelstats");

  private RocksDiagnostics() {}

  static List<DiagnosticText> of(RocksDatabase database, RocksFolder folder, List<Table> wanted)
      throws DatabaseException {
    List<DiagnosticText> texts = new ArrayList<>();
    StringBuilder statistics = new StringBuilder();
    StringBuilder tables = new StringBuilder();
    for (Table table : wanted) {
      Optional<RocksTable> there = database.find(table);
      if (there.isPresent()) {
        tables.append(table.name()).append('\n');
        for (RocksIndex index : there.get().indexes()) {
          tables.append(table.name()).append('.').append(index.declared().name()).append('\n');
        }
      }
    }
    texts.add(new DiagnosticText("families.txt", tables + "end of the families\n"));
    try {
      statistics.append(folder.db().getProperty("rocksdb.dbstats")).append('\n');
      for (var family : new TreeMap<>(database.families()).entrySet()) {
        statistics.append("family ").append(family.getKey()).append('\n');
        for (String property : OF_FAMILY) {
          statistics.append(folder.db().getProperty(family.getValue(), property)).append('\n');
        }
      }
    } catch (RocksDBException e) {
      statistics.append("not available: ").append(RocksFailures.line(e)).append('\n');
    }
    texts.add(new DiagnosticText("rocksdb_stats.txt", statistics.toString()));
    texts.add(
        new DiagnosticText("log.txt", end(database.settings().folder().resolve("LOG")) + "\n"));
    texts.add(new DiagnosticText("options.txt", options(database.settings().folder())));
    return texts;
  }

  /** The effective options, as RocksDB has written them to its newest file of options. */
  private static String options(Path folder) {
    try {
      Optional<Path> newest = OptionText.newestFile(folder);
      return newest.isPresent() ? Files.readString(newest.get()) : "no file of options\n";
    } catch (IOException e) {
      return "not available: " + e.getMessage() + "\n";
    }
  }

  private static String end(Path file) {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      log.seek(Math.max(0, log.length() - LOG_BYTES));
      byte[] bytes = new byte[(int) Math.min(LOG_BYTES, log.length())];
      log.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "not available: " + e.getMessage();
    }
  }
}
