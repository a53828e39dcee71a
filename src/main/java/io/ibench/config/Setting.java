package io.ibench.config;

/**
 * A setting's effective value as text ({@code ***} for a secret), and its origin. Immutable.
 *
 * @param masked whether the value, or a part of it, is hidden: {@code ***} may also be what the
 *     user wrote
 * @param variables of the environment that the value names
 */
public record Setting(
    String name, String value, boolean masked, Origin origin, UsedVariables variables) {

  /** A whole value without variables. */
  public Setting(String name, String value, Origin origin) {
    this(name, value, false, origin, UsedVariables.NONE);
  }
}
