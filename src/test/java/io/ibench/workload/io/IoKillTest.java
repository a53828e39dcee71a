package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.testing.StartsProcess;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What files hold after their process was killed while it wrote. */
@StartsProcess
@Timeout(300)
class IoKillTest {

  @TempDir private Path temporary;

  @Test
  void everyAcknowledgedWriteIsThere() throws Exception {
    Path folder = temporary.resolve("files");
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                IoKilledWriter.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = process.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("filled");
      byte[] filled = Files.readAllBytes(folder.resolve(Generations.FILE));
      while (process.isAlive()
          && Arrays.equals(filled, Files.readAllBytes(folder.resolve(Generations.FILE)))) {
        Thread.onSpinWait();
      }
    } finally {
      process.toHandle().destroyForcibly();
    }
    assertThat(process.waitFor()).as("SIGKILL").isEqualTo(128 + 9);

    try (Database database = IoTrial.open(folder)) {
      IoTrial trial = new IoTrial(database).run("verify");
      assertThat(trial.problems()).isEmpty();
      assertThat(trial.facts())
          .contains("a run died while it wrote; newer pages are taken as found");
      trial.run("write, verify");
      assertThat(trial.facts()).noneMatch(fact -> fact.contains("died"));
    }
  }
}
