package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.run.HostLock;
import io.ibench.testing.NeedsRoot;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
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

  /** Earlier versions have kept files without a mark at what they hide. */
  @Test
  void aSuiteGoesOnWithNoAsterisksInThePlaceOfASecret() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("kept"));
    Files.writeString(folder.resolve("suite.json"), "{}");
    Files.writeString(folder.resolve("suite.properties"), SUITE);
    Files.writeString(
        folder.resolve("workload.properties"),
        "# without its secret: label\nlabel = ***\nhook.before_step = API_KEY=***; ./x\n"
            + "hook.after_step = echo ***\n");

    Cli refused = ibench("suite", folder);

    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err())
        .contains("workload.properties:2: label had a secret")
        .contains("workload.properties:3: hook.before_step had a secret")
        .doesNotContain("hook.after_step");
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
    assertThat(withoutFreeSpace(suite.err())).isEqualTo(withoutFreeSpace(check.err()));
    assertThat(temporary.resolve("o")).doesNotExist();
  }

  /** What is free may change between two commands. */
  private static String withoutFreeSpace(String message) {
    return message.replaceAll("has [0-9.]+ GB free", "has ... GB free");
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
  void aNameOfAWorkloadAndASuiteMeansTheWorkloadAsForRunAndSaysSo() throws IOException {
    Cli check = ibench("check", "linkbench-7days");

    assertThat(check.code()).isZero();
    assertThat(check.out()).startsWith("linkbench on sqlite\n");
    assertThat(check.err())
        .contains("linkbench-7days is the workload, as of run; check suites/linkbench-7days.prop");

    Cli suite = ibench("check", "linkbench-7days", "--scale", "laptop", "-s", "idle=0s");
    assertThat(suite.out()).startsWith("2 variants x 3 = 6 cells, scale laptop\n");
    assertThat(suite.err()).isEmpty();
    assertThat(ibench("check", "sqlite-synchronous", "--scale", "laptop").out())
        .contains("6 cells");
    assertThat(ibench("run", "sqlite-synchronous").err())
        .contains("sqlite-synchronous is a suite, and no workload: ibench suite sqlite-synchr");
    assertThat(ibench("suite", "bank").err())
        .contains("there is no file bank; bank is a workload: ibench run bank");
  }

  @Test
  void noOptionIsIgnoredInSilence() throws IOException {
    Path folder = temporary.resolve("o");

    assertThat(ibench("suite", folder, "--clean", "--bundle", "b.tar.gz").err())
        .contains("--clean and --bundle contradict each other; name one of them");
    assertThat(ibench("suite", folder, "--clean", "--repeat", "2", "--only", "full").err())
        .contains("--clean runs nothing: leave out --repeat, --only");
    assertThat(ibench("suite", folder, "--bundle", "b", "-s", "idle=0s", "--expect").err())
        .contains("--bundle runs nothing: leave out --set, --expect");
    assertThat(ibench("suite", file(SUITE), "--expect").err())
        .contains("--expect: the suite's file has no expect.NAME");
    Path expects = file(SUITE + "expect.x = normal / full : request:qps > 1\n");
    assertThat(ibench("suite", expects, "--expect", "--only", "full", "-o", folder).err())
        .contains("--expect: no relation of expect.NAME is between the variants of --only");
    assertThat(ibench("check", expects, "--until", "5s", "-d", "sqlite").err())
        .contains("is a suite, which has no such options: leave out --until, --database");
    assertThat(ibench("check", "linkbench", "--scale", "laptop", "--only", "x").err())
        .contains("--scale, --only: only for a suite, and linkbench is none");
    assertThat(ibench("test-adapter", "--list", "--drop-foreign").err())
        .contains("--list only prints the rules: leave out --drop-foreign");
    assertThat(folder).doesNotExist();
    assertThat(ibench("report", temporary, "--sort", "qps").err())
        .contains("--group-by and --sort are for tables of several results, and this is one");
    for (String run : List.of("run-1", "run-2")) {
      Path results = Files.createDirectories(temporary.resolve("many").resolve(run));
      Files.writeString(results.resolve("summary.json"), "{}");
    }
    assertThat(ibench("report", temporary.resolve("many"), "--all").err())
        .contains("--all has every detail of a run, and " + temporary.resolve("many"));
  }

  @Test
  void theTimeHasEachStepWhoseLengthIsKnown() throws IOException {
    Path file =
        file(
            """
            workload              = insert
            server.product        = sqlite
            vary.set.sync         = full, normal
            set.steps             = l.i0, l.x, drain, qr100
            """);

    assertThat(ibench("check", file).out())
        .contains("time     at least 30 s, and what l.i0 takes,\n");
    assertThat(ibench("check", "insert", "-s", "steps=l.i0,l.x,drain,qr100").out())
        .contains("  time   about 15 s, and what l.i0 takes\n");
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

  private Path lockFolder() {
    return temporary.resolve("ibench-suite-" + System.getProperty("user.name"));
  }

  private void assertLockRefused(String why) throws IOException {
    Path folder = temporary.resolve("refused");

    Cli refused = ibench("suite", file(SUITE), "-o", folder);

    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err())
        .contains(why + ": the lock of suites needs a folder of your own with mode 700")
        .hasLineCount(1);
    assertThat(folder).doesNotExist();
    StringWriter err = new StringWriter();
    HostLock.warn(environment(), new PrintWriter(err));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void folderOfTheLockThatOthersCouldHaveMadeIsRefused() throws IOException {
    Path foreign = Files.createDirectory(temporary.resolve("foreign"));
    Files.createSymbolicLink(lockFolder(), foreign);
    assertLockRefused(lockFolder() + " is a link");
    assertThat(foreign).isEmptyDirectory();

    Files.delete(lockFolder());
    Files.createFile(lockFolder());
    assertLockRefused(lockFolder() + " is not a folder");

    Files.delete(lockFolder());
    Files.createDirectory(lockFolder());
    Files.setPosixFilePermissions(lockFolder(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertLockRefused("other users may write into " + lockFolder());
    assertThat(lockFolder()).isEmptyDirectory();
  }

  @NeedsRoot
  @Test
  void folderOfTheLockOfAnotherUserIsRefused() throws IOException {
    Files.createDirectory(lockFolder());
    Files.setAttribute(lockFolder(), "unix:uid", 65_534);

    assertLockRefused(lockFolder() + " belongs to user " + Files.getOwner(lockFolder()).getName());
  }

  @Test
  void lockFollowsNoLink() throws Exception {
    Path file = Files.writeString(temporary.resolve("precious"), "precious");
    HostLock.take(environment()).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lockFolder())))
        .isEqualTo("rwx------");
    for (String name : List.of("run.lock", "run.owner", "suite.folder")) {
      Files.deleteIfExists(lockFolder().resolve(name));
      Files.createSymbolicLink(lockFolder().resolve(name), file);

      try (HostLock running = HostLock.take(environment())) {
        running.works(temporary);
      }

      assertThat(file).hasContent("precious");
      Files.deleteIfExists(lockFolder().resolve(name));
    }
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
