package io.ibench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@StartsProcess
class JavasTest {

  private static final int RUNNING = Runtime.version().feature();

  @Test
  void theRunningJavaIsAlwaysFound() throws IOException {
    assertThat(Javas.find(Optional.empty()))
        .containsEntry(RUNNING, Path.of(System.getProperty("java.home")));
  }

  @Test
  void aNamedJavaIsKnownByItsReleaseFile(@TempDir Path folder) throws IOException {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.createFile(java);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"99.0.1\"\n");

    assertThat(Javas.find(Optional.of(folder.toString())))
        .containsOnlyKeys(RUNNING, 99)
        .containsEntry(99, folder);
  }

  @Test
  void aNamedFolderWithoutJavaIsAMistake(@TempDir Path folder) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Javas.find(Optional.of(folder.toString())))
        .withMessageContaining("no Java in " + folder);
  }
}
