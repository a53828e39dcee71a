package io.ibench.db.generic;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.DatabaseException;
import io.ibench.db.generic.ProductTraits.TypeInfo;
import java.sql.Types;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The product's type for each column: the user's, else the smallest of those that the driver
 * reports, else that of standard SQL. Immutable.
 *
 * @param given the user's, which may contain {@code {length}}
 */
record TypeNames(Map<ColumnType, String> given, List<TypeInfo> types) {

  /** Standard names are better than a product's relatives of the same JDBC type. */
  private static final List<String> STANDARD =
      List.of(
          "BIGINT",
          "INTEGER",
          "CHAR",
          "VARCHAR",
          "INT8",
          "SMALLINT",
          "TINYINT",
          "TIMESTAMP",
          "REAL",
          "FLOAT4",
          "VARBINARY",
          "DOUBLE PRECISION",
          "NUMERIC",
          "DECIMAL");

  private static final String LENGTH = "{length}";

  TypeNames {
    given = Map.copyOf(given);
    types = List.copyOf(types);
  }

  /**
   * Checks that there is a type for everything.
   *
   * @throws DatabaseException with the key of the first type that is missing
   */
  void check() throws DatabaseException {
    for (ColumnType type : ColumnType.values()) {
      if (of(new Column("any", type, 1)).isEmpty()) {
        String key = GenericSettings.typeKey(type).name();
        throw DatabaseException.invalidSetting(
            "the driver names no type for " + type + " columns: give one as " + key);
      }
    }
  }

  /** Empty: there is none. */
  String of(Column column) {
    String own = given.getOrDefault(column.type(), "");
    if (!own.isEmpty()) {
      return own.replace(LENGTH, Integer.toString(Math.max(1, column.maxBytes())));
    }
    if (types.isEmpty()) {
      return standard(column);
    }
    return switch (column.type()) {
      case LONG -> number(19, Types.BIGINT);
      case INT -> number(10, Types.BIGINT);
      case SIGNED -> number(10, Types.INTEGER, Types.BIGINT);
      case BYTE -> number(3, Types.TINYINT, Types.SMALLINT, Types.INTEGER);
      case TIME -> plain(Types.TIMESTAMP).orElse("");
      case FLOAT -> plain(Types.REAL, Types.FLOAT, Types.DOUBLE).orElse("");
      case BYTES -> bytes(Math.max(1, column.maxBytes()));
      case CHAR -> text(column.maxBytes(), Types.CHAR, Types.VARCHAR);
      case VARCHAR -> text(column.maxBytes(), Types.VARCHAR, Types.CHAR);
    };
  }

  private static String standard(Column column) {
    return switch (column.type()) {
      case LONG, INT -> "BIGINT";
      case SIGNED -> "INTEGER";
      case BYTE -> "SMALLINT";
      case TIME -> "TIMESTAMP";
      case FLOAT -> "REAL";
      case BYTES -> "BLOB";
      case CHAR -> "CHAR(" + column.maxBytes() + ")";
      case VARCHAR -> "VARCHAR(" + column.maxBytes() + ")";
    };
  }

  /** Whether the type for FLOAT has 4 bytes; the others have 8. */
  boolean hasFourByteFloats() {
    String name = of(Column.number("any", ColumnType.FLOAT));
    return types.stream()
        .filter(type -> type.name().equalsIgnoreCase(name))
        .findFirst()
        .map(type -> type.jdbcType() == Types.REAL)
        .orElse(name.equalsIgnoreCase("REAL") || name.equalsIgnoreCase("FLOAT4"));
  }

  private Optional<TypeInfo> find(int jdbcType) {
    return types.stream()
        .filter(type -> type.jdbcType() == jdbcType)
        .min(Comparator.comparingInt(TypeNames::rank));
  }

  private static int rank(TypeInfo type) {
    int rank = STANDARD.indexOf(type.name().toUpperCase(Locale.ROOT));
    return rank < 0 ? STANDARD.size() : rank;
  }

  private Optional<String> plain(int... jdbcTypes) {
    for (int jdbcType : jdbcTypes) {
      Optional<TypeInfo> found = find(jdbcType);
      if (found.isPresent()) {
        return found.map(TypeInfo::name);
      }
    }
    return Optional.empty();
  }

  private String number(int digits, int... jdbcTypes) {
    return plain(jdbcTypes)
        .or(() -> plain(Types.NUMERIC, Types.DECIMAL).map(name -> name + "(" + digits + ")"))
        .orElse("");
  }

  /** The first type that is long enough. */
  private String text(int length, int... jdbcTypes) {
    List<TypeInfo> found =
        Arrays.stream(jdbcTypes).boxed().flatMap(type -> find(type).stream()).toList();
    return found.stream()
        .filter(type -> type.keeps(length))
        .map(type -> type.withLength(length))
        .findFirst()
        .or(() -> plain(Types.CLOB))
        .or(() -> found.stream().map(type -> type.withLength(length)).findFirst())
        .orElse("");
  }

  /**
   * Whether a name alone means a text: Firebird's driver also reports it for bytes, whose own name
   * is the standard's.
   */
  private boolean isText(String name) {
    return types.stream()
        .filter(type -> type.name().equals(name))
        .anyMatch(type -> type.jdbcType() == Types.VARCHAR || type.jdbcType() == Types.CHAR);
  }

  /** A type of fixed length would fill values up. */
  private String bytes(int length) {
    for (int jdbcType :
        new int[] {Types.VARBINARY, Types.LONGVARBINARY, Types.BINARY, Types.BLOB}) {
      Optional<TypeInfo> found =
          find(jdbcType)
              .filter(type -> type.keeps(length))
              .filter(type -> jdbcType != Types.BINARY || !type.hasLength());
      if (found.isPresent()) {
        boolean bracket = jdbcType == Types.VARBINARY && found.get().hasLength();
        if (isText(found.get().name())) {
          return "VARBINARY" + (bracket ? "(" + length + ")" : "");
        }
        return bracket ? found.get().withLength(length) : found.get().name();
      }
    }
    return "";
  }
}
