package io.ibench.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides what looks like a secret in text that somebody else wrote: a URL, a driver's message. What
 * is known to be a secret has a {@link Key#secret} and is never rendered at all.
 */
public final class Secrets {

  private static final String WORDS = "passw|pwd|secret|token";

  /**
   * In a URL a value ends with its parameter only, and may hold blanks. A name that is encoded may
   * be any name.
   */
  private static final Pattern IN_URL =
      Pattern.compile("(?i)([\\w.%]*(?:%|" + WORDS + ")[\\w.%]*\\s*=)(?!\\*\\*\\*)[^&)]+");

  private static final Pattern IN_TEXT =
      Pattern.compile("(?i)([\\w.]*(?:" + WORDS + ")[\\w.]*\\s*=\\s*)(?!\\*\\*\\*)[^\\s&,;)'\"]+");

  /** {@code //user:password@host}. */
  private static final Pattern USER_INFO =
      Pattern.compile("(//[^\\s/?@:]*:)(?!\\*\\*\\*@)[^\\s/?]+@");

  private Secrets() {}

  /** The same text with {@code ***} for passwords, tokens and the like. */
  public static String mask(String text) {
    Pattern parameter = text.startsWith("jdbc:") ? IN_URL : IN_TEXT;
    String masked = USER_INFO.matcher(text).replaceAll("$1" + quoted() + "@");
    return parameter.matcher(masked).replaceAll("$1" + quoted());
  }

  private static String quoted() {
    return Matcher.quoteReplacement(Key.MASK);
  }
}
