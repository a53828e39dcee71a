package io.ibench.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks anything that looks like a secret in foreign text: a URL, a driver's message. A known
 * secret is the value of a {@link Key#secret} and is never shown.
 *
 * <p>The time is linear in the length of the text.
 */
public final class Secrets {

  private static final List<String> WORDS = List.of("passw", "pwd", "secret", "token");

  /** Begins at the start of a name; possessive, so that it never backtracks. */
  private static final Pattern NAME = Pattern.compile("(?<![\\w.%])([\\w.%]++)\\s*+=\\s*+");

  private static final String END_IN_URL = "&)";
  private static final String END_IN_TEXT = "&,;)'\" \t\r\n";

  /** {@code //user:password@host}. */
  private static final Pattern USER_INFO = Pattern.compile("(//[^\\s/?@:]*+:)[^\\s/?]+@");

  /** The same in a URL that was taken for a file, and with a slash in the password. */
  private static final Pattern USER_INFO_IN_PATH =
      Pattern.compile("(/[^\\s/?#@:]{0,100}+:)[^\\s?@]{0,200}@");

  private static final Pattern BEFORE_HOST =
      Pattern.compile("//[^\\s/?#@:]{0,100}+:[^\\s?@]{0,200}@");

  private Secrets() {}

  /** Replaces passwords, tokens and similar values by {@code ***}. */
  public static String mask(String text) {
    String replacement = "$1" + Matcher.quoteReplacement(Key.MASK) + "@";
    String urls = USER_INFO.matcher(text).replaceAll(replacement);
    return maskValues(USER_INFO_IN_PATH.matcher(urls).replaceAll(replacement));
  }

  private static String maskValues(String text) {
    boolean url = text.startsWith("jdbc:");
    StringBuilder masked = new StringBuilder();
    Matcher names = NAME.matcher(text);
    int copied = 0;
    int from = 0;
    while (names.find(from)) {
      from = names.end();
      if (isSecret(names.group(1), url) && !text.startsWith(Key.MASK, from)) {
        masked.append(text, copied, from);
        copied = end(text, from, url ? END_IN_URL : END_IN_TEXT);
        masked.append(copied > from ? Key.MASK : "");
        from = copied;
      }
    }
    return masked.append(text, copied, text.length()).toString();
  }

  /**
   * The reason why this value of a setting that is not secret is refused; empty if it is allowed.
   *
   * @param override it was given by -s
   */
  static Optional<String> flaw(String value, boolean override) {
    if (BEFORE_HOST.matcher(value).find()) {
      return Optional.of(
          "holds a password before the @; allowed: user and password as settings of their own");
    }
    return override && !maskValues(value).equals(value)
        ? Optional.of(
            "holds a password, and -s can be seen by other users of the machine; allowed: in a"
                + " file, as ${NAME}")
        : Optional.empty();
  }

  /** In a URL, an encoded name may be any name. */
  private static boolean isSecret(String name, boolean url) {
    String lower = name.toLowerCase(Locale.ROOT);
    return url && lower.contains("%") || WORDS.stream().anyMatch(lower::contains);
  }

  /** In a URL, a value may contain blanks and ends with its parameter. */
  private static int end(String text, int from, String ends) {
    int end = from;
    while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }
}
