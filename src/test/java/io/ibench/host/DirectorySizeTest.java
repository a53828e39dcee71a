package io.ibench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Recording.Reading;
import io.ibench.testing.AlsoAsRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectorySizeTest {

  @TempDir Path temporary;
  private Path data;

  @BeforeEach
  void create() throws IOException {
    data = Files.createDirectories(temporary.resolve("data"));
    file("data/ibdata1", 1000);
    file("data/test/node.ibd", 20);
  }

  private Path file(String name, int bytes) throws IOException {
    Path file = temporary.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, new byte[bytes]);
  }

  private static Reading read(Path... directories) {
    return Reading.of(new DirectorySize(List.of(directories)));
  }

  private static Long bytes(Path... directories) {
    Reading reading = read(directories);
    assertThat(reading.reasons).isEmpty();
    return reading.values.get("dir_bytes");
  }

  @Test
  void allFilesOfTheServerCount() throws IOException {
    file("data/lost+found/of-the-file-system", 5);

    assertThat(bytes(data)).isEqualTo(1020);
  }

  @Test
  void nestedAndLinkedDirectoriesCountOnce() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("same"), data);

    assertThat(bytes(data.resolve("test"), data, link, data)).isEqualTo(1020);
  }

  @Test
  void filesOfSeveralNamesCountOnce() throws IOException {
    Files.createLink(data.resolve("test/again"), data.resolve("ibdata1"));

    assertThat(bytes(data)).isEqualTo(1020);
  }

  @Test
  void tablespacesOutsideAreFollowedOnce() throws IOException {
    file("space/16384/t", 300);
    file("one.ibd", 4000);
    Files.createSymbolicLink(data.resolve("16385"), temporary.resolve("space"));
    Files.createSymbolicLink(data.resolve("16386"), temporary.resolve("space"));
    Files.createSymbolicLink(data.resolve("link.ibd"), temporary.resolve("one.ibd"));

    assertThat(bytes(data, temporary.resolve("space"))).isEqualTo(5320);
  }

  @Test
  void linksUpwardsAndNowhereAreNotFollowed() throws IOException {
    file("other/not-ours", 70_000);
    Files.createSymbolicLink(data.resolve("up"), temporary);
    Files.createSymbolicLink(data.resolve("test/loop"), data);
    Files.createSymbolicLink(data.resolve("nowhere"), temporary.resolve("gone"));

    assertThat(bytes(data)).isEqualTo(1020);
  }

  @Test
  void aDirectoryThatIsNotThereIsNamed() {
    Path missing = temporary.resolve("missing");

    assertThat(read(data, missing).reasons)
        .containsEntry("dir_bytes", "the data directory " + missing + " is not there");
  }

  @Test
  @AlsoAsRoot
  void aFolderThatMayNotBeReadLeavesNoTotalThatLacksIt() throws IOException {
    Path closed = data.resolve("test");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try {
      Reading reading = read(data);
      if (Files.isReadable(closed)) { // as root may, who then reads all of it
        assertThat(reading.values).containsKey("dir_bytes");
      } else {
        assertThat(reading.reasons)
            .containsEntry("dir_bytes", closed + " cannot be read: permission denied");
      }
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void filesThatVanishMeanwhileDoNotCount() throws IOException {
    AtomicLong looks = new AtomicLong();
    DirectorySize gauge =
        new DirectorySize(
            List.of(data),
            () -> {
              // The clock is read before each file: by then all names have been listed.
              if (looks.incrementAndGet() == 3) {
                delete(data.resolve("ibdata1"));
                delete(data.resolve("test/node.ibd"));
              }
              return 0;
            });

    assertThat(Reading.of(gauge).values.get("dir_bytes")).isIn(0L, 1000L);
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aWalkThatTakesTooLongIsGivenUp() {
    AtomicLong now = new AtomicLong();
    long third = DirectorySize.MAX_NANOS / 3;

    Reading reading = Reading.of(new DirectorySize(List.of(data), () -> now.getAndAdd(third)));

    assertThat(reading.reasons.get("dir_bytes")).endsWith("took longer than 3 s");
  }

  @Test
  void noDirectoryIsAReason() {
    assertThat(read().reasons).containsEntry("dir_bytes", "no data directory is known");
  }
}
