package io.ibench.config;

/**
 * One given {@code key = value}. Immutable.
 *
 * @param value after replacing variables; empty when broken
 * @param broken a problem is recorded for it, so its value must not be used
 * @param variables of the environment that the value names
 */
record Entry(String key, String value, Origin origin, boolean broken, UsedVariables variables) {

  /** Without variables. */
  Entry(String key, String value, Origin origin, boolean broken) {
    this(key, value, origin, broken, UsedVariables.NONE);
  }

  static Entry broken(String key, Origin origin) {
    return new Entry(key, "", origin, true);
  }

  boolean isOverride() {
    return origin.isOverride();
  }

  /** Without the value, which may be a secret. */
  @Override
  public String toString() {
    return origin + ": " + key;
  }
}
