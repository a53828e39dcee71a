package io.ibench.db.jdbc;

/**
 * How connections are encrypted.
 *
 * @param truststore a keystore file of certificates to trust; empty: those of the JVM
 * @param keystore a keystore file with the client's own certificate; empty: none
 */
public record Tls(
    Mode mode,
    String truststore,
    String truststorePassword,
    String keystore,
    String keystorePassword) {

  /** What is asked of the server's certificate. */
  public enum Mode {
    DISABLE,
    TRUST,
    VERIFY_CA,
    VERIFY
  }

  @Override
  public String toString() {
    return "Tls[" + mode + "]";
  }
}
