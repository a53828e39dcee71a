package io.ibench.cli.setup;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be fetched. */
public enum FetchedLibrary {
  ROCKSDB(
      "org/rocksdb/RocksDB.class",
      new FetchedJar(
          "org.rocksdb",
          "rocksdbjni",
          "11.8.1",
          91_919_284,
          "628ed387887f4a431df480857954df2a28b4389bfe24858ccdec611cabf65dbf",
          FetchedLibrary::ofRocksdb)),
  ASYNC_PROFILER(
      "one/profiler/AsyncProfiler.class",
      new FetchedJar(
          "tools.profiler",
          "async-profiler",
          "4.6",
          921_927,
          "a5d3d9f4582c2033fa9db518046e73ef97219801f3e7542b82e3e09261ebe493",
          FetchedLibrary::ofAsyncProfiler));

  private final String proof;
  private final FetchedJar jar;

  FetchedLibrary(String proof, FetchedJar jar) {
    this.proof = proof;
    this.jar = jar;
  }

  private static Object ofRocksdb(ClassLoader classes) throws ReflectiveOperationException {
    Class<?> platform = Class.forName("org.rocksdb.util.Environment", true, classes);
    return platform.getMethod("getJniLibraryFileName", String.class).invoke(null, "rocksdb");
  }

  private static Object ofAsyncProfiler(ClassLoader classes) throws ReflectiveOperationException {
    Class<?> profiler = Class.forName("one.profiler.AsyncProfiler", true, classes);
    Method platform = profiler.getDeclaredMethod("getPlatformTag");
    platform.setAccessible(true);
    return platform.invoke(null) + "/libasyncProfiler.so";
  }

  public FetchedJar jar() {
    return jar;
  }

  /** As users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What helps when a jar is damaged: the command that fetches it again, if it is one of these. */
  static String cure(Path jar) {
    return Stream.of(values())
        .filter(each -> jar.endsWith(each.jar.name()))
        .map(each -> each.again())
        .findFirst()
        .orElse("");
  }

  private String again() {
    return "; bin/ibench fetch " + this + " gets it again";
  }

  /**
   * Why it cannot be used, and what helps; empty if it can. Loads no class: native code of a
   * damaged jar would end the JVM.
   *
   * @param classes finds the classes of plug-ins, and ibench's
   */
  public Optional<String> whyNone(ClassLoader classes) {
    URL found = classes.getResource(proof);
    if (found == null) {
      return Optional.of(this + " is missing; bin/ibench fetch " + this);
    }
    try {
      return found.openConnection() instanceof JarURLConnection connection
              && isDamaged(Path.of(connection.getJarFileURL().toURI()))
          ? Optional.of(this + " is damaged: its SHA-256 has changed" + again())
          : Optional.empty();
    } catch (IOException | URISyntaxException e) {
      return Optional.of(this + " cannot be read: " + e.getMessage() + again());
    }
  }

  /** A jar without a file of its checksum was not fetched. */
  private static boolean isDamaged(Path jar) throws IOException {
    Path sum = jar.resolveSibling(jar.getFileName() + ".sha256");
    return Files.exists(sum)
        && !Files.readString(sum).startsWith(new PlugInJar(jar, Optional.empty()).sha256());
  }
}
