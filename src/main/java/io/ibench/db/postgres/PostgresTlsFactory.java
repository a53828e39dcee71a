package io.ibench.db.postgres;

import io.ibench.db.jdbc.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.postgresql.ssl.WrappedFactory;

/**
 * Encryption for pgjdbc with Java's keystores, which the other drivers have themselves. The driver
 * creates it by its name, and checks host names itself.
 */
public final class PostgresTlsFactory extends WrappedFactory {

  private static final String MODE = "ibenchTls";
  private static final String TRUSTSTORE = "ibenchTruststore";
  private static final String TRUSTSTORE_PASSWORD = "ibenchTruststorePassword";
  private static final String KEYSTORE = "ibenchKeystore";
  private static final String KEYSTORE_PASSWORD = "ibenchKeystorePassword";

  /**
   * @param options of the connection
   * @throws GeneralSecurityException when a keystore cannot be opened
   */
  public PostgresTlsFactory(Properties options) throws GeneralSecurityException, IOException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys(options), trusted(options), null);
    factory = context.getSocketFactory();
  }

  /** The options that the driver passes to the constructor. */
  static Map<String, String> options(Tls tls) {
    return Map.of(
        MODE, tls.mode().name(),
        TRUSTSTORE, tls.truststore(),
        TRUSTSTORE_PASSWORD, tls.truststorePassword(),
        KEYSTORE, tls.keystore(),
        KEYSTORE_PASSWORD, tls.keystorePassword());
  }

  private static KeyManager[] keys(Properties options)
      throws GeneralSecurityException, IOException {
    if (options.getProperty(KEYSTORE).isEmpty()) {
      return new KeyManager[0];
    }
    char[] password = options.getProperty(KEYSTORE_PASSWORD).toCharArray();
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(load(options.getProperty(KEYSTORE), password), password);
    return managers.getKeyManagers();
  }

  private static TrustManager[] trusted(Properties options)
      throws GeneralSecurityException, IOException {
    if (options.getProperty(MODE).equals(Tls.Mode.TRUST.name())) {
      return new TrustManager[] {new EverybodyTrusted()};
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    String file = options.getProperty(TRUSTSTORE);
    // Without a truststore: that of the JVM.
    managers.init(
        file.isEmpty() ? null : load(file, options.getProperty(TRUSTSTORE_PASSWORD).toCharArray()));
    return managers.getTrustManagers();
  }

  private static KeyStore load(String file, char[] password)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try (InputStream stream = Files.newInputStream(Path.of(file))) {
      store.load(stream, password);
    } catch (IOException e) {
      // Without its cause: the user sees the last message of the chain.
      throw new GeneralSecurityException(
          file + " cannot be opened with the password that is set for it: " + e.getMessage());
    }
    return store;
  }

  /** For tls = trust: every certificate. */
  private static final class EverybodyTrusted extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
