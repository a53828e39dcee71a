package io.ibench.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Masks anything that looks like a secret in foreign text: a URL, a command, a driver's message. A
 * known secret is the value of a {@link Key#secret} and is never shown.
 *
 * <p>In a URL only what is known to be harmless is shown ({@link UrlProperties}); in other text a
 * secret is known by the name before it: {@code API_KEY=...}, {@code "token": "..."}, {@code
 * --password ...}. The time is linear in the length of the text.
 */
public final class Secrets {

  /** Parts of names whose values are secrets. */
  private static final List<String> WORDS =
      List.of(
          "passw",
          "passphrase",
          "passcode",
          "passkey",
          "pwd",
          "secret",
          "token",
          "credential",
          "connectionattributes");

  /** A key that opens something; a primary or a shard key does not. */
  private static final Pattern KEY =
      Pattern.compile(
          ".*(?:api|access|account|aes|auth|cipher|encrypt|encryption|hex|master|private|shared"
              + "|signing)[_.-]?key");

  /** A name begins where no name is; all parts are possessive, so that they never backtrack. */
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w.%-])([\\w.%-]++)([\"']?+\\s*+=\\s*+|[\"']?+:\\s*+|\\s++)");

  private static final Pattern URL =
      Pattern.compile("(?<![\\w.+-])(?:jdbc:|mongodb(?:\\+srv)?+://)[^\\s'\"<>]++");

  /** Words that end with it and are no secrets are many: {@code bypass}, {@code compat}. */
  private static final Pattern SHORT = Pattern.compile("(?:.*[_.-]|-*|db|user)(?:pass|pat)");

  /** Options of servers that say something about secrets: {@code password_encryption = md5}. */
  private static final Pattern ABOUT =
      Pattern.compile(
          ".*[_.-](?:size|length|count|limit|lifetime|history|interval|timeout|encryption|plugin"
              + "|policy)");

  private static final Pattern HOLDS =
      Pattern.compile(".*(?:password|passwd|passphrase|secret|token|key|credentials?)");

  private static final Pattern SERVER_OPTION = Pattern.compile("(?:.*\\.)?conf\\.(.*)");

  /** A header whose whole value is a secret. */
  private static final Pattern HEADER = Pattern.compile("(?:.*-)?(?:authorization|cookie)");

  private static final Pattern SCHEME = Pattern.compile("(?si)[\"']?(?:bearer|basic|digest)\\s.*");

  private static final String END_IN_URL = "&";
  private static final String END_IN_TEXT = "&,;)'\" \t\r\n";
  private static final String END_OF_HEADER = "'\"\r\n";

  /** {@code //user:password@host}. */
  private static final Pattern USER_INFO = Pattern.compile("(//[^\\s/?@:]*+:)[^\\s/?]+@");

  /** The same in a URL that was taken for a file, and with a slash in the password. */
  private static final Pattern USER_INFO_IN_PATH =
      Pattern.compile("(/[^\\s/?#@:]{0,100}+:)[^\\s?@]{0,200}@");

  private static final Pattern BEFORE_HOST =
      Pattern.compile("//[^\\s/?#@:]{0,100}+:[^\\s?@]{0,200}@");

  /** {@code jdbc:oracle:thin:user/password@host}. */
  private static final Pattern BEFORE_SERVICE =
      Pattern.compile(
          "(jdbc:\\w{1,40}+:(?!file:)\\w{1,40}+:[\"\\w$#\\[\\]]{1,100}+/)[^\\s?]{1,200}@");

  /** {@code IDENTIFIED BY 'secret'}, {@code PASSWORD 'secret'}, {@code PRAGMA key = 'secret'}. */
  private static final Pattern IN_STATEMENT =
      Pattern.compile(
          "(?i)(\\b(?:password|secret|identified\\s{1,9}(?:with\\s{1,9}\\S{1,60}\\s{1,9})?(?:by|as)"
              + "|pragma\\s{1,9}\\w{0,9}key\\s{0,9}=)\\s{0,9}')[^']++(?:''[^']++){0,50}");

  /** Options of well-known programs that take a password and do not say so. */
  private static final Pattern IN_COMMAND =
      Pattern.compile(
          "(\\b(?:(?:mysql|mariadb)[\\w-]{0,20}+\\s(?:[^|;&\\r\\n]{0,200}?\\s)?-p"
              + "|sshpass\\s{1,9}-p\\s{0,9}|redis-cli\\s(?:[^|;&\\r\\n]{0,200}?\\s)?-a\\s{0,9}"
              + "|sqlplus\\s(?:[^|;&\\r\\n]{0,200}?\\s)?\\w{1,40}+/"
              + "|[Bb]earer\\s{1,9})['\"]?)[^\\s'\"@;|&)]++");

  private static final Pattern LOGIN = Pattern.compile("(?i)[?&;(](?:password|passwd|pwd)=");

  /** Whose values are judged by their names. */
  private enum Place {
    URL,
    TEXT
  }

  private Secrets() {}

  /** Replaces passwords, tokens and similar values by {@code ***}. */
  public static String mask(String text) {
    String replacement = "$1" + Matcher.quoteReplacement(Key.MASK) + "@";
    String masked = text;
    for (Pattern before : List.of(USER_INFO, USER_INFO_IN_PATH, BEFORE_SERVICE)) {
      masked = before.matcher(masked).replaceAll(replacement);
    }
    for (Pattern before : List.of(IN_STATEMENT, IN_COMMAND)) {
      masked = before.matcher(masked).replaceAll("$1" + Matcher.quoteReplacement(Key.MASK));
    }
    masked = maskValues(masked);
    return masked.startsWith("jdbc:")
        ? UrlProperties.mask(masked)
        : URL.matcher(masked)
            .replaceAll(url -> Matcher.quoteReplacement(UrlProperties.mask(url.group())));
  }

  /** The value of a setting, wholly masked if its name is that of a secret. */
  public static String maskedValue(String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    Matcher option = SERVER_OPTION.matcher(lower);
    boolean secret = option.matches() ? isSecretOption(option.group(1)) : isSecret(lower);
    return secret && !value.isEmpty() ? Key.MASK : mask(value);
  }

  /**
   * Whether the value of an option of a server is a secret: {@code report_password}, but not {@code
   * old_passwords}.
   */
  public static boolean isSecretOption(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return isSecret(lower) && HOLDS.matcher(lower).matches();
  }

  /** The parts of a text that are masked in it, so that they can be masked elsewhere too. */
  public static List<String> hidden(String text) {
    String shown =
        Arrays.stream(mask(text).split(Pattern.quote(Key.MASK), -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("(.*?)"));
    Matcher parts = Pattern.compile(shown, Pattern.DOTALL).matcher(text);
    return parts.matches()
        ? IntStream.rangeClosed(1, parts.groupCount()).mapToObj(parts::group).toList()
        : List.of();
  }

  /** Whether a text that was masked hides a secret, rather than being what the user wrote. */
  public static boolean isMasked(String text) {
    String other = text.replace(Key.MASK, "x");
    return !other.equals(text) && !mask(other).equals(other);
  }

  /**
   * Whether a URL holds the password of a user, which has a setting of its own. Other secrets, such
   * as the key of an encrypted file, have no other place.
   */
  public static boolean holdsLogin(String url) {
    return flaw(url, false).isPresent() || LOGIN.matcher(url).find();
  }

  private static String maskValues(String text) {
    Place place = text.startsWith("jdbc:") ? Place.URL : Place.TEXT;
    StringBuilder masked = new StringBuilder();
    Matcher names = NAME.matcher(text);
    int copied = 0;
    int from = 0;
    while (names.find(from)) {
      from = names.end();
      String name = names.group(1).toLowerCase(Locale.ROOT);
      char before = names.start() > 0 ? text.charAt(names.start() - 1) : ' ';
      Optional<String> ends = ends(name, names.group(2), rest(text, from), place, before);
      if (ends.isPresent()) {
        int begin = from;
        char quote = from < text.length() ? text.charAt(from) : ' ';
        boolean quoted = quote == '"' || quote == '\'';
        if (quoted) {
          begin++;
        }
        if (isMask(text, begin)) {
          continue;
        }
        masked.append(text, copied, begin);
        copied = end(text, begin, quoted ? String.valueOf(quote) : ends.get());
        masked.append(copied > begin ? Key.MASK : "");
        from = copied;
      }
    }
    return masked.append(text, copied, text.length()).toString();
  }

  /** Whether the mask stands there, and is not the beginning of a secret. */
  private static boolean isMask(String text, int at) {
    int next = at + Key.MASK.length();
    return text.startsWith(Key.MASK, at)
        && (next == text.length() || !Character.isLetterOrDigit(text.charAt(next)));
  }

  /** So much of a value as decides whether it is one. */
  private static String rest(String text, int from) {
    return text.substring(from, Math.min(text.length(), from + 100));
  }

  /** The characters that end the secret; empty if it is none. */
  private static Optional<String> ends(
      String name, String sign, String value, Place place, char before) {
    String inUrl = before == '(' ? ")" : END_IN_URL;
    String ends = place == Place.URL ? inUrl : END_IN_TEXT;
    boolean assigned = sign.indexOf('=') >= 0;
    if (assigned) {
      boolean first = before == '?' || before == '&' || before == ';' && place == Place.URL;
      boolean any = first && (name.contains("%") && place == Place.URL || name.equals("key"));
      if (HEADER.matcher(name).matches() && SCHEME.matcher(value).matches()) {
        return Optional.of(END_OF_HEADER);
      }
      return any || isSecret(name) || name.equals("--key") ? Optional.of(ends) : Optional.empty();
    }
    if (sign.indexOf(':') >= 0) {
      if (HEADER.matcher(name).matches() && !value.isBlank()) {
        return Optional.of(END_OF_HEADER);
      }
      // A message that begins with a name, and a line of a file, are no secrets.
      boolean header = name.indexOf('-', 1) > 0 || sign.startsWith("\"") || sign.startsWith("'");
      boolean close = sign.endsWith(":") && !value.isEmpty() && !value.matches("(?s)\\d+\\b.*");
      return isSecret(name) && (header || close) ? Optional.of(ends) : Optional.empty();
    }
    boolean option = name.startsWith("-") && !value.startsWith("-");
    boolean login =
        (name.equals("-u") || name.equals("--user"))
            && value.matches("(?s)[^\\s:]*[a-zA-Z][^\\s:]*:\\S.*");
    return login || option && isSecret(name) ? Optional.of(ends) : Optional.empty();
  }

  /** Whether the value of a setting or property of this name, in lower case, is a secret. */
  static boolean isSecret(String name) {
    return (WORDS.stream().anyMatch(name::contains)
            || KEY.matcher(name).matches()
            || SHORT.matcher(name).matches())
        && !ABOUT.matcher(name).matches();
  }

  /**
   * The reason why this value of a setting that is not secret is refused; empty if it is allowed.
   *
   * @param override it was given by -s
   */
  static Optional<String> flaw(String value, boolean override) {
    if (BEFORE_HOST.matcher(value).find() || BEFORE_SERVICE.matcher(value).find()) {
      return Optional.of(
          "holds a password before the @; allowed: user and password as settings of their own");
    }
    if (!override || mask(value).equals(value)) {
      return Optional.empty();
    }
    String what = maskValues(value).equals(value) ? "what may be a secret" : "a password";
    return Optional.of(
        "holds "
            + what
            + ", and -s can be seen by other users of the machine; allowed: in a file, as"
            + " ${NAME}");
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
