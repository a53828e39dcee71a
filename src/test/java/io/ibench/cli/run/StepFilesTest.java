package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepFilesTest {

  @TempDir private Path temporary;

  @ParameterizedTest
  @CsvSource({
    "innodb_status.txt, innodb_status.txt",
    "../../etc/passwd, _.._.._etc_passwd",
    "a b\\c:d, a_b_c_d",
    ".hidden, _.hidden",
    "'', _",
  })
  void namesStayInTheirFolder(String name, String file) {
    assertThat(StepFiles.plain(name)).isEqualTo(file);
  }

  @Test
  void longNamesAreCut() {
    assertThat(StepFiles.plain("x".repeat(5_000))).hasSize(100);
  }

  @ParameterizedTest
  @CsvSource({"1, load, 01-load", "12, l.i0, 12-l.i0", "123, a/b, 123-a_b"})
  void stepsAreInOrder(int number, String step, String name) {
    assertThat(StepFiles.name(number, step)).isEqualTo(name);
  }

  @Test
  void foldersAreMadeOnlyInsideOneThatIsThere() throws IOException {
    Path made = StepFiles.makeFolders(temporary, "a", "b");
    assertThat(made).isDirectory().isEqualTo(StepFiles.makeFolders(temporary, "a", "b"));
    Path gone = temporary.resolve("gone");
    assertThatThrownBy(() -> StepFiles.makeFolders(gone, "a"))
        .isInstanceOf(NoSuchFileException.class);
    Files.writeString(temporary.resolve("file"), "");
    assertThatThrownBy(() -> StepFiles.makeFolders(temporary, "file"))
        .isInstanceOf(IOException.class);
  }
}
