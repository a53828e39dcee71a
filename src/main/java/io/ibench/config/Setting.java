package io.ibench.config;

/**
 * A setting's effective value as text ({@code ***} for a secret), and its origin. Immutable.
 *
 * @param variables of the environment in the value, in words, such as {@code HOST; PORT is not
 *     set}; empty for none
 */
public record Setting(String name, String value, Origin origin, String variables) {

  /** A value without variables. */
  public Setting(String name, String value, Origin origin) {
    this(name, value, origin, "");
  }
}
