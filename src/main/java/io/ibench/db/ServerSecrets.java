package io.ibench.db;

import io.ibench.config.Secrets;
import java.util.List;
import java.util.Locale;

/**
 * Keeps secrets out of the settings that a server tells. Hides by name and rather too much: nobody
 * needs a setting about passwords to understand a measurement.
 */
public final class ServerSecrets {

  private static final String MASK = "***";

  /**
   * Parts of names whose values are or may hold a secret, beside those that {@link Secrets} knows:
   * connection strings, keys that are given as text, statements and commands that log in somewhere.
   */
  private static final List<String> PARTS =
      List.of(
          "conninfo",
          "passphrase",
          "credential",
          "access_key",
          "accesskey",
          "api_key",
          "apikey",
          "salt",
          "sst_auth",
          "filekey",
          "init_connect",
          "init_slave",
          "init_replica",
          "provider_options",
          "archive_command",
          "archive_cleanup_command",
          "restore_command",
          "recovery_end_command");

  private ServerSecrets() {}

  /** Whether a setting of this name may hold a secret. */
  public static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return PARTS.stream().anyMatch(lower::contains) || isKnown(lower.replaceAll("[^\\w.%]", "_"));
  }

  /** By the rule that hides assignments in text. */
  private static boolean isKnown(String name) {
    String assignment = name + "=value";
    return !Secrets.mask(assignment).equals(assignment);
  }

  /** The value of a setting, or a mask if it is one that may hold a secret. */
  public static String masked(String name, String value) {
    return !value.isEmpty() && isSecret(name) ? MASK : Secrets.mask(value);
  }
}
