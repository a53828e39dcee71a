package io.ibench.db.jdbc;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Encryption of connections, for every driver. Immutable.
 *
 * @param truststore a keystore file of trusted certificates; empty: those of the JVM
 * @param keystore a keystore file with the client's certificate; empty: no certificate
 */
public record Tls(
    Mode mode,
    String truststore,
    String truststorePassword,
    String keystore,
    String keystorePassword) {

  public static final Key<Mode> MODE =
      Key.choice(
              "tls",
              Mode.class,
              "encryption; verify: the server's certificate and host name, trust: neither")
          .withDefault("disable");
  private static final Key<String> TRUSTSTORE =
      Key.text("tls.truststore", "keystore file (PKCS12, JKS) of whom to trust; empty: the JVM's")
          .withDefault("");
  private static final Key<String> TRUSTSTORE_PASSWORD =
      Key.secret("tls.truststore_password", "the password of tls.truststore").withDefault("");
  private static final Key<String> KEYSTORE =
      Key.text("tls.keystore", "keystore file with the client's certificate; empty: none")
          .withDefault("");
  private static final Key<String> KEYSTORE_PASSWORD =
      Key.secret("tls.keystore_password", "the password of tls.keystore").withDefault("");

  static final List<Key<?>> KEYS =
      List.of(MODE, TRUSTSTORE, TRUSTSTORE_PASSWORD, KEYSTORE, KEYSTORE_PASSWORD);

  /** Encryption, and how the server's certificate is checked. */
  public enum Mode {
    DISABLE,
    TRUST,
    VERIFY_CA,
    VERIFY
  }

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
    boolean verifies = tls.mode() == Mode.VERIFY || tls.mode() == Mode.VERIFY_CA;
    if (!tls.truststore().isEmpty() && !verifies) {
      config.problem("is of use with tls = verify or verify_ca only", TRUSTSTORE, MODE);
    }
    if (!tls.keystore().isEmpty() && tls.mode() == Mode.DISABLE) {
      config.problem("is of no use with tls = disable", KEYSTORE, MODE);
    }
    return tls;
  }

  private static void checkFile(Config config, Key<String> key, String file) {
    if (!file.isEmpty() && !Files.isReadable(Path.of(file))) {
      config.problem("is not a file that can be read", key);
    }
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "Tls[" + mode + "]";
  }
}
