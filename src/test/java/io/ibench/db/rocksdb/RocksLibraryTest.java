package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar that {@code ibench fetch} wrote is compared with its checksum before a class is loaded. */
class RocksLibraryTest {

  private static final String NAME = "rocksdbjni-1.0.jar";

  @TempDir private Path temporary;
  private Path jar;
  private Path sum;

  /** Its class is none: a test that loads it fails. */
  @BeforeEach
  void makeJar() throws Exception {
    jar = temporary.resolve(NAME);
    sum = temporary.resolve(NAME + ".sha256");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("org/rocksdb/RocksDB.class"));
      out.write("text".getBytes(StandardCharsets.UTF_8));
      out.closeEntry();
    }
    Files.writeString(sum, sha256() + "  " + NAME + "\n");
  }

  private String sha256() throws Exception {
    byte[] bytes = Files.readAllBytes(jar);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private List<String> problems() throws IOException {
    Config config = Config.of(Map.of("dir", temporary.resolve("db").toString()));
    try (URLClassLoader classes = loader()) {
      new RocksAdapter().bind(config, classes);
    }
    return config.problems().stream().map(Problem::toString).toList();
  }

  private URLClassLoader loader() throws IOException {
    return new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
  }

  /** The year of an entry, which nothing reads. */
  private void alter() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(jar.toFile(), "rw")) {
      file.seek(13);
      int before = file.read();
      file.seek(13);
      file.write(before ^ 2);
    }
  }

  @Test
  void aJarThatHasChangedIsRefusedInOneLineWithItsCure() throws Exception {
    String before = sha256();
    alter();

    assertThat(problems())
        .containsExactly(
            jar
                + " is damaged: its SHA-256 is "
                + sha256()
                + ", not "
                + before
                + " as in rocksdbjni-1.0.jar.sha256; bin/ibench fetch rocksdb gets it again");
  }

  @Test
  void aChecksumThatIsNoneRefusesTheJar() throws Exception {
    Files.writeString(sum, "");
    assertThat(problems()).singleElement().asString().contains(sha256() + ", not  as in");
  }

  @Test
  void anIntactJarAndAJarOfOneselfAreNotRefused() throws Exception {
    try (URLClassLoader classes = loader()) {
      assertThat(RocksLibrary.damage(classes)).isEmpty();
      alter();
      Files.delete(sum);
      assertThat(RocksLibrary.damage(classes)).isEmpty();
    }
  }
}
