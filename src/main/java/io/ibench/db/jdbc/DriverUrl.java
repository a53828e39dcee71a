package io.ibench.db.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a JDBC URL that ibench needs. Immutable.
 *
 * <p>The form is {@code jdbc:mysql://host:port/database?option=value}; the host may also be a list,
 * or groups such as {@code address=(host=h)(option=value)}. Names of options are compared without
 * case and after percent-decoding, because one of the drivers does so.
 */
public final class DriverUrl {

  /** One option as written; the value of a flag without value is empty. */
  record Option(String name, String value) {

    boolean isNamed(String other) {
      return name.equalsIgnoreCase(other);
    }
  }

  private static final Pattern IN_AUTHORITY =
      Pattern.compile("(?:^|[(,@])\\s*([\\w.%]+)\\s*=\\s*([^,()]*)");
  private static final Pattern HOST = Pattern.compile("(\\[[^]]*]|[^:,/()?]*).*");

  private static final Pattern PORT =
      Pattern.compile("(?:\\[[^],]*]|[^:,/()?=@]*)(?::([0-9]{1,5})?)?");

  private final String text;
  private final String authority;

  /** Whether the hosts have an end, or are left out. */
  private final boolean endsHosts;

  private final String database;
  private final List<Option> options;

  private DriverUrl(
      String text, String authority, boolean endsHosts, String database, List<Option> options) {
    this.text = text;
    this.authority = authority;
    this.endsHosts = endsHosts;
    this.database = database;
    this.options = List.copyOf(options);
  }

  public static DriverUrl of(String text) {
    int question = text.indexOf('?');
    String query = question < 0 ? "" : text.substring(question + 1);
    String rest = question < 0 ? text : text.substring(0, question);
    int begin = rest.indexOf("//");
    boolean withoutHosts = rest.indexOf('/') < 0;
    rest = begin < 0 ? "" : rest.substring(begin + 2);
    int slash = databaseSlash(rest);
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    String database = slash < 0 ? "" : rest.substring(slash + 1);
    boolean endsHosts = withoutHosts || slash >= 0;
    List<Option> options = new ArrayList<>();
    Matcher inAuthority = IN_AUTHORITY.matcher(authority);
    while (inAuthority.find()) {
      options.add(new Option(decoded(inAuthority.group(1)), decoded(inAuthority.group(2))));
    }
    for (String part : query.split("&")) {
      if (!part.isBlank()) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        String value = equals < 0 ? "" : part.substring(equals + 1);
        options.add(new Option(decoded(name).strip(), decoded(value).strip()));
      }
    }
    return new DriverUrl(text, authority, endsHosts, database, options);
  }

  /** A port that is not a number from 1 to 65535, in a plain host or list of hosts. */
  Optional<String> wrongPort() {
    if (authority.indexOf('(') >= 0) {
      return Optional.empty();
    }
    return Arrays.stream(authority.split(","))
        .map(host -> host.substring(host.lastIndexOf(']') + 1))
        .filter(host -> host.indexOf(':') >= 0)
        .map(host -> host.substring(host.lastIndexOf(':') + 1).strip())
        .filter(port -> !port.isEmpty() && !isPort(port))
        .findFirst();
  }

  private static boolean isPort(String text) {
    return text.matches("[0-9]{1,5}")
        && Integer.parseInt(text) >= 1
        && Integer.parseInt(text) <= 65_535;
  }

  /** The slash after the hosts; a slash inside brackets is part of a socket's path. */
  private static int databaseSlash(String rest) {
    int depth = 0;
    for (int i = 0; i < rest.length(); i++) {
      char character = rest.charAt(i);
      depth += character == '(' ? 1 : character == ')' ? -1 : 0;
      if (character == '/' && depth <= 0) {
        return i;
      }
    }
    return -1;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // not encoded
    }
  }

  /** As the user gave it. */
  String text() {
    return text;
  }

  /** Without options and user, for messages. */
  String withoutOptions() {
    return text.replaceAll("[?(].*", "").replaceAll("//.*@", "//");
  }

  /** Whether the hosts have an end, or are left out, as in {@code jdbc:postgresql:database}. */
  boolean endsHosts() {
    return endsHosts;
  }

  boolean hasDatabase() {
    return !database.isBlank();
  }

  /** Whether the URL contains a user, and perhaps a password, before the host. */
  boolean hasUserInfo() {
    return authority.contains("@");
  }

  List<Option> options() {
    return options;
  }

  /** Whether the URL contains one of these options. */
  public boolean has(Iterable<String> names) {
    for (String name : names) {
      if (options.stream().anyMatch(option -> option.isNamed(name))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the URL gives this option this value. */
  public boolean has(String name, String value) {
    return options.stream().anyMatch(each -> each.isNamed(name) && each.value().equals(value));
  }

  /** The first host, in lower case; {@code localhost} if the URL names no host. */
  String host() {
    String named =
        options.stream()
            .filter(option -> option.isNamed("host") || option.isNamed("PGHOST"))
            .map(Option::value)
            .findFirst()
            .orElseGet(this::hostOfAuthority);
    return named.isEmpty() ? "localhost" : named.toLowerCase(Locale.ROOT);
  }

  /**
   * The port of the only host.
   *
   * @return empty if there are several hosts, or a host in another form
   */
  OptionalInt port(int defaultPort) {
    Matcher matcher = PORT.matcher(authority);
    if (!matcher.matches() || has(List.of("port", "PGPORT"))) {
      return OptionalInt.empty();
    }
    String port = matcher.group(1);
    return OptionalInt.of(port == null ? defaultPort : Integer.parseInt(port));
  }

  private String hostOfAuthority() {
    if (authority.contains("=")) {
      return "";
    }
    Matcher matcher = HOST.matcher(authority.substring(authority.lastIndexOf('@') + 1));
    return matcher.matches() ? matcher.group(1) : "";
  }
}
