package io.ibench.workload.io;

import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The kinds of step with workers. */
enum Kind {
  FILL(List.of(IoKeys.DIRECT)),
  READ(
      List.of(
          IoKeys.PATTERN, IoKeys.ZIPF_EXPONENT, IoKeys.DIRECT, IoKeys.READ_BLOCK, IoKeys.CHECK)),
  WRITE(
      List.of(
          IoKeys.PATTERN,
          IoKeys.ZIPF_EXPONENT,
          IoKeys.DIRECT,
          IoKeys.WRITE_BLOCK,
          IoKeys.SYNC_EVERY,
          IoKeys.SYNC)),
  MIX(
      List.of(
          IoKeys.PATTERN,
          IoKeys.ZIPF_EXPONENT,
          IoKeys.DIRECT,
          IoKeys.READ_BLOCK,
          IoKeys.CHECK,
          IoKeys.WRITE_BLOCK,
          IoKeys.READ_PCT,
          IoKeys.SYNC_EVERY,
          IoKeys.SYNC)),
  INNOSIM(
      List.of(
          IoKeys.PATTERN,
          IoKeys.ZIPF_EXPONENT,
          IoKeys.DIRECT,
          IoKeys.CHECK,
          IoKeys.SYNC,
          IoKeys.DIRTY_PCT,
          IoKeys.HIT_PCT,
          IoKeys.WRITERS,
          IoKeys.MAX_DIRTY,
          IoKeys.POOL,
          IoKeys.SCHEDULER_SLEEP,
          IoKeys.DOUBLEWRITE,
          IoKeys.LOG,
          IoKeys.REDO_SIZE,
          IoKeys.REDO_WRITE,
          IoKeys.REDO_SYNC_EVERY,
          IoKeys.BINLOG_SIZE,
          IoKeys.BINLOG_WRITE,
          IoKeys.BINLOG_SYNC_EVERY));

  private final List<Key<?>> keys;

  Kind(List<Key<?>> keys) {
    this.keys = keys;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Kind of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  List<Key<?>> keys() {
    return new ArrayList<>(keys);
  }

  boolean has(Key<?> key) {
    return keys.contains(key);
  }

  boolean writes() {
    return this != READ;
  }
}
