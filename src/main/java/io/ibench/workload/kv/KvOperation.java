package io.ibench.workload.kv;

import io.ibench.measure.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The operations; the ordinal is the number. */
enum KvOperation {
  /** A put of a load, or of the writer beside readers. */
  PUT(Role.INSERT),
  /** A put of a step that writes. */
  OVERWRITE(Role.QUERY),
  /** Reads a key, then puts a new value. */
  UPDATE(Role.QUERY),
  GET(Role.QUERY),
  /** Reads several keys. */
  MULTIGET(Role.QUERY),
  /** Finds a key, and reads the following ones. */
  SEEK(Role.QUERY),
  /** Reads several ranges. */
  MULTISCAN(Role.QUERY),
  DELETE(Role.QUERY),
  /** Reads the next part of the table. */
  SCAN(Role.QUERY);

  private final Role role;

  KvOperation(Role role) {
    this.role = role;
  }

  Role role() {
    return role;
  }

  /** Whether it changes no row. */
  boolean isRead() {
    return switch (this) {
      case GET, MULTIGET, SEEK, MULTISCAN, SCAN -> true;
      default -> false;
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(KvOperation::label).toList();
  }
}
