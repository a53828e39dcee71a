package io.ibench.db.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.Config;
import io.ibench.db.DatabaseException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing but ibench's own files is ever touched. */
class FilesDatabaseTest {

  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void name() {
    folder = temporary.resolve("files");
  }

  @Test
  void aFolderWithFilesOfOthersIsRefusedAndLeftAsItIs() throws Exception {
    Files.createDirectory(folder);
    Files.writeString(folder.resolve("DATA.0"), "mine");
    Files.createDirectory(folder.resolve("sub"));
    assertThatThrownBy(() -> FilesDatabase.open(folder))
        .hasMessageContaining("DATA.0, which ibench did not make")
        .hasMessageContaining("sub, which ibench did not make")
        .matches(e -> ((DatabaseException) e).isInvalidSetting());
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("DATA.0", "sub");
    assertThat(Files.readString(folder.resolve("DATA.0"))).isEqualTo("mine");
  }

  @Test
  void whatTakesThePlaceOfItsOwnFilesIsRefused() throws Exception {
    try (FilesDatabase database = FilesDatabase.open(folder)) {
      for (String name : new String[] {"A", "B", "C", "D", "E"}) {
        database.createFile(name, 100);
      }
    }
    Path other = temporary.resolve("other");
    Files.move(folder.resolve("A"), other);
    Files.createSymbolicLink(folder.resolve("A"), other);
    Files.createLink(temporary.resolve("link"), folder.resolve("B"));
    Files.delete(folder.resolve("C"));
    Files.createDirectory(folder.resolve("C"));
    Files.writeString(folder.resolve("D"), "a text of somebody else, long enough");
    byte[] before = Files.readAllBytes(other);

    assertThatThrownBy(() -> FilesDatabase.open(folder))
        .hasMessageContaining("A, a symbolic link")
        .hasMessageContaining("B, which has 2 hard links")
        .hasMessageContaining("C, a folder")
        .hasMessageContaining("D, which does not begin as ibench's files do")
        .message()
        .doesNotContain("/E");
    assertThat(Files.readAllBytes(other)).isEqualTo(before);
  }

  @Test
  void aFileThatAppearsMeanwhileIsNeitherOverwrittenNorRemoved() throws Exception {
    try (FilesDatabase database = FilesDatabase.open(folder)) {
      Files.writeString(folder.resolve("DATA.0"), "mine");
      assertThatThrownBy(() -> database.createFile("DATA.0", 0))
          .hasMessageContaining("is not overwritten");
      database.removeFile("DATA.0");
      database.createFile("DATA.1", 0);
      Files.writeString(folder.resolve("DATA.1"), "mine, and long enough for a head");
      assertThatThrownBy(() -> database.removeFile("DATA.1"))
          .hasMessageContaining("does not begin as ibench's files do");
    }
    assertThat(Files.readString(folder.resolve("DATA.0"))).isEqualTo("mine");
    assertThat(Files.readString(folder.resolve("DATA.1"))).startsWith("mine");
  }

  @Test
  void aDeviceIsNoFolder() {
    Config config = Config.of(Map.of("dir", "/dev/null"));
    new FilesAdapter().bind(config);
    assertThat(config.problems()).singleElement().asString().contains("is no folder");
  }

  @Test
  void oneProcessHasTheFolder() throws Exception {
    FilesDatabase first = FilesDatabase.open(folder);
    assertThatThrownBy(() -> FilesDatabase.open(folder)).hasMessageContaining("another process");
    first.close();
    FilesDatabase.open(folder).close();
  }
}
