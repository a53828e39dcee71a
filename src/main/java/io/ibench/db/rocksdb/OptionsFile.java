package io.ibench.db.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A file of options that RocksDB wrote for some database, without what ibench decides itself.
 * Immutable.
 */
public final class OptionsFile {

  /** Where that database was, whether it was there, and what its owner's code brings along. */
  private static final Set<String> OF_THAT_DATABASE =
      Set.of(
          "wal_dir",
          "db_log_dir",
          "create_if_missing",
          "create_missing_column_families",
          "error_if_exists",
          "comparator",
          "merge_operator",
          "max_write_buffer_size_to_maintain",
          "block_cache",
          "filter_policy");

  private static final String TABLE_FACTORY = "table_factory";
  private static final String BLOCK_BASED = "BlockBasedTable";
  private static final String DEFAULT_FAMILY = "default";

  private final Path path;
  private final Map<String, Map<String, String>> sections;

  private OptionsFile(Path path, Map<String, Map<String, String>> sections) {
    this.path = path;
    this.sections = sections;
  }

  /**
   * @param except options that the user's keys set
   */
  public static OptionsFile read(Path path, Set<String> except) throws IOException {
    Map<String, Map<String, String>> sections = OptionText.sections(path);
    for (Map<String, String> section : sections.values()) {
      section.keySet().removeAll(OF_THAT_DATABASE);
      section.keySet().removeAll(except);
    }
    return new OptionsFile(path, sections);
  }

  public Path path() {
    return path;
  }

  Map<String, String> ofDatabase() {
    return sections.getOrDefault("DBOptions", Map.of());
  }

  /** Those of a family, or of the default one if the file does not know it. */
  Map<String, String> ofFamily(String name) {
    Map<String, String> options = new LinkedHashMap<>(section("CFOptions", name));
    options.remove(TABLE_FACTORY);
    return options;
  }

  /** Those of a family's files. */
  public Map<String, String> ofTables(String name) {
    return section("TableOptions/" + BLOCK_BASED, name);
  }

  /** Whether all families have the kind of files that ibench can make. */
  public boolean isBlockBased() {
    return sections.values().stream()
        .allMatch(section -> BLOCK_BASED.equals(section.getOrDefault(TABLE_FACTORY, BLOCK_BASED)));
  }

  private Map<String, String> section(String kind, String name) {
    Map<String, String> ofDefault = sections.getOrDefault(head(kind, DEFAULT_FAMILY), Map.of());
    return sections.getOrDefault(head(kind, name), ofDefault);
  }

  private static String head(String kind, String family) {
    return kind + " \"" + family + "\"";
  }
}
