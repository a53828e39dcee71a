package io.ibench.workload.kv;

import io.ibench.config.Config;
import io.ibench.workload.StepKeys;
import io.ibench.workload.kv.KvKeys.KeyType;
import io.ibench.workload.kv.KvKeys.Like;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of the data. Immutable.
 *
 * @param num keys are the numbers from 0 to this, exclusive
 * @param maxValueSize of values of any length; empty: all have the same
 */
record KvSettings(
    long seed,
    long num,
    boolean numbersAsKeys,
    KeyFormat keys,
    int valueSize,
    OptionalInt maxValueSize,
    double compressionRatio,
    Like like) {

  /** Reads and checks them. */
  static KvSettings from(Config config) {
    long num = config.get(KvKeys.NUM);
    int keySize = Math.toIntExact(config.get(KvKeys.KEY_SIZE));
    long perPrefix = config.get(KvKeys.KEYS_PER_PREFIX);
    int prefixSize = perPrefix > 0 ? Math.toIntExact(config.get(KvKeys.PREFIX_SIZE)) : 0;
    config.declare(KvKeys.PREFIX_SIZE);
    boolean numbers = config.get(KvKeys.KEY) == KeyType.NUMBER;
    config.explain(KvKeys.EARLIER_LIKE, "kv.like = db_bench draws the keys and values of db_bench");
    for (String prefix : config.prefixes(KvKeys.WRITER_PACING)) {
      config.explain(
          KvKeys.WRITER_PACING.under(prefix).name(), "the writer beside readers writes evenly");
    }
    checkKeys(config, num, keySize, perPrefix, prefixSize, numbers);
    return new KvSettings(
        config.get(StepKeys.SEED),
        num,
        numbers,
        new KeyFormat(
            Math.max(keySize, prefixSize + 1),
            prefixSize,
            perPrefix > 0 ? Math.max(1, num / perPrefix) : 1),
        Math.toIntExact(config.get(KvKeys.VALUE_SIZE)),
        maxValueSize(config),
        config.get(KvKeys.COMPRESSION_RATIO),
        config.get(KvKeys.LIKE));
  }

  private static OptionalInt maxValueSize(Config config) {
    Optional<Long> most = config.find(KvKeys.MAX_VALUE_SIZE);
    long size = config.get(KvKeys.VALUE_SIZE);
    if (most.isPresent() && most.get() < size) {
      config.problem(
          "is less than the " + size + " bytes of kv.value_size",
          KvKeys.MAX_VALUE_SIZE,
          KvKeys.VALUE_SIZE);
    }
    return most.isPresent()
        ? OptionalInt.of((int) Math.max(size, most.get()))
        : OptionalInt.empty();
  }

  private static void checkKeys(
      Config config, long num, int keySize, long perPrefix, int prefixSize, boolean numbers) {
    if (numbers && perPrefix > 0) {
      config.problem("needs kv.key = bytes", KvKeys.KEYS_PER_PREFIX, KvKeys.KEY);
    }
    if (perPrefix > num) {
      config.problem("is more than all " + num + " keys", KvKeys.KEYS_PER_PREFIX, KvKeys.NUM);
    }
    int left = keySize - prefixSize;
    if (left <= 0) {
      config.problem(
          "leaves no byte of the " + keySize + " of kv.key_size for the number",
          KvKeys.PREFIX_SIZE,
          KvKeys.KEY_SIZE);
    } else if (left < Long.BYTES && num > 1L << Byte.SIZE * left) {
      config.problem(
          "leaves " + left + " bytes for the number, which " + num + " keys do not fit into",
          KvKeys.KEY_SIZE,
          KvKeys.NUM);
    }
  }

  boolean isLikeDbBench() {
    return like != Like.NONE;
  }

  /** Whether there are keys that no number has. */
  boolean hasKeysBetween() {
    return !numbersAsKeys && keys.isPadded();
  }

  /** The bytes of the longest value. */
  int longestValue() {
    return maxValueSize.orElse(valueSize);
  }

  /** Whether a value of this length may be in the table. */
  boolean mayHave(int valueLength) {
    return valueLength == valueSize
        || maxValueSize.isPresent() && valueLength > 0 && valueLength <= longestValue();
  }

  /** The bytes of a key and its loaded value. */
  int rowBytes() {
    return keyBytes() + valueSize;
  }

  int keyBytes() {
    return numbersAsKeys ? Long.BYTES : keys.size();
  }

  ValueBuffer valueBuffer() {
    return new ValueBuffer(compressionRatio, longestValue());
  }
}
