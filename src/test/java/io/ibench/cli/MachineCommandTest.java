package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCommandTest {

  @TempDir private Path temporary;

  @Test
  void aFolderThatCannotBeUsedIsAMistakeOfOneLine() throws Exception {
    Path file = Files.createFile(temporary.resolve("file"));

    Cli missing = ibench("machine", temporary.resolve("missing"));
    Cli noFolder = ibench("machine", file);

    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err())
        .isEqualTo(
            "ibench: %s does not exist; name a folder on the disk to measure\n"
                .formatted(temporary.resolve("missing")));
    assertThat(noFolder.code()).isEqualTo(2);
    assertThat(noFolder.err()).contains(file + " is not a folder; name");
    assertThat(missing.out() + noFolder.out()).isEmpty();
  }

  /** The whole probe, which takes 20 s. */
  @Test
  @Slow
  void theAnswerComesFirstAndNothingIsLeftBehind() {
    Cli machine = ibench("machine", temporary);

    assertThat(machine.code()).isZero();
    assertThat(machine.err()).isEmpty();
    assertThat(machine.out().lines().findFirst().orElseThrow()).contains("fit for benchmarks");
    assertThat(machine.out().lines())
        .allMatch(line -> line.length() <= 80 || line.contains(temporary.toString()))
        .anyMatch(line -> line.matches("  fsync +[0-9.]+ (us|ms|s) .*"))
        .anyMatch(line -> line.matches("  CPU, 1 thread +[0-9,.]+ M/s .*"));
    assertThat(temporary).isEmptyDirectory();
  }
}
