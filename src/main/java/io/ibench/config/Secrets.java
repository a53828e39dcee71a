package io.ibench.config;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides what looks like a secret in text that somebody else wrote: a URL, a driver's message. What
 * is known to be a secret has a {@link Key#secret} and is never rendered at all.
 *
 * <p>Takes time in proportion to the text, whatever that is.
 */
public final class Secrets {

  private static final List<String> WORDS = List.of("passw", "pwd", "secret", "token");

  /** Begins where a name does, and never gives a part of it back. */
  private static final Pattern NAME = Pattern.compile("(?<![\\w.%])([\\w.%]++)\\s*+=\\s*+");

  private static final String END_IN_URL = "&)";
  private static final String END_IN_TEXT = "&,;)'\" \t\r\n";

  /** {@code //user:password@host}. */
  private static final Pattern USER_INFO = Pattern.compile("(//[^\\s/?@:]*+:)[^\\s/?]+@");

  private Secrets() {}

  /** The same text with {@code ***} for passwords, tokens and the like. */
  public static String mask(String text) {
    String hosts = USER_INFO.matcher(text).replaceAll("$1" + quotedMask() + "@");
    boolean url = text.startsWith("jdbc:");
    StringBuilder masked = new StringBuilder();
    Matcher names = NAME.matcher(hosts);
    int copied = 0;
    int from = 0;
    while (names.find(from)) {
      from = names.end();
      if (isSecret(names.group(1), url)) {
        masked.append(hosts, copied, from);
        copied = end(hosts, from, url ? END_IN_URL : END_IN_TEXT);
        masked.append(copied > from ? Key.MASK : "");
        from = copied;
      }
    }
    return masked.append(hosts, copied, hosts.length()).toString();
  }

  /** In a URL an encoded name may be any name. */
  private static boolean isSecret(String name, boolean url) {
    String lower = name.toLowerCase(Locale.ROOT);
    return url && lower.contains("%") || WORDS.stream().anyMatch(lower::contains);
  }

  /** In a URL a value ends with its parameter only, and may hold blanks. */
  private static int end(String text, int from, String ends) {
    int end = from;
    while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private static String quotedMask() {
    return Matcher.quoteReplacement(Key.MASK);
  }
}
