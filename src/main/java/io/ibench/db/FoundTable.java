package io.ibench.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An existing table as the product reports it, to compare with the table that a workload declares.
 * Names are compared without case. Immutable.
 *
 * @param primaryKey its columns in order; empty without a primary key
 * @param indexes the columns of each secondary index, by its name
 */
public record FoundTable(
    List<FoundColumn> columns, List<String> primaryKey, Map<String, List<String>> indexes) {

  public FoundTable {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    indexes = Map.copyOf(indexes);
  }

  /**
   * A column.
   *
   * @param type in the product's words
   * @param required an insert that leaves it out fails
   * @param jdbcType a number of {@code java.sql.Types}; 0: unknown
   * @param length the maximum of bytes or digits; 0: unknown
   */
  public record FoundColumn(String name, String type, boolean required, int jdbcType, int length) {

    private static final Pattern BRACKETS = Pattern.compile("\\((\\d+)\\)");

    /** The number in brackets of its type; -1 without one. */
    public long lengthInType() {
      Matcher matcher = BRACKETS.matcher(type);
      return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
    }

    /** A column whose type in the product's words says everything. */
    public FoundColumn(String name, String type, boolean required) {
      this(name, type, required, 0, 0);
    }
  }

  /**
   * Compares with the declared table and its indexes; one line per difference. Wider types are no
   * difference.
   *
   * @param fits whether a found column stores every value of a declared one exactly
   */
  public List<String> differences(Table declared, BiPredicate<FoundColumn, Column> fits) {
    Map<String, FoundColumn> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    columns.forEach(column -> found.put(column.name(), column));
    List<String> lines = new ArrayList<>();
    for (Column column : declared.columns()) {
      Optional.ofNullable(found.remove(column.name()))
          .ifPresentOrElse(
              there -> {
                if (!fits.test(there, column)) {
                  lines.add(
                      "its column "
                          + column.name()
                          + " is "
                          + there.type()
                          + ", "
                          + cannot(column));
                }
              },
              () -> lines.add("it has no column " + column.name()));
    }
    for (FoundColumn further : found.values()) {
      if (further.required()) {
        lines.add("it has a further column " + further.name() + ", which ibench does not fill");
      }
    }
    if (!sameNames(primaryKey, declared.primaryKey())) {
      lines.add("its primary key is " + list(primaryKey) + ", not " + list(declared.primaryKey()));
    }
    declared.indexes().forEach(index -> index(index, lines));
    return lines;
  }

  private static String cannot(Column column) {
    return switch (column.type()) {
      case LONG -> "not a 64-bit number";
      case INT -> "not a number up to 4294967295";
      case SIGNED -> "not a signed 32-bit number";
      case BYTE -> "not a number up to 127";
      case TIME -> "not a point in time";
      case FLOAT -> "not a floating-point number";
      case BYTES -> "not binary with up to " + column.maxBytes() + " bytes";
      case CHAR -> "not text of " + column.maxBytes() + " characters";
      case VARCHAR -> "not text with up to " + column.maxBytes() + " characters";
    };
  }

  private void index(Index index, List<String> lines) {
    Optional<List<String>> there =
        indexes.entrySet().stream()
            .filter(entry -> entry.getKey().equalsIgnoreCase(index.name()))
            .map(Map.Entry::getValue)
            .findFirst();
    if (there.isEmpty()) {
      lines.add("it has no index " + index.name());
    } else if (!sameNames(there.get(), index.columns())) {
      lines.add(
          "its index "
              + index.name()
              + " is over "
              + list(there.get())
              + ", not "
              + list(index.columns()));
    }
  }

  private static boolean sameNames(List<String> left, List<String> right) {
    return lower(left).equals(lower(right));
  }

  private static List<String> lower(List<String> names) {
    return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
  }

  private static String list(List<String> names) {
    return names.isEmpty() ? "none" : "(" + String.join(", ", names) + ")";
  }
}
