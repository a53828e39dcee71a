package io.ibench.workload.kv;

import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A benchmark of db_bench: a kind of step. The names are db_bench's, and those of its scripts. */
enum Benchmark {
  FILLSEQ(KvOperation.PUT),
  FILLRANDOM(KvOperation.PUT),
  FILLUNIQUERANDOM(KvOperation.PUT),
  OVERWRITE(KvOperation.OVERWRITE, KvKeys.BATCH_SIZE),
  UPDATERANDOM(KvOperation.UPDATE),
  READRANDOM(KvOperation.GET, KvKeys.EXP_RANGE),
  READMISSING(KvOperation.GET, KvKeys.EXP_RANGE),
  MULTIREADRANDOM(KvOperation.MULTIGET, KvKeys.MULTIGET, KvKeys.EXP_RANGE),
  SEEKRANDOM(KvOperation.SEEK, KvKeys.NEXTS, KvKeys.EXP_RANGE),
  FWDRANGE(KvOperation.SEEK, KvKeys.RANGE_NEXTS, KvKeys.EXP_RANGE),
  REVRANGE(KvOperation.SEEK, KvKeys.RANGE_NEXTS, KvKeys.EXP_RANGE),
  DELETERANDOM(KvOperation.DELETE, KvKeys.BATCH_SIZE),
  DELETESEQ(KvOperation.DELETE, KvKeys.BATCH_SIZE),
  READRANDOMWRITERANDOM(KvOperation.GET, KvKeys.READ_PCT, KvKeys.EXP_RANGE),
  MIXGRAPH(
      KvOperation.GET,
      KvKeys.MIX_RATIOS,
      KvKeys.KEY_DIST,
      KvKeys.KEYRANGE_DIST,
      KvKeys.KEYRANGE_NUM,
      KvKeys.VALUE_PARETO,
      KvKeys.SCAN_PARETO,
      KvKeys.MAX_SCAN),
  MULTISCAN(
      KvOperation.MULTISCAN,
      KvKeys.MULTISCAN_SIZE,
      KvKeys.MULTISCAN_STRIDE,
      KvKeys.MULTISCAN_NEXTS),
  READSEQ(KvOperation.SCAN),
  READREVERSE(KvOperation.SCAN),
  READWHILEWRITING(KvOperation.GET, KvKeys.BYTE_RATE, KvKeys.EXP_RANGE),
  SEEKRANDOMWHILEWRITING(KvOperation.SEEK, KvKeys.BYTE_RATE, KvKeys.NEXTS, KvKeys.EXP_RANGE),
  FWDRANGEWHILEWRITING(KvOperation.SEEK, KvKeys.BYTE_RATE, KvKeys.RANGE_NEXTS, KvKeys.EXP_RANGE),
  REVRANGEWHILEWRITING(KvOperation.SEEK, KvKeys.BYTE_RATE, KvKeys.RANGE_NEXTS, KvKeys.EXP_RANGE);

  private final KvOperation operation;
  private final List<Key<?>> keys;

  Benchmark(KvOperation operation, Key<?>... keys) {
    this.operation = operation;
    this.keys = List.of(keys);
  }

  /** The name of its kind of step. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What its threads do; beside a writer, what the readers do. */
  KvOperation operation() {
    return operation;
  }

  /** The keys that a step of it has, without the step's name. */
  List<Key<?>> keys() {
    return keys;
  }

  boolean has(Key<?> key) {
    return keys.contains(key);
  }

  boolean fills() {
    return this == FILLSEQ || this == FILLRANDOM || this == FILLUNIQUERANDOM;
  }

  boolean hasWriter() {
    return keys.contains(KvKeys.BYTE_RATE);
  }

  /** Whether it reads from high keys to low ones. */
  boolean isReverse() {
    return this == REVRANGE || this == REVRANGEWHILEWRITING || this == READREVERSE;
  }

  boolean writes() {
    return hasWriter()
        || this == READRANDOMWRITERANDOM
        || this == MIXGRAPH
        || operation == KvOperation.OVERWRITE
        || operation == KvOperation.UPDATE
        || deletes();
  }

  /** Whether it reads from one key to another. */
  boolean readsRanges() {
    return this == MULTISCAN || this == MIXGRAPH;
  }

  boolean deletes() {
    return operation == KvOperation.DELETE;
  }

  /** The benchmark of a kind of step. */
  static Benchmark of(String kind) {
    return valueOf(kind.toUpperCase(Locale.ROOT));
  }

  /** The keys of all benchmarks, each once. */
  static List<Key<?>> allKeys() {
    List<Key<?>> all = new ArrayList<>();
    for (Benchmark benchmark : values()) {
      for (Key<?> key : benchmark.keys) {
        if (all.stream().noneMatch(there -> there.name().equals(key.name()))) {
          all.add(key);
        }
      }
    }
    return all;
  }
}
