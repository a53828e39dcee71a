package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is told before anything is touched. */
@EnabledOnOs(OS.LINUX)
class SuiteRefusalTest {

  private static final String SUITE =
      """
      workload              = linkbench
      server.product        = sqlite
      vary.set.sync         = full, normal
      """;

  @TempDir private Path temporary;

  private Path file(String text) throws IOException {
    return Files.writeString(temporary.resolve("small.properties"), text);
  }

  private Map<String, String> environment() {
    return Map.of("XDG_RUNTIME_DIR", temporary.toString());
  }

  private Cli ibench(Object... arguments) {
    return Cli.ibench(environment(), arguments);
  }

  @Test
  void secondSuiteNamesProcessAndFolderOfTheFirstAndMakesNoFolder() throws Exception {
    Path folder = temporary.resolve("second");
    Path first = temporary.resolve("first");
    try (HostLock running = HostLock.take(environment())) {
      running.works(first);

      Cli refused = ibench("suite", file(SUITE), "-o", folder);

      assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err())
          .contains("a suite is running here: process " + ProcessHandle.current().pid())
          .contains(", in " + first + "; one at a time");
      assertThat(folder).doesNotExist();
    }
    assertThat(HostLock.holder(environment())).isEmpty();
    HostLock.take(environment()).close();
  }

  @Test
  void folderInWhichNoSuiteRanIsNoFile() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("o2"));

    Cli suite = ibench("suite", folder);

    assertThat(suite.code()).isEqualTo(ExitCode.USAGE);
    assertThat(suite.err()).contains(folder + " is a folder without suite.json");
  }

  @Test
  void workloadIsFoundBesideTheFileThatNamesIt() throws IOException {
    Path shipped = Path.of("suites/sqlite-synchronous.properties").toAbsolutePath();

    Cli check = ibench("check", file("include = " + shipped + "\nrepeat = 4\n"));

    assertThat(check.err()).isEmpty();
    assertThat(check.out()).contains("2 variants x 4 = 8 cells");
  }
}
