package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.StartsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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
class OverheadInterruptTest {

  @TempDir private Path temporary;

  private final List<String> command =
      new ArrayList<>(
          List.of(
              "env",
              "--default-signal=INT",
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              PatientIbench.class.getName(),
              "overhead"));

  /** Something that has happened in the process. */
  private interface Sign {
    boolean isThere() throws Exception;
  }

  /** Interrupts the process when it is there, and returns what it has printed. */
  private String interruptWhen(Process process, Path err, Sign sign) throws Exception {
    try {
      while (!sign.isThere()) {
        assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).as(Files.readString(err)).isFalse();
      }
      RunningIbench.signal("INT", process.pid());
      assertThat(process.waitFor()).as(Files.readString(err)).isEqualTo(130);
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(err);
  }

  private Process start(Path err) throws Exception {
    return new ProcessBuilder(command)
        .directory(temporary.toFile())
        .redirectErrorStream(true)
        .redirectOutput(err.toFile())
        .start();
  }

  @Test
  void aSignalDropsTheTables() throws Exception {
    Path file = temporary.resolve("mine.db");
    try (Connection mine = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = mine.createStatement()) {
      statement.execute("CREATE TABLE mine (id INTEGER)");
    }
    Path settings =
        Files.writeString(
            temporary.resolve("sqlite.properties"), "database = sqlite\nfile = " + file + "\n");
    command.add("--database=" + settings);
    Path err = temporary.resolve("err");

    String printed =
        interruptWhen(start(err), err, () -> tables(file).contains("ibench_overhead_counts"));

    assertThat(printed)
        .contains("\nibench: ending the measurement; a second signal ends at once\n");
    assertThat(tables(file)).containsExactly("mine");
    assertThat(temporary.resolve("results")).doesNotExist();
  }

  private static List<String> tables(Path file) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }

  @Test
  void aSignalEndsTheJvmOfABenchmark() throws Exception {
    Path err = temporary.resolve("err");
    Process process = start(err);
    List<ProcessHandle> jvms = new ArrayList<>();

    interruptWhen(
        process,
        err,
        () -> {
          process.descendants().forEach(jvms::add);
          return !jvms.isEmpty();
        });

    for (ProcessHandle jvm : jvms) {
      jvm.onExit().get(1, TimeUnit.MINUTES);
    }
    assertThat(temporary.resolve("results")).doesNotExist();
  }
}
