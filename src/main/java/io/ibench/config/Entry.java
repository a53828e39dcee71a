package io.ibench.config;

/**
 * One {@code key = value} that somebody wrote.
 *
 * @param value after replacing variables; empty when broken
 * @param broken a problem has been recorded for it, so its value must not be looked at
 */
record Entry(String key, String value, Origin origin, boolean broken) {

  static Entry broken(String key, Origin origin) {
    return new Entry(key, "", origin, true);
  }

  boolean isOverride() {
    return origin.equals(Origin.OVERRIDE);
  }

  /** Without the value: at this point nobody knows whether it is a secret. */
  @Override
  public String toString() {
    return origin + ": " + key;
  }
}
