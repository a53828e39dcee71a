package io.ibench.db.jdbc;

import io.ibench.config.Secrets;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Masks a server's secrets in a driver's messages. Immutable.
 *
 * <p>A secret that is also visible elsewhere, such as a password equal to the user's name, or that
 * is very short, is masked only after a word such as {@code password=}: masking it everywhere would
 * mask other words and reveal it.
 */
public final class Masker {

  private static final int MIN_LENGTH = 4;
  private static final String MASK = "***";

  private final List<String> secrets;

  private Masker(List<String> secrets) {
    this.secrets = secrets;
  }

  /** Masks what looks like a secret. */
  static Masker ofPatterns() {
    return new Masker(List.of());
  }

  /**
   * Masks these secrets too.
   *
   * @param open text that contains no secret
   */
  public static Masker of(List<String> secrets, String open) {
    return new Masker(
        secrets.stream()
            .flatMap(secret -> Stream.concat(Stream.of(secret), quoted(secret)))
            .distinct()
            .filter(secret -> secret.length() >= MIN_LENGTH && !open.contains(secret))
            .sorted(Comparator.comparing(String::length).reversed())
            .toList());
  }

  /** A driver may repeat only a part of a statement. */
  private static Stream<String> quoted(String secret) {
    return Pattern.compile("'([^']++)'").matcher(secret).results().map(part -> part.group(1));
  }

  String mask(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    return Secrets.mask(masked);
  }

  /**
   * Masks secrets that are whole words, in long texts: to mask a password such as {@code secret}
   * inside {@code secretary} would reveal it.
   */
  String maskWords(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replaceAll("(?<!\\w)" + Pattern.quote(secret) + "(?!\\w)", MASK);
    }
    return Secrets.mask(masked);
  }

  /** The failure itself, or a copy without causes if any message contains a secret. */
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
