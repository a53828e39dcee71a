package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.ArrayList;
import java.util.List;

/** The settings by which a server is reached, for every driver. */
public final class LinkKeys {

  private static final Key<String> USER = Key.text("user", "the database user");
  private static final Key<String> PASSWORD =
      Key.secret("password", "the user's password; best as ${IBENCH_PASSWORD:}").withDefault("");
  private static final Key<String> SOCKET =
      Key.text("socket", "the server's unix socket, instead of the url's host; empty: TCP")
          .withDefault("");

  private LinkKeys() {}

  /** All of them, in the order in which they are shown. */
  public static List<Key<?>> with(Key<String> url) {
    List<Key<?>> keys = new ArrayList<>(List.of(url, USER, PASSWORD, SOCKET));
    keys.addAll(TlsKeys.ALL);
    return keys;
  }

  /** Reads and checks the keys. */
  public static ConnectionSettings bind(Config config, Key<String> url, JdbcConnector driver) {
    DriverUrl given = DriverUrl.of(config.get(url));
    UrlRules.check(config, url, given, driver);
    Tls tls = TlsKeys.bind(config);
    if (TlsKeys.ALL.stream().anyMatch(key -> config.has(key.name()))
        && given.has(driver.tlsOptions())) {
      config.problem("is said by the url as well; say it once", TlsKeys.MODE, url);
    }
    String socket = config.get(SOCKET);
    if (!socket.isEmpty() && given.has(driver.socketOptions())) {
      config.problem("is said by the url as well; say it once", SOCKET, url);
    }
    return new ConnectionSettings(
        driver, given, config.get(USER), config.get(PASSWORD), tls, socket);
  }
}
