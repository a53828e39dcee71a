package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@StartsProcess
@Timeout(300)
class TestAdapterInterruptTest {

  @TempDir private Path temporary;

  @Test
  void aSignalDropsTheTablesOfARuleThatHangs() throws Exception {
    Path plugIns = TestAdapterCommandTest.strangeJar(temporary);
    Path file = temporary.resolve("test.db");
    Path settings =
        Files.writeString(
            temporary.resolve("strange.properties"),
            "database = sqlite_too\nfile = " + file + "\nhangs = true\n");
    Path out = temporary.resolve("out");
    Path err = temporary.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PatientIbench.class.getName(),
                "test-adapter",
                "--database=" + settings,
                "--only=ScanRules.reads"));
    builder.environment().put("IBENCH_PLUGINS", plugIns.toString());
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      while (!Files.exists(file) || TestAdapterCommandTest.tables(file).isEmpty()) {
        assertThat(process.waitFor(20, TimeUnit.MILLISECONDS))
            .as(Files.readString(err) + Files.readString(out))
            .isFalse();
      }
      RunningIbench.signal("INT", process.pid());
      assertThat(process.waitFor()).as(Files.readString(err)).isEqualTo(130);
    } finally {
      process.destroyForcibly();
    }
    assertThat(TestAdapterCommandTest.tables(file)).isEmpty();
    assertThat(Files.readString(err))
        .isEqualTo("\nibench: dropping its tables; a second signal ends at once\n");
    assertThat(Files.readString(out))
        .endsWith(
            "1 rules were not run\n"
                + "must: 0 of 0, optional: 0 of 0; other rules were not run\n");
  }
}
