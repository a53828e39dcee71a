package io.ibench.cli.setup;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.UsageException;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

/** A library is fetched and checked, or nothing is written. */
class FetchedJarTest {

  private static final FetchedJar JAR =
      new FetchedJar("org.x", "lib", "1.0", 3, "00".repeat(32), classes -> "x.so");

  @TempDir private Path temporary;
  private Path mirror;
  private Path plugIns;

  @BeforeEach
  void folders() throws IOException {
    mirror = temporary.resolve("mirror");
    plugIns = temporary.resolve("plugins");
    Files.createDirectories(mirror.resolve("org/x/lib/1.0"));
  }

  private String refusal(String from, Path to) {
    UsageException refusal =
        Assertions.catchThrowableOfType(
            UsageException.class, () -> JAR.fetch(from, to, new PrintWriter(new StringWriter())));
    return refusal.getMessage();
  }

  @Test
  void anotherFileIsRefusedAndRemoved() throws IOException {
    Files.writeString(mirror.resolve("org/x/lib/1.0/lib-1.0.jar"), "another file");

    assertThat(refusal(mirror.toString(), plugIns))
        .contains("lib-1.0.jar is not the file that ibench knows: its SHA-256 is ")
        .endsWith("not " + "00".repeat(32));
    assertThat(plugIns).isEmptyDirectory();
  }

  @Test
  void aMirrorThatCannotBeReachedIsNamedAndNothingIsLeft() {
    assertThat(refusal("http://127.0.0.1:1/maven", plugIns))
        .startsWith("cannot fetch http://127.0.0.1:1/maven/org/x/lib/1.0/lib-1.0.jar: ")
        .endsWith("; --mirror URL names another Maven repository, or a folder with its layout");
    assertThat(refusal(mirror.toString(), plugIns)).startsWith("cannot fetch file:");
    assertThat(plugIns).isEmptyDirectory();
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    assertThat(refusal(mirror.toString(), file.resolve("plugins")))
        .startsWith("cannot write to " + file.resolve("plugins") + ": ");
  }

  /** The repository from which the tests have their own copy is one. */
  @Slow
  @Test
  void thePartOfThisPlatformIsKept() throws Exception {
    Path own = Path.of(RocksDB.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path repository = own.getParent().getParent().getParent().getParent().getParent();

    String done =
        FetchedLibrary.ROCKSDB
            .jar()
            .fetch(repository.toString(), plugIns, new PrintWriter(new StringWriter()));

    try (Stream<Path> files = Files.list(plugIns).sorted()) {
      List<Path> written = files.toList();
      Path jar = written.get(0);
      Path sum = plugIns.resolve(jar.getFileName() + ".sha256");
      assertThat(written).containsExactly(jar, sum);
      assertThat(sum)
          .hasContent(
              new PlugInJar(jar, Optional.empty()).sha256() + "  " + jar.getFileName() + "\n");
      assertThat(done).contains(jar.getFileName().toString());
      assertThat(Files.size(jar)).isLessThan(Files.size(own) / 5);
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        assertThat(zip.getEntry("org/rocksdb/RocksDB.class")).isNotNull();
        assertThat(zip.stream().filter(e -> e.getName().startsWith("librocksdbjni"))).hasSize(1);
      }
    }
  }

  /** The end of a jar has its list of entries: without it no class is found. */
  @Test
  void aJarThatWasCutIsRefusedWithItsCure() throws IOException {
    Path jar = Files.createDirectory(plugIns).resolve(FetchedLibrary.ROCKSDB.jar().name());
    Files.writeString(jar, "PK");
    Cli cli = ibench(Map.of("IBENCH_PLUGINS", plugIns.toString()), "list");
    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err())
        .hasLineCount(1)
        .startsWith("ibench: " + jar + ": is not a jar that can be read: ")
        .endsWith("; bin/ibench fetch rocksdb gets it again\n");
  }

  /** Native code of such a jar could end the JVM. */
  @Test
  void aJarThatHasChangedIsNotUsedAndAMissingOneSaysHowToGetIt() throws IOException {
    Path jar = Files.createDirectory(plugIns).resolve("async-profiler.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("one/profiler/AsyncProfiler.class"));
    }
    Path sum = plugIns.resolve("async-profiler.jar.sha256");
    try (URLClassLoader none = new URLClassLoader(new URL[0], null);
        URLClassLoader one = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      assertThat(FetchedLibrary.ASYNC_PROFILER.whyNone(none))
          .contains("async-profiler is missing; bin/ibench fetch async-profiler");
      assertThat(FetchedLibrary.ASYNC_PROFILER.whyNone(one)).as("not fetched").isEmpty();

      Files.writeString(
          sum, new PlugInJar(jar, Optional.empty()).sha256() + "  async-profiler.jar\n");
      assertThat(FetchedLibrary.ASYNC_PROFILER.whyNone(one)).isEmpty();

      Files.writeString(sum, "00".repeat(32) + "  async-profiler.jar\n");
      assertThat(FetchedLibrary.ASYNC_PROFILER.whyNone(one))
          .contains(
              "async-profiler is damaged: its SHA-256 has changed; bin/ibench fetch async-profiler"
                  + " gets it again");
    }
  }

  @Test
  void anUnknownLibraryIsAMistakeOfTheUser() {
    Cli cli = ibench("fetch", "unknown");
    assertThat(cli.code()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).hasLineCount(1).contains("unknown");
  }
}
