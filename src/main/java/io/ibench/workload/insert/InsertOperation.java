package io.ibench.workload.insert;

import io.ibench.workload.Plan.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The insert benchmark's operations under its own names; the ordinal is the operation's number. */
enum InsertOperation {
  INSERT(Role.INSERT),
  DELETE(Role.DELETE),
  /** The next products from one on, by the index marketsegment. */
  MARKET(Role.QUERY),
  /** The next cash registers after one, by the index registersegment. */
  REGISTER(Role.QUERY),
  /** The next prices from one on, by the index pdc. */
  PDC(Role.QUERY),
  /** Some rows by their primary keys. */
  POINT(Role.QUERY),
  /** Where deletes and point queries find the lowest key, now and then. */
  GET_MIN(Role.AUXILIARY),
  /** Where point queries find the highest key, now and then. */
  GET_MAX(Role.AUXILIARY);

  /** What range queries may be, in the order in which their indexes are made. */
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
