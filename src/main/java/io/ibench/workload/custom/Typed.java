package io.ibench.workload.custom;

import io.ibench.db.ColumnType;

/**
 * A source of numbers, and what they are.
 *
 * @param type LONG for all whole numbers, FLOAT for hundredths, or TIME
 */
record Typed(NumberSource source, ColumnType type) {

  static Typed whole(NumberSource source) {
    return new Typed(source, ColumnType.LONG);
  }

  static Typed time(NumberSource source) {
    return new Typed(source, ColumnType.TIME);
  }
}
