package io.ibench.db.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate that vouches for itself, made by the JDK's keytool.
 *
 * @param pem the certificate as servers read it
 * @param truststore the certificate as clients that trust it read it
 */
public record Certificate(Path pem, Path privateKeyPem, Path truststore) {

  public static final String PASSWORD = "store-password";

  /**
   * @param names whose certificate it is, such as {@code IP:127.0.0.1}
   */
  public static Certificate selfSigned(Path folder, String names)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=ibench test",
                "-ext",
                "san=" + names,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool: " + Files.readString(folder.resolve("keytool.log")));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    Path truststore = folder.resolve("trust.p12");
    try (var out = Files.newOutputStream(truststore)) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    byte[] key = keys.getKey("server", PASSWORD.toCharArray()).getEncoded();
    return new Certificate(
        pem(folder.resolve("cert.pem"), "CERTIFICATE", keys.getCertificate("server").getEncoded()),
        pem(folder.resolve("key.pem"), "PRIVATE KEY", key),
        truststore);
  }

  private static Path pem(Path file, String kind, byte[] content) throws IOException {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, text));
  }
}
