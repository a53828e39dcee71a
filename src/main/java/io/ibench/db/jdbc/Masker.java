package io.ibench.db.jdbc;

import io.ibench.config.Secrets;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Keeps a target's secrets out of what a driver says. Immutable.
 *
 * <p>A secret that stands in the open anyway, such as a password that is also the user's name, or
 * that is very short is hidden only where it is called a password: hiding it everywhere would hide
 * other words, and tell what it is.
 */
public final class Masker {

  private static final int SHORTEST = 4;
  private static final String MASK = "***";

  private final List<String> secrets;

  private Masker(List<String> secrets) {
    this.secrets = secrets;
  }

  /** Hides what looks like a secret. */
  static Masker ofPatterns() {
    return new Masker(List.of());
  }

  /**
   * Hides these secrets besides.
   *
   * @param open text that is no secret
   */
  static Masker of(List<String> secrets, String open) {
    return new Masker(
        secrets.stream()
            .filter(secret -> secret.length() >= SHORTEST && !open.contains(secret))
            .sorted(Comparator.comparing(String::length).reversed())
            .toList());
  }

  String mask(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    return Secrets.mask(masked);
  }

  /**
   * Hides secrets that stand by themselves, in long texts: a password such as {@code test} would be
   * hidden in {@code latest}, and so told.
   */
  String maskWords(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replaceAll("(?<!\\w)" + Pattern.quote(secret) + "(?!\\w)", MASK);
    }
    return Secrets.mask(masked);
  }

  /** The failure itself, or one without its causes if a secret stands in any of them. */
  SQLException mask(SQLException failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      String message = String.valueOf(at.getMessage());
      if (!Objects.equals(mask(message), message)) {
        SQLException masked =
            new SQLException(
                mask(String.valueOf(failure.getMessage())),
                failure.getSQLState(),
                failure.getErrorCode());
        masked.setStackTrace(failure.getStackTrace());
        return masked;
      }
    }
    return failure;
  }
}
