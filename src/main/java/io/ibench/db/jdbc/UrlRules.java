package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.jdbc.DriverUrl.Option;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks a URL; records at most one problem. Stateless. */
public final class UrlRules {

  private static final Set<String> CREDENTIALS = Set.of("user", "username", "password");
  private static final Pattern SECRET = Pattern.compile("(?i).*(passw|pwd|secret|token).*");
  private static final Set<String> NO_SECRETS =
      Set.of("passwordcharacterencoding", "disconnectonexpiredpasswords", "idtokenfile");

  private UrlRules() {}

  static void check(Config config, Key<String> key, DriverUrl url, JdbcConnector driver) {
    String scheme = driver.scheme();
    if (!url.text().startsWith(scheme)) {
      config.problem("does not begin with " + scheme, key);
    } else if (driver.hasDefaults() ? !url.endsHosts() : !url.hasDatabase()) {
      config.problem("names no database; the form is " + scheme + "//host:port/database", key);
    } else if (holdsCredentials(url)) {
      config.problem("holds a user or password; give them as user and password", key);
    } else if (url.wrongPort().isPresent()) {
      config.problem("names port " + url.wrongPort().get() + "; allowed: 1 .. 65535", key);
    } else if (!secrets(url).isEmpty()) {
      config.problem(
          "holds a secret: "
              + String.join(", ", secrets(url))
              + "; give it as tls.truststore_password or tls.keystore_password",
          key);
    } else if (!misused(url, driver).isEmpty()) {
      config.problem(
          "changes an option that ibench relies on: " + String.join(", ", misused(url, driver)),
          key);
    }
  }

  private static boolean holdsCredentials(DriverUrl url) {
    return url.hasUserInfo() || url.has(CREDENTIALS);
  }

  private static Set<String> secrets(DriverUrl url) {
    return url.options().stream()
        .map(Option::name)
        .filter(name -> SECRET.matcher(name).matches())
        .filter(name -> !NO_SECRETS.contains(name.toLowerCase(Locale.ROOT)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A text for each option with a wrong value, or that must be absent. */
  private static Set<String> misused(DriverUrl url, JdbcConnector driver) {
    Set<String> misused = new TreeSet<>();
    for (Map.Entry<String, String> needed : driver.needed().entrySet()) {
      String other = driver.alternatives().get(needed.getKey());
      if (url.options().stream()
          .anyMatch(
              option ->
                  option.isNamed(needed.getKey())
                      && !driver.isSame(option.value(), needed.getValue())
                      && !option.value().equals(other))) {
        misused.add(
            needed.getKey()
                + " must be "
                + needed.getValue()
                + (other == null ? "" : " or " + other));
      }
    }
    for (String unusable : driver.unusable()) {
      if (url.has(List.of(unusable))) {
        misused.add(unusable + " must not be given");
      }
    }
    return misused;
  }

  /** Whether the URL contains this flag with another value. */
  public static boolean contradicts(DriverUrl url, String name, String value) {
    return url.options().stream()
        .anyMatch(option -> option.isNamed(name) && !flag(option.value()).equals(value));
  }

  /** As the drivers of MySQL and MariaDB read it: a flag without value is true. */
  static String flag(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "", "1", "yes", "true" -> "true";
      case "0", "no", "false" -> "false";
      default -> value;
    };
  }
}
