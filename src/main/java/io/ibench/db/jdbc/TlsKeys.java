package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The settings of encrypted connections, for every driver. */
public final class TlsKeys {

  public static final Key<Tls.Mode> MODE =
      Key.choice(
              "tls",
              Tls.Mode.class,
              "encryption; verify: the server's certificate and host name, trust: neither")
          .withDefault("disable");
  static final Key<String> TRUSTSTORE =
      Key.text("tls.truststore", "keystore file (PKCS12, JKS) of whom to trust; empty: the JVM's")
          .withDefault("");
  static final Key<String> TRUSTSTORE_PASSWORD =
      Key.secret("tls.truststore_password", "the password of tls.truststore").withDefault("");
  static final Key<String> KEYSTORE =
      Key.text("tls.keystore", "keystore file with the client's certificate; empty: none")
          .withDefault("");
  static final Key<String> KEYSTORE_PASSWORD =
      Key.secret("tls.keystore_password", "the password of tls.keystore").withDefault("");

  static final List<Key<?>> ALL =
      List.of(MODE, TRUSTSTORE, TRUSTSTORE_PASSWORD, KEYSTORE, KEYSTORE_PASSWORD);

  private TlsKeys() {}

  static Tls bind(Config config) {
    Tls tls =
        new Tls(
            config.get(MODE),
            config.get(TRUSTSTORE),
            config.get(TRUSTSTORE_PASSWORD),
            config.get(KEYSTORE),
            config.get(KEYSTORE_PASSWORD));
    checkFile(config, TRUSTSTORE, tls.truststore());
    checkFile(config, KEYSTORE, tls.keystore());
    boolean verifies = tls.mode() == Tls.Mode.VERIFY || tls.mode() == Tls.Mode.VERIFY_CA;
    if (!tls.truststore().isEmpty() && !verifies) {
      config.problem("is of use with tls = verify or verify_ca only", TRUSTSTORE, MODE);
    }
    if (!tls.keystore().isEmpty() && tls.mode() == Tls.Mode.DISABLE) {
      config.problem("is of no use with tls = disable", KEYSTORE, MODE);
    }
    return tls;
  }

  private static void checkFile(Config config, Key<String> key, String file) {
    if (!file.isEmpty() && !Files.isReadable(Path.of(file))) {
      config.problem("is not a file that can be read", key);
    }
  }
}
