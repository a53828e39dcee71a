package io.ibench.db.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds RocksDB's classes, which are not a part of ibench, and the classes that use them. They may
 * be in a plug-in's jar, which ibench's own class loader does not see. Stateless.
 */
final class RocksLibrary {

  private static final String PACKAGE = "io.ibench.db.rocksdb.engine.";
  private static final String ENGINE = PACKAGE + "Engine";
  private static final String PROOF = "org.rocksdb.RocksDB";
  private static final String AGAIN = "; bin/ibench fetch rocksdb gets it again";
  private static final int SHA256_DIGITS = 64;

  private RocksLibrary() {}

  /**
   * Empty without RocksDB's classes.
   *
   * @param classes finds the classes of plug-ins, and ibench's
   */
  static Optional<RocksEngine> find(ClassLoader classes) {
    ClassLoader own = RocksLibrary.class.getClassLoader();
    try {
      ClassLoader theirs = Class.forName(PROOF, false, classes).getClassLoader();
      ClassLoader loader = theirs == own ? own : new EngineLoader(classes);
      Class<?> type = Class.forName(ENGINE, true, loader);
      return Optional.of((RocksEngine) type.getDeclaredConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the package " + PACKAGE + " is incomplete", e);
    }
  }

  /**
   * What is wrong with the jar of RocksDB's classes; empty without a file of its checksum beside
   * it, which {@code ibench fetch} writes. Loads no class: native code of a damaged jar would end
   * the JVM.
   *
   * @param classes finds the classes of plug-ins, and ibench's
   */
  static Optional<String> damage(ClassLoader classes) {
    URL proof = classes.getResource(PROOF.replace('.', '/') + ".class");
    try {
      if (proof == null || !(proof.openConnection() instanceof JarURLConnection connection)) {
        return Optional.empty();
      }
      return damage(Path.of(connection.getJarFileURL().toURI()));
    } catch (IOException | URISyntaxException e) {
      return Optional.of(proof + " cannot be read: " + e.getMessage() + AGAIN);
    }
  }

  private static Optional<String> damage(Path jar) throws IOException {
    Path sum = jar.resolveSibling(jar.getFileName() + ".sha256");
    if (!Files.exists(sum)) {
      return Optional.empty();
    }
    String expected = firstDigits(sum);
    String found = sha256(jar);
    return found.equals(expected)
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s is damaged: its SHA-256 is %s, not %s as in %s%s",
                jar,
                found,
                expected,
                sum.getFileName(),
                AGAIN));
  }

  /** Of a line as sha256sum writes it. */
  private static String firstDigits(Path sum) throws IOException {
    try (InputStream in = Files.newInputStream(sum)) {
      return new String(in.readNBytes(SHA256_DIGITS), StandardCharsets.ISO_8859_1);
    }
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Defines the classes of one package again, below the loader that has RocksDB's. */
  private static final class EngineLoader extends ClassLoader {

    EngineLoader(ClassLoader plugIns) {
      super(plugIns);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PACKAGE)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> there = findLoadedClass(name);
        return there == null ? define(name) : there;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = RocksLibrary.class.getClassLoader().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
