package io.ibench.cli.setup;

import io.ibench.cli.ground.UsageException;
import io.ibench.report.store.WriteFailure;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * A jar of a Maven repository with native libraries of many platforms, of which this platform's
 * part is kept. Immutable.
 *
 * @param bytes of the whole jar
 * @param sha256 of the whole jar, in small hexadecimal digits
 * @param part names this platform's native library in the jar
 */
public record FetchedJar(
    String group, String artifact, String version, long bytes, String sha256, Part part) {

  /** Asks a jar's own classes. */
  interface Part {

    /** The name of the native library that they load on this platform. */
    Object library(ClassLoader classes) throws ReflectiveOperationException;
  }

  private static final int TIMEOUT_MILLIS = (int) TimeUnit.SECONDS.toMillis(30);
  private static final Set<String> NATIVE = Set.of(".so", ".jnilib", ".dll");
  private static final String HINT =
      "; --mirror URL names another Maven repository, or a folder with its layout";

  /**
   * Fetches the jar, checks it, and writes this platform's part, with its SHA-256 in a file beside
   * it. Nothing is left behind after a failure.
   *
   * @param from a repository's address, or a folder
   * @return what was done, a line
   */
  public String fetch(String from, Path folder, PrintWriter err) throws UsageException {
    try {
      Files.createDirectories(folder);
      Path whole = Files.createTempFile(folder, "." + artifact, ".part");
      Path part = Files.createTempFile(folder, "." + artifact, ".part");
      Path sum = Files.createTempFile(folder, "." + artifact, ".part");
      // Also after Ctrl-C.
      whole.toFile().deleteOnExit();
      part.toFile().deleteOnExit();
      sum.toFile().deleteOnExit();
      try {
        err.println("fetching " + megabytes(bytes) + " ...");
        err.flush();
        download(from, whole);
        String library = library(whole);
        keepPart(whole, part, library);
        Path jar = folder.resolve(name());
        String digits = new PlugInJar(part, Optional.empty()).sha256();
        Files.writeString(sum, digits + "  " + name() + "\n");
        publish(part, jar);
        publish(sum, folder.resolve(name() + ".sha256"));
        return "wrote " + jar + " with " + library + ", " + megabytes(Files.size(jar));
      } finally {
        Files.deleteIfExists(whole);
        Files.deleteIfExists(part);
        Files.deleteIfExists(sum);
      }
    } catch (IOException e) {
      throw new UsageException("cannot write to " + folder + ": " + WriteFailure.reason(e));
    }
  }

  private static void publish(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    to.toFile().setReadable(true, false);
  }

  /** Of the file, in the repository and in the folder of plug-ins. */
  String name() {
    return artifact + "-" + version + ".jar";
  }

  private static String megabytes(long bytes) {
    return bytes < 1e6 ? Math.round(bytes / 1e3) + " KB" : Math.round(bytes / 1e6) + " MB";
  }

  private void download(String from, Path to) throws UsageException, IOException {
    String path = String.join("/", group.replace('.', '/'), artifact, version, "");
    URL url = url(from, path + name());
    MessageDigest digest = sha256Digest();
    try (OutputStream out =
        new BufferedOutputStream(new DigestOutputStream(Files.newOutputStream(to), digest))) {
      copy(url, out);
    }
    String found = HexFormat.of().formatHex(digest.digest());
    if (!found.equals(sha256)) {
      throw new UsageException(
          url + " is not the file that ibench knows: its SHA-256 is " + found + ", not " + sha256);
    }
  }

  private static URL url(String from, String path) throws UsageException {
    try {
      String base = from.endsWith("/") ? from : from + "/";
      return from.contains("://")
          ? URI.create(base + path).toURL()
          : Path.of(from).resolve(path).toUri().toURL();
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(from + " is no address of a Maven repository" + HINT);
    }
  }

  /** Stops behind the expected length: such a file is another one. */
  private void copy(URL url, OutputStream out) throws UsageException, IOException {
    try (InputStream in = open(url)) {
      byte[] buffer = new byte[1 << 16];
      long left = bytes + 1;
      while (left > 0) {
        int read = read(in, buffer, url);
        if (read < 0) {
          return;
        }
        out.write(buffer, 0, (int) Math.min(read, left));
        left -= read;
      }
    }
  }

  private static InputStream open(URL url) throws UsageException {
    try {
      URLConnection connection = url.openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      return new BufferedInputStream(connection.getInputStream());
    } catch (IOException e) {
      throw unreachable(url, e);
    }
  }

  private static int read(InputStream in, byte[] buffer, URL url) throws UsageException {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw unreachable(url, e);
    }
  }

  private static UsageException unreachable(URL url, IOException failure) {
    String reason =
        failure instanceof UnknownHostException
            ? "the host is unknown; is this machine offline?"
            : String.valueOf(failure.getMessage());
    return new UsageException("cannot fetch " + url + ": " + reason + HINT);
  }

  private static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The native library that the jar's own classes look for on this platform. */
  private String library(Path jar) throws IOException, UsageException {
    // The platform's loader, as a library may use more of Java than its base.
    ClassLoader java = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()}, java)) {
      Object name = part.library(classes);
      if (classes.findResource(name.toString()) == null) {
        throw new UsageException("the library has no part for this platform, " + name);
      }
      return name.toString();
    } catch (InvocationTargetException e) {
      throw new UsageException(
          "the library has no part for this platform: "
              + Objects.requireNonNull(e.getCause()).getMessage());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a jar with this checksum has this class", e);
    }
  }

  /** Copies all but the other platforms' libraries. */
  private static void keepPart(Path whole, Path part, String library) throws IOException {
    try (JarFile jar = new JarFile(whole.toFile());
        JarOutputStream out =
            new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(part)))) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        String name = entry.getName();
        if (name.equals(library) || NATIVE.stream().noneMatch(name::endsWith)) {
          JarEntry kept = new JarEntry(name);
          kept.setTime(entry.getTime());
          out.putNextEntry(kept);
          try (InputStream in = jar.getInputStream(entry)) {
            in.transferTo(out);
          }
          out.closeEntry();
        }
      }
    }
  }
}
