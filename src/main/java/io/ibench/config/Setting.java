package io.ibench.config;

/**
 * A setting's effective value as text ({@code ***} for a secret), and its origin. Immutable.
 *
 * @param variables of the environment that the value names
 */
public record Setting(String name, String value, Origin origin, UsedVariables variables) {

  /** A value without variables. */
  public Setting(String name, String value, Origin origin) {
    this(name, value, origin, UsedVariables.NONE);
  }
}
