package io.ibench.workload.ycsb;

import io.ibench.measure.Role;
import java.util.Arrays;
import java.util.List;

/** The operations; the ordinal is the number. */
enum YcsbOperation {
  /** Inserts rows of the load. */
  LOAD(Role.INSERT),
  READ(Role.QUERY),
  UPDATE(Role.QUERY),
  INSERT(Role.QUERY),
  SCAN(Role.QUERY),
  READ_MODIFY_WRITE(Role.QUERY);

  private final Role role;

  YcsbOperation(Role role) {
    this.role = role;
  }

  Role role() {
    return role;
  }

  /** Whether it changes no row. */
  boolean isRead() {
    return this == READ || this == SCAN;
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Enum::name).toList();
  }
}
