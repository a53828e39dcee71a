package io.ibench.workload.oltp;

import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A script: a kind of step, and the name of its operation. The names are sysbench's. */
enum Script {
  POINT_SELECT("1 read by id"),
  READ_ONLY(
      "reads by id and of ranges, in a transaction",
      OltpKeys.SKIP_TRX,
      OltpKeys.RANGE_SIZE,
      OltpKeys.POINT_SELECTS,
      OltpKeys.RANGE_SELECTS,
      OltpKeys.SIMPLE_RANGES,
      OltpKeys.SUM_RANGES,
      OltpKeys.ORDER_RANGES,
      OltpKeys.DISTINCT_RANGES),
  READ_WRITE(
      "the reads of read_only and the writes of write_only, in a transaction",
      OltpKeys.SKIP_TRX,
      OltpKeys.RANGE_SIZE,
      OltpKeys.POINT_SELECTS,
      OltpKeys.RANGE_SELECTS,
      OltpKeys.SIMPLE_RANGES,
      OltpKeys.SUM_RANGES,
      OltpKeys.ORDER_RANGES,
      OltpKeys.DISTINCT_RANGES,
      OltpKeys.INDEX_UPDATES,
      OltpKeys.NON_INDEX_UPDATES,
      OltpKeys.DELETE_INSERTS),
  WRITE_ONLY(
      "updates of k and c, and a delete with an insert, in a transaction",
      OltpKeys.SKIP_TRX,
      OltpKeys.INDEX_UPDATES,
      OltpKeys.NON_INDEX_UPDATES,
      OltpKeys.DELETE_INSERTS),
  UPDATE_INDEX("updates of k by id", OltpKeys.INDEX_UPDATES),
  UPDATE_NON_INDEX("updates of c by id", OltpKeys.NON_INDEX_UPDATES),
  INSERT("1 insert"),
  DELETE("1 delete by id"),
  SELECT_RANDOM_POINTS("1 read of rows with any of several k", OltpKeys.RANDOM_POINTS),
  SELECT_RANDOM_RANGES("1 count of rows in several ranges of k", OltpKeys.RANGES, OltpKeys.DELTA),
  READ_ONLY_COUNT("1 count of the c of a range", OltpKeys.RANGE_SIZE),
  INLIST_SELECT("1 read by several ids", OltpKeys.RANDOM_POINTS, OltpKeys.HOT_POINTS),
  INLIST_UPDATE("1 update of c by several ids", OltpKeys.RANDOM_POINTS),
  POINTS_COVERED(
      "1 read by several ids or k, from the index alone",
      OltpKeys.RANDOM_POINTS,
      OltpKeys.ON,
      OltpKeys.COVERED),
  RANGE_COVERED(
      "1 read of a range of ids or k, from the index alone",
      OltpKeys.RANGE_SIZE,
      OltpKeys.ON,
      OltpKeys.COVERED),
  SCAN("1 read of a whole table that returns no row");

  private final String description;
  private final List<Key<?>> keys = new ArrayList<>();

  Script(String description, Key<?>... further) {
    this.description = description;
    if (!name().equals("SCAN")) {
      keys.addAll(OltpKeys.DRAWS);
    }
    keys.addAll(List.of(further));
    keys.add(OltpKeys.RECONNECT);
  }

  /** The name of its kind of step and of its operation. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a transaction does, in a few words. */
  String description() {
    return description;
  }

  /** The keys that a step of it has, without the step's name. */
  List<Key<?>> keys() {
    return keys;
  }

  /** The names under which keys of several scripts are given. */
  List<String> defaults() {
    return List.of(onlyReads() ? OltpKeys.ALL_READS : OltpKeys.ALL_WRITES, OltpKeys.ALL_STEPS);
  }

  boolean has(Key<?> key) {
    return keys.contains(key);
  }

  /** Whether it changes nothing. */
  boolean onlyReads() {
    return switch (this) {
      case READ_WRITE, WRITE_ONLY, UPDATE_INDEX, UPDATE_NON_INDEX, INSERT, DELETE, INLIST_UPDATE ->
          false;
      default -> true;
    };
  }

  /** The script of a kind of step. */
  static Script of(String kind) {
    return valueOf(kind.toUpperCase(Locale.ROOT));
  }
}
