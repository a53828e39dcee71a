package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a value is for: a column or a variable. Immutable.
 *
 * @param name for messages
 * @param type empty: numbers of any type
 * @param mostBytes the longest bytes
 */
record Target(String name, Optional<ColumnType> type, int mostBytes) {

  static Target of(Column column) {
    return new Target(column.name(), Optional.of(column.type()), column.maxBytes());
  }

  static Target ofVariable(String name) {
    return new Target("$" + name, Optional.empty(), 0);
  }

  boolean isBytes() {
    return type.equals(Optional.of(ColumnType.BYTES));
  }

  boolean isFloat() {
    return type.equals(Optional.of(ColumnType.FLOAT));
  }

  /** Such as {@code status is a whole number (byte)}. */
  String described() {
    return name
        + " is "
        + type.map(
                found ->
                    switch (found) {
                      case BYTES -> "bytes";
                      case TIME -> "a time";
                      case FLOAT -> "a float";
                      default -> "a whole number (" + TableParser.name(found) + ")";
                    })
            .orElse("a number");
  }

  /** Why the numbers do not fit; empty if they do. */
  Optional<String> flaw(Typed value) {
    if (type.isEmpty()) {
      return Optional.empty();
    }
    if (Variables.general(type.get()) != value.type()) {
      String what =
          switch (value.type()) {
            case TIME -> "this is a time";
            case FLOAT -> "this number has a fraction";
            default -> "this is a whole number";
          };
      return Optional.of(what + ", but " + described());
    }
    long least = Schema.least(type.get());
    long most = Schema.most(type.get());
    boolean fits = value.source().least() >= least && value.source().most() <= most;
    return fits
        ? Optional.empty()
        : Optional.of(
            range(value.source().least(), value.source().most())
                + " does not fit, as "
                + described()
                + "; allowed: "
                + range(least, most));
  }

  private String range(long least, long most) {
    return least == most ? shown(least) : shown(least) + " .. " + shown(most);
  }

  private String shown(long value) {
    return isFloat() ? BigDecimal.valueOf(value, 2).toPlainString() : Long.toString(value);
  }
}
