package io.ibench.workload.insert;

import io.ibench.measure.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The insert benchmark's operations, with its own names; the ordinal is the number. */
enum InsertOperation {
  INSERT(Role.INSERT),
  DELETE(Role.DELETE),
  /** The next products from one on, by the index marketsegment. */
  MARKET(Role.QUERY),
  /** The next cash registers after one, by the index registersegment. */
  REGISTER(Role.QUERY),
  /** The next prices from one on, by the index pdc. */
  PDC(Role.QUERY),
  /** Rows by their primary keys. */
  POINT(Role.QUERY),
  /** Reads the lowest key for deletes and point queries, now and then. */
  GET_MIN(Role.AUXILIARY),
  /** Reads the highest key for point queries, now and then. */
  GET_MAX(Role.AUXILIARY),
  /** Ends a held snapshot and takes another one, with one read. */
  SNAPSHOT(Role.AUXILIARY);

  /** The range queries, in the order of their indexes. */
  static final List<InsertOperation> RANGE_QUERIES = List.of(MARKET, REGISTER, PDC);

  private final Role role;

  InsertOperation(Role role) {
    this.role = role;
  }

  Role role() {
    return role;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(InsertOperation::label).toList();
  }
}
