package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A type as the server writes it, and what can be made for it.
 *
 * @param text such as {@code varchar(20)}
 * @param length the largest number of characters or bytes; -1 without a limit
 * @param digits after the point, of decimals
 * @param labels of an enum
 */
public record ColumnType(String text, Kind kind, int length, int digits, List<String> labels) {

  private static final Pattern WORD = Pattern.compile("[a-z_0-9]+( varying| precision)?");
  private static final Pattern NUMBERS = Pattern.compile("\\((\\d+)(?:\\s*,\\s*(\\d+))?\\)");
  private static final Pattern LABEL = Pattern.compile("'((?:[^']|'')*)'");
  private static final int FLOAT_DIGITS = 2;

  public ColumnType {
    labels = List.copyOf(labels);
  }

  static ColumnType of(String text) {
    return of(text, List.of());
  }

  /**
   * @param labels of a type that has a name of its own; empty for any other type
   */
  static ColumnType of(String text, List<String> labels) {
    String lower = text.toLowerCase(Locale.ROOT).trim();
    if (!labels.isEmpty()) {
      return new ColumnType(text, Kind.LABEL, -1, 0, labels);
    }
    if (lower.endsWith("[]")) {
      return new ColumnType(text, Kind.OTHER, -1, 0, List.of());
    }
    Matcher word = WORD.matcher(lower);
    String name = word.lookingAt() ? word.group() : lower;
    Matcher numbers = NUMBERS.matcher(lower);
    boolean sized = numbers.find();
    int first = sized ? Integer.parseInt(numbers.group(1)) : -1;
    int second = sized && numbers.group(2) != null ? Integer.parseInt(numbers.group(2)) : 0;
    return switch (name) {
      case "tinyint",
          "smallint",
          "mediumint",
          "int",
          "integer",
          "bigint",
          "int2",
          "int4",
          "int8",
          "serial",
          "bigserial",
          "smallserial",
          "year" ->
          new ColumnType(text, Kind.INTEGER, -1, 0, List.of());
      case "decimal", "numeric", "dec", "fixed" ->
          new ColumnType(
              text,
              second == 0 && sized && first <= 18 ? Kind.INTEGER : Kind.DECIMAL,
              first,
              second == 0 && !sized ? FLOAT_DIGITS : second,
              List.of());
      case "float", "double", "double precision", "real", "float4", "float8" ->
          new ColumnType(text, Kind.DECIMAL, -1, FLOAT_DIGITS, List.of());
      case "bool", "boolean" -> new ColumnType(text, Kind.BOOLEAN, -1, 0, List.of());
      case "char", "character", "bpchar" ->
          new ColumnType(text, Kind.TEXT, sized ? first : 1, 0, List.of());
      case "varchar", "character varying", "nvarchar" ->
          new ColumnType(text, Kind.TEXT, first, 0, List.of());
      case "text", "mediumtext", "longtext", "citext" ->
          new ColumnType(text, Kind.TEXT, -1, 0, List.of());
      case "tinytext" -> new ColumnType(text, Kind.TEXT, 255, 0, List.of());
      case "binary" -> new ColumnType(text, Kind.BYTES, sized ? first : 1, 0, List.of());
      case "varbinary" -> new ColumnType(text, Kind.BYTES, first, 0, List.of());
      case "tinyblob" -> new ColumnType(text, Kind.BYTES, 255, 0, List.of());
      case "blob", "mediumblob", "longblob", "bytea" ->
          new ColumnType(text, Kind.BYTES, -1, 0, List.of());
      case "date", "datetime", "timestamp", "timestamptz" ->
          new ColumnType(text, Kind.TIME, -1, 0, List.of());
      case "enum" -> new ColumnType(text, Kind.LABEL, -1, 0, labels(text));
      case "uuid" -> new ColumnType(text, Kind.UUID, -1, 0, List.of());
      default -> new ColumnType(text, Kind.OTHER, -1, 0, List.of());
    };
  }

  private static List<String> labels(String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = LABEL.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1).replace("''", "'"));
    }
    return found;
  }

  /** The first word in small letters, such as {@code json}. */
  String name() {
    Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT).trim());
    return word.lookingAt() ? word.group() : text.toLowerCase(Locale.ROOT);
  }
}
