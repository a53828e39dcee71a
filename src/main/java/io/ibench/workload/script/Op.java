package io.ibench.workload.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** An operator or function of expressions; those of pgbench mean what they mean there. */
enum Op {
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  MODULO("mod", 2, 2),
  EQUAL,
  UNEQUAL,
  LESS,
  AT_MOST,
  BIT_OR,
  BIT_XOR,
  BIT_AND,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  NOT,
  IS,
  /** Lazy: {@link CodeWriter} makes jumps of these three. */
  AND,
  OR,
  CASE,
  ABS("abs", 1, 1),
  TO_DOUBLE("double", 1, 1),
  TO_INTEGER("int", 1, 1),
  EXP("exp", 1, 1),
  LN("ln", 1, 1),
  SQRT("sqrt", 1, 1),
  POWER("pow", 2, 2),
  PI("pi", 0, 0),
  LEAST("least", 1, 100),
  GREATEST("greatest", 1, 100),
  RANDOM("random", 2, 2),
  RANDOM_EXPONENTIAL("random_exponential", 3, 3),
  RANDOM_GAUSSIAN("random_gaussian", 3, 3),
  RANDOM_ZIPFIAN("random_zipfian", 3, 3),
  RANDOM_PARETO("random_pareto", 3, 3),
  RANDOM_SPECIAL("random_special", 2, 2),
  RANDOM_HOT("random_hot", 5, 5),
  RANDOM_MIXED("random_mixed", 4, 4),
  /** {@link CodeWriter} makes instructions of their own of these two. */
  RANDOM_LIST("random_list", 2, 2_000),
  RANDOM_HISTOGRAM("random_histogram", 3, 2_000),
  PERMUTE("permute", 2, 3),
  HASH("hash", 1, 2),
  HASH_FNV1A("hash_fnv1a", 1, 2),
  STRING("string", 1, 1),
  TEXT("text", 2, 2),
  TEXT_OF("text_of", 3, 3),
  BYTES("bytes", 2, 2),
  EPOCH_MS("epoch_ms", 0, 0),
  TIMESTAMP("timestamp", 1, 1),
  SEQUENCE("sequence", 0, 1),
  RECENT("recent", 3, 3),
  /** The first operand of these two is the number of a list. */
  SIZE("size", 1, 1),
  ITEM("item", 2, 2);

  private static final Map<String, Op> FUNCTIONS = new LinkedHashMap<>();

  static {
    for (Op op : values()) {
      if (!op.function.isEmpty()) {
        FUNCTIONS.put(op.function, op);
      }
    }
    FUNCTIONS.put("power", POWER);
    FUNCTIONS.put("hash_murmur2", HASH);
  }

  private final String function;
  private final int least;
  private final int most;

  Op() {
    this("", 0, 0);
  }

  Op(String function, int least, int most) {
    this.function = function;
    this.least = least;
    this.most = most;
  }

  static Optional<Op> function(String name) {
    return Optional.ofNullable(FUNCTIONS.get(name));
  }

  /** The names of all functions. */
  static Iterable<String> functions() {
    return FUNCTIONS.keySet();
  }

  int least() {
    return least;
  }

  int most() {
    return most;
  }

  /** Whether it draws numbers between two bounds. */
  boolean drawsBetween() {
    return switch (this) {
      case RANDOM,
          RANDOM_EXPONENTIAL,
          RANDOM_GAUSSIAN,
          RANDOM_ZIPFIAN,
          RANDOM_PARETO,
          RANDOM_SPECIAL ->
          true;
      default -> false;
    };
  }

  /** Whether its first operand, if it has one, is the name of a sequence. */
  boolean namesSequence() {
    return this == SEQUENCE || this == RECENT;
  }

  /** Whether its first operand is a list. */
  boolean takesList() {
    return this == SIZE || this == ITEM;
  }

  /** Whether it compares two values. */
  boolean compares() {
    return this == EQUAL || this == UNEQUAL || this == LESS || this == AT_MOST;
  }

  /** Whether equal arguments give equal values at any time. */
  boolean isPure() {
    return switch (this) {
      case RANDOM_HOT,
          RANDOM_MIXED,
          RANDOM_LIST,
          RANDOM_HISTOGRAM,
          TEXT,
          STRING,
          BYTES,
          EPOCH_MS,
          TIMESTAMP,
          SEQUENCE,
          RECENT,
          SIZE,
          ITEM ->
          false;
      default -> !drawsBetween();
    };
  }
}
