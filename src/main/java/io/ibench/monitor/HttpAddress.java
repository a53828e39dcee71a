package io.ibench.monitor;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a run serves its page and its metrics. Immutable.
 *
 * @param host a name or an address, as the user wrote it; without brackets
 * @param port 0: any free port
 * @param names further names under which browsers and Prometheus reach it, in small letters
 */
public record HttpAddress(String host, int port, List<String> names) {

  /** The key of every run. */
  public static final Key<String> HTTP =
      Key.text("http", "serve the run's page and /metrics there, such as 127.0.0.1:9464")
          .optional();

  private static final Pattern FORM =
      Pattern.compile("(?:(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):)?([0-9]{1,5})");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:-]+|\\[[0-9A-Fa-f:.]+\\]");
  private static final int MAX_PORT = 65_535;
  private static final String LOOPBACK = "127.0.0.1";

  public HttpAddress {
    names = List.copyOf(names);
  }

  /** Reads the key; an empty value switches it off. */
  public static Optional<HttpAddress> from(Config config) {
    Optional<String> text = config.find(HTTP).filter(value -> !value.isBlank());
    Optional<HttpAddress> address = text.flatMap(HttpAddress::parse);
    if (text.isPresent() && address.isEmpty()) {
      config.problem(
          "is no ADDRESS:PORT; allowed: such as 127.0.0.1:9464, or 9464 for that address, and"
              + " behind a comma each further name of this machine",
          HTTP);
    }
    return address;
  }

  /** Empty for another form. */
  static Optional<HttpAddress> parse(String text) {
    List<String> parts = List.of(text.strip().split("\\s*,\\s*", -1));
    Matcher first = FORM.matcher(parts.get(0));
    if (!first.matches() || Integer.parseInt(first.group(2)) > MAX_PORT) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (String name : parts.subList(1, parts.size())) {
      if (!NAME.matcher(name).matches()) {
        return Optional.empty();
      }
      names.add(withoutBrackets(name).toLowerCase(Locale.ROOT));
    }
    String host = first.group(1) == null ? LOOPBACK : withoutBrackets(first.group(1));
    return Optional.of(new HttpAddress(host, Integer.parseInt(first.group(2)), names));
  }

  static String withoutBrackets(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** With this port, as in a URL. */
  String at(int boundPort) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + boundPort;
  }

  @Override
  public String toString() {
    return at(port);
  }
}
