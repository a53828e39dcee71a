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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDBException;

/** RocksDB's own texts: statistics and levels of each family, the end of LOG. Stateless. */
final class RocksDiagnostics {

  private static final int LOG_BYTES = 64 << 10;

  private static final int ERRORS = 3;

  /** Time and thread, then in brackets its level and the place in the code. */
  private static final Pattern ERROR =
      Pattern.compile(
          "^\\S+ \\S+ (?:\\[ERROR] |\\[WARN] (?=.*rror)|(?=.*ErrorHandler))\\[[^]]*](.*)");

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
    texts.add(new DiagnosticText("log.txt", endOfLog(database.settings().folder()) + "\n"));
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

  /** The last errors in LOG, without time, thread and place; empty: there is none. */
  static String lastErrors(Path folder) {
    List<String> errors = new ArrayList<>();
    for (String line : endOfLog(folder).split("\n")) {
      Matcher error = ERROR.matcher(line);
      if (error.find() && !errors.contains(error.group(1).strip())) {
        errors.add(error.group(1).strip());
      }
    }
    return String.join(" | ", errors.subList(Math.max(0, errors.size() - ERRORS), errors.size()));
  }

  private static String endOfLog(Path folder) {
    try (RandomAccessFile log = new RandomAccessFile(folder.resolve("LOG").toFile(), "r")) {
      log.seek(Math.max(0, log.length() - LOG_BYTES));
      byte[] bytes = new byte[(int) Math.min(LOG_BYTES, log.length())];
      log.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "not available: " + e.getMessage();
    }
  }
}
