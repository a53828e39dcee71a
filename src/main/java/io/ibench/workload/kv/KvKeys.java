package io.ibench.workload.kv;

import io.ibench.config.Key;
import io.ibench.workload.StepKeys;
import java.util.ArrayList;
import java.util.List;

/** The settings of kv; those of benchmarks are given under a step's name or under {@code kv}. */
final class KvKeys {

  /** The prefix of a key that is meant for all steps. */
  static final String ALL_STEPS = "kv";

  /** What earlier versions called {@link #LIKE}. */
  static final String EARLIER_LIKE = "kv.compat";

  private static final long MOST_KEYS = 1L << 48;
  private static final int MOST_KEY_BYTES = 255;
  private static final int MOST_VALUE_BYTES = 16_000_000;

  static final Key<Long> NUM =
      Key.count("kv.num", 1, MOST_KEYS, "keys: db_bench's num").withDefault("1M");
  static final Key<KeyType> KEY =
      Key.choice("kv.key", KeyType.class, "the type of the key: db_bench's bytes, or a number")
          .withDefault("bytes");
  static final Key<Long> KEY_SIZE =
      Key.count("kv.key_size", 1, MOST_KEY_BYTES, "bytes of each key").withDefault("16");
  static final Key<Long> VALUE_SIZE =
      Key.count("kv.value_size", 1, MOST_VALUE_BYTES, "bytes of each value").withDefault("100");
  static final Key<Long> MAX_VALUE_SIZE =
      Key.count(
              "kv.max_value_size",
              1,
              MOST_VALUE_BYTES,
              "bytes of the longest value that mixgraph writes: db_bench's is 1024")
          .optional();
  static final Key<Double> COMPRESSION_RATIO =
      Key.decimal("kv.compression_ratio", 0, 1, "of a value, this share is random bytes")
          .withDefault("0.5");
  static final Key<Long> KEYS_PER_PREFIX =
      Key.count("kv.keys_per_prefix", 0, MOST_KEYS, "keys with the same prefix; 0: no prefix")
          .withDefault("0");
  static final Key<Long> PREFIX_SIZE =
      Key.count("kv.prefix_size", 1, MOST_KEY_BYTES, "bytes of a key's prefix, if it has one")
          .withDefault("8");
  static final Key<Like> LIKE =
      Key.choice(
              "kv.like",
              Like.class,
              "whose keys and values: ibench's, which verify can check, or those of db_bench, byte"
                  + " for byte")
          .withDefault("none");

  static final Key<Long> BATCH_SIZE =
      Key.count("batch_size", 1, 10_000, "puts or deletes of each transaction").withDefault("1");
  static final Key<Long> MULTIGET =
      Key.count("multiget", 1, 1000, "keys of each multiget").withDefault("10");
  static final Key<Long> NEXTS =
      Key.count("nexts", 0, 100_000, "rows that each seek reads; 0: only the key").withDefault("0");
  static final Key<Long> RANGE_NEXTS =
      Key.count("nexts", 0, 100_000, "rows that each seek reads; 0: only the key")
          .withDefault("10");
  static final Key<Double> EXP_RANGE =
      Key.decimal("exp_range", 0, 1000, "skew of reads: read_random_exp_range; 0: uniform")
          .withDefault("0");
  static final Key<Double> READ_PCT =
      Key.decimal("read_pct", 0, 100, "of 100 operations so many are gets, then come puts")
          .withDefault("90");
  static final Key<Long> BYTE_RATE =
      Key.sizeBytesOrZero(
              "byte_rate", "keys and values that the writer puts in a second; 0: unlimited")
          .withDefault("2MB");

  static final Key<Long> MULTISCAN_SIZE =
      Key.count("multiscan_size", 1, 1000, "ranges of each multiscan").withDefault("10");
  static final Key<Long> MULTISCAN_STRIDE =
      Key.count("multiscan_stride", 0, MOST_KEYS, "keys between two ranges").withDefault("100");
  static final Key<Long> MULTISCAN_NEXTS =
      Key.count("nexts", 1, 100_000, "rows of each range").withDefault("50");
  static final Key<List<Double>> MIX_RATIOS =
      Key.decimals("mix_ratios", 3, "of gets, puts and seeks").withDefault("0.83, 0.14, 0.03");
  static final Key<List<Double>> KEY_DIST =
      Key.decimals("key_dist", 2, "key_dist_a and _b of hot keys: a x^b; 0, 0: uniform")
          .withDefault("0.002312, 0.3467");
  static final Key<List<Double>> KEYRANGE_DIST =
      Key.decimals(
              "keyrange_dist",
              4,
              "keyrange_dist_a to _d of hot ranges: a e^bx + c e^dx; 0, 0, 0, 0: one range")
          .withDefault("14.18, -2.917, 0.0164, -0.08082");
  static final Key<Long> KEYRANGE_NUM =
      Key.count("keyrange_num", 1, 1_000_000, "ranges of keys").withDefault("30");
  static final Key<List<Double>> VALUE_PARETO =
      Key.decimals("value_pareto", 3, "value_theta, _k and _sigma of the bytes of values")
          .withDefault("0, 0.2615, 25.45");
  static final Key<List<Double>> SCAN_PARETO =
      Key.decimals("scan_pareto", 3, "iter_theta, _k and _sigma of the rows of seeks")
          .withDefault("0, 2.517, 14.236");
  static final Key<Long> MAX_SCAN =
      Key.count("max_scan", 1, 1_000_000, "longer seeks count their remainder")
          .withDefault("10000");

  /** It is gone. */
  static final Key<String> WRITER_PACING = Key.text("writer_pacing", "");

  private KvKeys() {}

  /** The type of the key's column. */
  enum KeyType {
    BYTES,
    NUMBER
  }

  /** Whose keys and values. */
  enum Like {
    NONE,
    /** Of 8.3.0 and later. */
    DB_BENCH
  }

  /** The keys that determine the loaded data, except the seed. */
  static List<Key<?>> shapingData() {
    return List.of(
        NUM,
        KEY,
        KEY_SIZE,
        VALUE_SIZE,
        MAX_VALUE_SIZE,
        COMPRESSION_RATIO,
        KEYS_PER_PREFIX,
        PREFIX_SIZE,
        LIKE);
  }

  static List<Key<?>> all() {
    List<Key<?>> keys = new ArrayList<>(shapingData());
    for (Key<?> key : List.of(StepKeys.THREADS, StepKeys.UNTIL, StepKeys.OPERATIONS)) {
      keys.add(key.under(ALL_STEPS));
    }
    Benchmark.allKeys().forEach(key -> keys.add(key.under(ALL_STEPS)));
    return keys;
  }
}
