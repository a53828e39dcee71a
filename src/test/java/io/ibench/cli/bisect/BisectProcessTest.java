package io.ibench.cli.bisect;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.bisect.Comparison;
import io.ibench.bisect.Finding;
import io.ibench.bisect.StoredBisect;
import io.ibench.cli.Cli;
import io.ibench.cli.RunningIbench;
import io.ibench.report.store.StoredDuet;
import io.ibench.testing.Slow;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whole bisections, whose duets are processes. The last version of three works twice as much. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
@Slow
@ResourceLock("cpus")
class BisectProcessTest {

  private static final String OLTP =
      Path.of("workloads/oltp.properties").toAbsolutePath().toString();
  private static final String NOOP = Cli.NOOP.toAbsolutePath().toString();

  @TempDir private Path folder;

  private Path out() {
    return folder.resolve("out");
  }

  private String[] words() throws IOException {
    Path versions =
        Files.write(
            folder.resolve("versions.txt"),
            List.of("v1 rounds=20000", "v2 rounds=20000", "v3 rounds=40000"));
    return new String[] {
      "bisect",
      OLTP,
      "-d",
      NOOP,
      "--step",
      "point_select",
      "-s",
      "steps=drop,create,load,point_select",
      "-s",
      "oltp.rows=1000",
      "--within",
      "10",
      "--versions",
      versions.toString(),
      "-o",
      out().toString()
    };
  }

  @Test
  void theGuiltyVersionIsFoundAndAFolderGoesOn() throws Exception {
    Cli whole = ibench((Object[]) words());
    assertThat(whole.code()).as(whole.err()).isZero();
    assertThat(whole.out())
        .startsWith("bisect: 3 versions, v1 to v3\n  v3 makes it ")
        .contains(" % slower (95 %: ")
        .contains("v2 is like v1");
    StoredBisect stored = StoredBisect.read(out());
    assertThat(stored.answer().orElseThrow().bad()).contains("v3");
    Comparison last = stored.path().get(stored.path().size() - 1);
    Path duet = out().resolve(last.folder().orElseThrow());
    assertThat(StoredDuet.read(duet).differs())
        .isEqualTo(Map.of("rounds", List.of("20000", "40000")));
    assertThat(ibench("report", out()).out()).isEqualTo(withoutEnd(whole.out()));

    // As if it had been killed in its last duet.
    List<Comparison> known = stored.path().subList(0, stored.path().size() - 1);
    StoredBisect.begin(stored.plan(), stored.candidates())
        .with(known)
        .with(new StoredBisect.Running(1, 2))
        .write(out());
    Cli again = ibench("bisect", out());
    assertThat(again.code()).as(again.err()).isZero();
    StoredBisect end = StoredBisect.read(out());
    assertThat(end.answer().orElseThrow().state()).isEqualTo(Finding.State.FOUND);
    assertThat(end.answer().orElseThrow().bad()).contains("v3");
    assertThat(end.path().subList(0, known.size())).isEqualTo(known);
    assertThat(again.err().lines()).hasSize(1);
    assertThat(end.running()).isEqualTo(Optional.empty());
  }

  private static String withoutEnd(String text) {
    return text.substring(0, text.indexOf("results in "));
  }

  @Test
  void aSignalEndsTheDuetToo() throws Exception {
    Path files = Files.createDirectory(folder.resolve("files"));
    try (RunningIbench bisect = new RunningIbench(folder, files, words())) {
      bisect.await(
          () -> StoredBisect.isIn(out()) && StoredBisect.read(out()).running().isPresent());
      long duet = StoredBisect.read(out()).running().orElseThrow().pid();
      bisect.signal("INT");
      assertThat(bisect.awaitEnd()).as(bisect.err()).isEqualTo(130);
      assertThat(bisect.err()).contains("ibench bisect " + out() + " goes on");
      assertThat(ProcessHandle.of(duet).filter(ProcessHandle::isAlive)).isEmpty();
    }
    assertThat(StoredBisect.read(out()).path()).isEmpty();
  }

  /** No database, which only shows when it is opened. */
  private Path text(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "This is a text, and no database.\n".repeat(99));
  }

  @Test
  void aDuetThatFailsIsNamedWithItsLog() throws Exception {
    Path versions =
        Files.write(
            folder.resolve("versions.txt"),
            List.of("a file=" + text("a.db"), "b file=" + text("b.db")));
    Cli failed = ibench("bisect", OLTP, "-d", Cli.SQLITE, "--versions", versions, "-o", out());
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.err())
        .contains("ibench: the duet of b failed with exit code ")
        .contains(", see " + out().resolve("duets/01-b.log"))
        .contains("side A: ")
        .contains(
            "ibench bisect " + out() + " goes on; or begin anew with another --good or --bad");
    assertThat(StoredBisect.read(out()).path()).isEmpty();
  }

  @Test
  void whatIsWrongWithAllCommitsIsRefusedBeforeTheFirstBuild() throws Exception {
    assumeThat(TestRepository.hasGit()).isTrue();
    Path repository = folder.resolve("repository");
    TestRepository.make(repository, "", "");
    Path built = folder.resolve("built");
    List<Object> words = new ArrayList<>(List.of("bisect", OLTP, "-d", NOOP, "-o", out()));
    words.addAll(List.of("--git", repository, "--good", "main^", "--bad", "main"));
    words.addAll(List.of("--build", "touch '" + built + "'"));
    words.addAll(List.of("--cache", folder.resolve("cache")));
    List<Object> settings = new ArrayList<>(words);
    settings.addAll(
        List.of("-s", "nosuch=1", "--versus", "rounds=x", "--versus", "file=${PREFIX}"));
    Cli refused = ibench(settings.toArray());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err().lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("ibench: -s: nosuch: unknown key"))
        .anyMatch(line -> line.startsWith("ibench: --versus: rounds = x: "));
    words.addAll(List.of("--step", "nope"));
    assertThat(ibench(words.toArray()).err())
        .startsWith("ibench: --step nope is no step of requests; those are: ");
    assertThat(built).doesNotExist();
    assertThat(out()).doesNotExist();
  }

  @Test
  void aFolderThatWasRemovedDoesNotGoOn() throws Exception {
    assumeThat(TestRepository.hasGit()).isTrue();
    Path repository = folder.resolve("repository");
    TestRepository.make(repository, "", "");
    List<Object> words = new ArrayList<>(List.of("bisect", OLTP, "-d", NOOP, "-o", out()));
    words.addAll(List.of("--git", repository, "--good", "main^", "--bad", "main"));
    words.addAll(List.of("--build", "rm -r '" + out() + "'; exit 3"));
    words.addAll(List.of("--cache", folder.resolve("cache")));
    Cli failed = ibench(words.toArray());
    assertThat(failed.code()).isEqualTo(1);
    // The first who writes into it notices: while it builds, or after it.
    assertThat(failed.err())
        .containsPattern(" does not build, exit code 3, see |bisect.json.new is not there")
        .endsWith("ibench: " + out() + " has no bisect.json any more; begin anew\n");
  }

  @Test
  void aBuildThatOutlivesAKilledBisectionIsEndedWhenItGoesOn() throws Exception {
    assumeThat(TestRepository.hasGit()).isTrue();
    Path repository = folder.resolve("repository");
    TestRepository.make(repository, "", "");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path go = folder.resolve("go");
    List<String> words = new ArrayList<>(List.of("bisect", OLTP, "-d", NOOP));
    words.addAll(List.of("--git", repository.toString(), "--good", "HEAD^", "--bad", "HEAD"));
    words.addAll(List.of("--build", "[ -e '" + go + "' ] || cat '" + pipe + "'; exit 7"));
    words.addAll(List.of("--cache", folder.resolve("cache").toString(), "-o", out().toString()));
    Path files = Files.createDirectory(folder.resolve("files"));
    try (RunningIbench bisect = new RunningIbench(folder, files, words.toArray(new String[0]))) {
      bisect.await(
          () -> StoredBisect.isIn(out()) && StoredBisect.read(out()).running().isPresent());
      bisect.signal("KILL");
      bisect.awaitEnd();
    }
    long build = StoredBisect.read(out()).running().orElseThrow().pid();
    assertThat(ProcessHandle.of(build).filter(ProcessHandle::isAlive)).isPresent();
    Files.createFile(go);
    Cli again = ibench("bisect", out());
    assertThat(again.err())
        .startsWith("ibench: ending the build that was left by a bisection that was killed\n")
        .contains(" does not build, exit code 7, see ")
        .endsWith(
            "ibench: ibench bisect " + out() + " goes on; or begin anew with another --good\n");
    assertThat(ProcessHandle.of(build).filter(ProcessHandle::isAlive)).isEmpty();
  }

  /** A build of a version with this line of settings. */
  private static String settings(String line) {
    return "echo " + line + " > \"$PREFIX/ibench.settings\"";
  }

  /** The third and the fourth version are refused; the second works as much as the first. */
  @Test
  void aVersionThatIsRefusedIsSkippedWithItsReason() throws Exception {
    assumeThat(TestRepository.hasGit()).isTrue();
    Path repository = folder.resolve("repository");
    TestRepository.make(
        repository,
        settings("rounds=20000"),
        settings("rounds=20000"),
        settings("nosuch.key=3"),
        settings("rounds"),
        settings("rounds=40000"));
    List<String> words = new ArrayList<>(List.of(words()).subList(0, 12));
    words.addAll(List.of("--git", repository.toString(), "--good", "main~4", "--bad", "main"));
    words.addAll(List.of("--build", "sh build.sh", "-o", out().toString()));
    words.addAll(List.of("--cache", folder.resolve("cache").toString()));
    Cli whole = ibench(words.toArray());
    assertThat(whole.code()).as(whole.err()).isZero();
    StoredBisect stored = StoredBisect.read(out());
    assertThat(stored.path().stream().flatMap(each -> each.skipped().stream()))
        .anyMatch(line -> line.startsWith("is refused, see ") && line.contains("nosuch.key"))
        .anyMatch(line -> line.endsWith(": rounds has no NAME=; allowed: NAME=VALUE"));
    assertThat(stored.answer().orElseThrow().state()).isEqualTo(Finding.State.FOUND);
    assertThat(stored.answer().orElseThrow().between()).hasSize(2);
  }
}
