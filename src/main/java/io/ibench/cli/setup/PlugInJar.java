package io.ibench.cli.setup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A jar in a folder of plug-ins.
 *
 * @param version the implementation version in its manifest
 */
public record PlugInJar(Path file, Optional<String> version) {

  /**
   * Opens the jar to check it.
   *
   * @throws IOException if it cannot be read, or is not a jar
   */
  static PlugInJar read(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      Optional<String> version =
          Optional.ofNullable(jar.getManifest())
              .map(Manifest::getMainAttributes)
              .map(attributes -> attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION));
      return new PlugInJar(file, version);
    }
  }

  String name() {
    return file.getFileName().toString();
  }

  URL url() throws IOException {
    return file.toUri().toURL();
  }

  /** The checksum of the current file, in hexadecimal digits. */
  public String sha256() throws IOException {
    MessageDigest digest = digest();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
