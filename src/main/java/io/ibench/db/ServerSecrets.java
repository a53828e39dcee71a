package io.ibench.db;

import io.ibench.config.Secrets;
import java.util.List;
import java.util.Locale;

/**
 * Masks secrets in the settings of a server, by their names. It rather hides too much: a setting
 * about passwords is not needed to understand a measurement. Stateless.
 */
public final class ServerSecrets {

  private static final String MASK = "***";

  /**
   * Parts of names whose values may contain a secret, in addition to those of {@link Secrets}:
   * connection strings, keys as text, statements and commands that log in.
   */
  private static final List<String> PARTS =
      List.of(
          """
          conninfo passphrase credential access_key accesskey api_key apikey salt sst_auth filekey
          init_connect init_slave init_replica provider_options archive_command
          archive_cleanup_command restore_command recovery_end_command
          """
              .split("\\s+"));

  private ServerSecrets() {}

  /** Whether the value of this setting may contain a secret. */
  public static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return PARTS.stream().anyMatch(lower::contains) || isKnown(lower.replaceAll("[^\\w.%]", "_"));
  }

  /** Uses the rule that masks assignments in text. */
  private static boolean isKnown(String name) {
    String assignment = name + "=value";
    return !Secrets.mask(assignment).equals(assignment);
  }

  /** The value of a setting, masked if it may contain a secret. */
  public static String masked(String name, String value) {
    return !value.isEmpty() && isSecret(name) ? MASK : Secrets.mask(value);
  }
}
