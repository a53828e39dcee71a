package io.ibench.cli.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.bisect.Candidate;
import io.ibench.bisect.StoredBisect;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.store.RunLock;
import io.ibench.suite.Host;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commits of a small repository, each built into a folder of its own. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class BuildsTest {

  private static final DuetProcesses.Progress QUIET =
      new DuetProcesses.Progress() {
        @Override
        public void begins(String line) {}

        @Override
        public void over(String line) {}
      };

  private static final String BUILD = "echo built >> ../../../count; sh build.sh";

  @TempDir private Path folder;

  private Path repository;
  private final List<String> revisions = new ArrayList<>();

  private String git(String... words) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("git", "-C", repository.toString(), "-c", "user.name=A"));
    all.addAll(List.of("-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"));
    all.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().put("GIT_AUTHOR_DATE", "2026-03-04T05:06:07Z");
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.strip();
  }

  private static boolean hasGit() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, "git")));
  }

  @BeforeEach
  void fourCommitsOfWhichTheThirdDoesNotBuild() throws Exception {
    assumeThat(hasGit()).isTrue();
    repository = Files.createDirectory(folder.resolve("my repo"));
    git("init", "-q", "-b", "main");
    for (int i = 1; i <= 4; i++) {
      String command =
          i == 3 ? "echo no such type; exit 7" : "echo rounds=" + i + " > \"$PREFIX/x\"";
      Files.writeString(repository.resolve("build.sh"), command + "\n");
      git("add", "-A");
      git("commit", "-q", "-m", "Change " + i);
      revisions.add(git("rev-parse", "HEAD"));
    }
  }

  private List<Candidate> candidates() throws Exception {
    return new Git(repository).between(revisions.get(0), "main");
  }

  private Builds builds(String command, String... versus) {
    return new Builds(
        new StoredBisect.Builds(
            repository.toString(), command, List.of(versus), folder.resolve("cache").toString()),
        new Children(new Host()),
        QUIET);
  }

  @Test
  void theCommitsBetweenComeWithTheirSubjectsTheOldestFirst() throws Exception {
    List<Candidate> found = candidates();
    assertThat(found)
        .extracting(each -> each.commit().orElseThrow().revision())
        .containsExactlyElementsOf(revisions);
    assertThat(found.get(2).commit().orElseThrow().subject()).isEqualTo("Change 3");
    assertThat(found.get(2).commit().orElseThrow().date()).isEqualTo("2026-03-04");
    assertThat(revisions.get(2)).startsWith(found.get(2).name());
  }

  @Test
  void wrongRevisionsAreRefusedInOneLineEach() {
    Git git = new Git(repository);
    assertThatThrownBy(() -> git.between("nix", "none"))
        .hasMessageContaining("--good nix: " + repository + " has no such commit")
        .hasMessageContaining("--bad none: ");
    assertThatThrownBy(() -> git.between("main", revisions.get(0)))
        .hasMessageContaining("is no ancestor of bad ");
    assertThatThrownBy(() -> new Git(folder).between("a", "b"))
        .hasMessageContaining("is no repository of git");
  }

  @Test
  void aCommitIsBuiltOnceAndTheRepositoryStaysAsItIs() throws Exception {
    Files.writeString(repository.resolve("build.sh"), "changed by its user\n");
    String head = git("rev-parse", "HEAD");
    Candidate second = candidates().get(1);
    Builds builds = builds(BUILD);
    DuetProcesses.Made made = builds.make(second);
    builds.make(second);
    assertThat(made.skipped()).isEmpty();
    String setting = made.settings().get(0);
    Path prefix = Path.of(setting.substring("server.home=".length()));
    assertThat(Files.readString(prefix.resolve("x"))).isEqualTo("rounds=2\n");
    assertThat(prefix.toString()).contains(revisions.get(1));

    assertThat(builds(BUILD).make(second)).isEqualTo(made);
    assertThat(Files.readAllLines(prefix.getParent().getParent().resolveSibling("count")))
        .hasSize(1);

    assertThat(git("rev-parse", "HEAD")).isEqualTo(head);
    assertThat(git("status", "--short")).isEqualTo("M build.sh");
    assertThat(git("worktree", "list").lines()).hasSize(1);
    assertThat(prefix.resolveSibling("worktree")).doesNotExist();
  }

  @Test
  void aCommitThatDoesNotBuildIsSkippedWithItsLog() throws Exception {
    DuetProcesses.Made made = builds(BUILD).make(candidates().get(2));
    String why = made.skipped().orElseThrow();
    assertThat(why).startsWith("does not build, exit code 7, see ");
    assertThat(Files.readString(Path.of(why.substring(why.indexOf('/'))))).contains("no such type");
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  @Test
  void aCommitThatAnotherBisectionBuildsIsLeftToIt() throws Exception {
    Candidate second = candidates().get(1);
    Path prefix = prefixOf(builds(BUILD).make(second));
    Files.delete(prefix.resolveSibling("done"));
    RunLock other =
        RunLock.take(prefix.getParent(), ProcessIdentity.here(new Proc(), Instant.EPOCH));
    try {
      assertThatThrownBy(() -> builds(BUILD).make(second))
          .hasMessageContaining(prefix.getParent() + " is in use by ");
      assertThat(prefix.resolve("x")).exists();
    } finally {
      other.close();
    }
  }

  /** As on a disk that is not mounted now. */
  @Test
  void aWorktreeOfTheUserWhoseFolderIsAwayStaysKnown() throws Exception {
    Path own = folder.resolve("own");
    git("worktree", "add", "-q", "--detach", own.toString(), "HEAD");
    Files.move(own, folder.resolve("away"));
    builds(BUILD).make(candidates().get(1));
    assertThat(git("worktree", "list").lines()).hasSize(2).anyMatch(line -> line.contains("/own"));
  }

  @Test
  void itsSettingsAreThoseOfVersusAndOfItsFile() throws Exception {
    Candidate second = candidates().get(1);
    DuetProcesses.Made versus =
        builds("mkdir $PREFIX/bin", "server.home=${PREFIX}/bin", "loose-x=1").make(second);
    assertThat(versus.settings().get(0)).endsWith("/prefix/bin");
    assertThat(versus.settings().get(1)).isEqualTo("conf.loose_x=1");
    DuetProcesses.Made file =
        builds("printf '# own\\nrounds=7\\n' > $PREFIX/ibench.settings").make(second);
    assertThat(file.settings()).containsExactly("rounds=7");
  }

  /** A build that was killed has left a part of its prefix and a worktree. */
  @Test
  void whatAKilledBuildHasLeftIsMadeAnew() throws Exception {
    Candidate second = candidates().get(1);
    Path prefix = prefixOf(builds(BUILD).make(second));
    Files.delete(prefix.resolveSibling("done"));
    Files.writeString(prefix.resolve("half"), "");
    git("worktree", "add", "-q", "--detach", prefix.resolveSibling("worktree").toString(), "HEAD");
    assertThat(prefixOf(builds(BUILD).make(second))).isEqualTo(prefix);
    assertThat(prefix.resolve("half")).doesNotExist();
    assertThat(prefix.resolve("x")).exists();
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  private static Path prefixOf(DuetProcesses.Made made) throws IOException {
    return Path.of(made.settings().get(0).substring("server.home=".length())).toRealPath();
  }
}
