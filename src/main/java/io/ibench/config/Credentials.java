package io.ibench.config;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Passwords inside other text: in a URL, in a driver's message, in a command line. Only what is
 * written as one can be told: {@code //user:password@host} and {@code password=...}. Whole values
 * that are secret are the business of {@link Key#secret}.
 */
public final class Credentials {

  // Bounded, and tried only where a word begins: the time must not grow with the square of a text.
  private static final Pattern BEFORE_HOST =
      Pattern.compile("//[^\\s/?#@:]{0,100}:[^\\s?@]{0,200}@");

  /** Also of a URL that was taken for a file. */
  private static final Pattern SHOWN = Pattern.compile("(/[^\\s/?#@:]{0,100}):[^\\s?@]{0,200}@");

  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(?i)((?<![\\w.-])(?=[\\w.-]{0,60}(?:password|passwd|pwd|secret|token))[\\w.-]++=)"
              + "(?!\\*\\*\\*)[^&;,)\\s]+");

  private Credentials() {}

  /** The same text with {@code ***} for every password. */
  public static String masked(String text) {
    String withoutUser = SHOWN.matcher(text).replaceAll("$1:" + Key.MASK + "@");
    return ASSIGNED.matcher(withoutUser).replaceAll("$1" + Key.MASK);
  }

  /**
   * Why a value of a setting that is not a secret must not hold its password.
   *
   * @param override it was given by -s
   */
  static Optional<String> flaw(String value, boolean override) {
    if (BEFORE_HOST.matcher(value).find()) {
      return Optional.of(
          "holds a password before the @; allowed: user and password as settings of their own");
    }
    return override && ASSIGNED.matcher(value).find()
        ? Optional.of(
            "holds a password, and -s can be seen by other users of the machine; allowed: in a"
                + " file, as ${NAME}")
        : Optional.empty();
  }
}
