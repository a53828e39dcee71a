package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewFolderTest {

  @TempDir private Path temporary;

  @Test
  void whatExistsIsRefusedWhateverItIs() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "precious");
    Path empty = Files.createDirectory(temporary.resolve("empty"));

    for (Path existing : List.of(file, empty)) {
      assertThatThrownBy(() -> NewFolder.create(existing))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(file).hasContent("precious");
    assertThat(empty).exists();
  }

  @Test
  void theFoldersAboveAreMadeAndTakenBack() throws IOException {
    Path kept = Files.createDirectory(temporary.resolve("kept"));
    NewFolder folder = NewFolder.create(kept.resolve("a/b/c"));
    assertThat(folder.path()).isEmptyDirectory();

    folder.removeEmpty();

    assertThat(kept).isEmptyDirectory();
  }

  @Test
  void aFileAmongTheFoldersAboveIsNamed() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");

    for (String below : List.of("a", "a/b")) {
      assertThatThrownBy(() -> NewFolder.create(file.resolve(below)))
          .isInstanceOf(NotDirectoryException.class)
          .hasMessage(file.toString());
    }
  }

  @Test
  void nothingIsLeftOfAFolderThatCannotBeMade() {
    Path tooLong = temporary.resolve("a/b/" + "x".repeat(300));

    assertThatThrownBy(() -> NewFolder.create(tooLong)).isInstanceOf(IOException.class);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void whatOthersHaveWrittenIsNotTakenBack() throws IOException {
    NewFolder folder = NewFolder.create(temporary.resolve("a/b"));
    Path file = Files.writeString(temporary.resolve("a/file"), "precious");

    folder.removeEmpty();
    folder.removeEmpty();

    assertThat(folder.path()).doesNotExist();
    assertThat(file).hasContent("precious");
  }

  @Test
  void aRunThatDidNotBeginTakesItsFilesBack() throws IOException {
    NewFolder folder = NewFolder.create(temporary.resolve("a/b"));
    Files.writeString(folder.path().resolve("run.json"), "{}");

    folder.removeEmpty();
    assertThat(folder.path().resolve("run.json")).exists();

    folder.remove();
    assertThat(temporary).isEmptyDirectory();
  }
}
