package io.ibench.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How ibench's adapter reaches a server. Immutable.
 *
 * @param settings of the adapter, {@code database} first; secrets are {@code ${NAME}} of the
 *     environment
 * @param environment the variables that the settings name; contains the password
 */
public record ServerAccess(Map<String, String> settings, Map<String, String> environment) {

  /** The variable with the password. */
  public static final String PASSWORD = "IBENCH_SERVER_PASSWORD";

  public ServerAccess {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    environment = Map.copyOf(environment);
  }

  /** A properties file for {@code -d}; contains no secret. */
  public String properties() {
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + " = " + setting.getValue() + "\n")
        .collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return settings.toString();
  }
}
