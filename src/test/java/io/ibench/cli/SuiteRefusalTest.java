package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
  void checkAndSuiteRefuseWhatThisMachineCannotDoOnceForEachReason() throws Exception {
    Path full = Files.createDirectory(temporary.resolve("full"));
    Files.createFile(full.resolve("something"));
    Path file =
        file(
            SUITE
                + "server.data = "
                + full
                + "\nset.linkbench.maxid1 = 1000000000001\nset.linkbench.verify = sample\n");

    Cli check = ibench("check", file);
    Cli suite = ibench("suite", file, "-o", temporary.resolve("o"));

    assertThat(check.code()).isEqualTo(ExitCode.USAGE);
    assertThat(check.err())
        .containsOnlyOnce(full + " is not empty, and ibench did not make it")
        .containsOnlyOnce("the tables need about ")
        .contains(" GB, and " + full + " has ");
    assertThat(suite.err()).isEqualTo(check.err());
    assertThat(temporary.resolve("o")).doesNotExist();
  }

  @Test
  void checkKnowsTheChoicesOfASuiteAndWritesJson() throws IOException {
    Path file = file(SUITE);

    assertThat(ibench("check", file, "--only", "full", "--repeat", "2").out())
        .contains("1 variants x 2 = 2 cells\n");
    assertThat(ibench("check", file, "--json", "--only", "normal").out())
        .contains("\"cells\" : [ \"normal-r1\" ]");
    assertThat(ibench("check", file, "--only", "ful").err())
        .contains("--only: no factor has the level ful");
  }

  @Test
  void searchOfEachCellIsCheckedBefore() throws IOException {
    Cli search = ibench("check", file(SUITE + "max = --p99 10ms --of GET_NODE\n"));
    assertThat(search.err()).isEmpty();
    assertThat(search.out())
        .contains("search   max --p99 10ms --of GET_NODE in each cell")
        .contains("time     not known before the first round of cells");
    assertThat(ibench("check", file(SUITE + "max = --p99 10 --runs 2\n")).err())
        .contains("max = --p99 10 --runs 2: --runs: allowed: --from, --mean, --of, --p95,");
    assertThat(ibench("check", file(SUITE + "max = --p99 10\n")).err()).contains("--p99 10 ");
    assertThat(ibench("check", file(SUITE + "max = --within 3\n")).err())
        .contains("max needs a limit");
    assertThat(ibench("check", file(SUITE + "max = --p99 1ms --of NOTHING\n")).err())
        .containsOnlyOnce("max: --of NOTHING: allowed: ADD_NODE");
  }

  @Test
  void runBesideASuiteIsWarned() throws Exception {
    StringWriter err = new StringWriter();
    try (HostLock running = HostLock.take(environment())) {
      running.works(temporary.resolve("first"));
      HostLock.warn(environment(), new PrintWriter(err));
    }
    HostLock.warn(environment(), new PrintWriter(err));

    assertThat(err.toString())
        .containsOnlyOnce("warning: a suite is running here")
        .contains(temporary.resolve("first").toString());
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
