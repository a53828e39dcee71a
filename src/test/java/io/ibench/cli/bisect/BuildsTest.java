package io.ibench.cli.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.bisect.Candidate;
import io.ibench.bisect.Duets.DuetFailedException;
import io.ibench.bisect.StoredBisect;
import io.ibench.suite.Host;
import io.ibench.suite.World;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commits of a small repository, each built into a folder of its own. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class BuildsTest {

  private static final String BUILD = "echo built >> ../../../count; sh build.sh";

  @TempDir private Path folder;

  private Path repository;
  private final List<String> revisions = new ArrayList<>();

  private String git(String... words) throws Exception {
    return new TestRepository(repository).git(words);
  }

  @BeforeEach
  void fourCommitsOfWhichTheThirdDoesNotBuild() throws Exception {
    assumeThat(TestRepository.hasGit()).isTrue();
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
    return builds(command, child -> {}, line -> {}, versus);
  }

  private Builds builds(
      String command, Consumer<World.Child> begun, Consumer<String> said, String... versus) {
    return new Builds(
        new StoredBisect.Builds(
            repository.toString(), command, List.of(versus), folder.resolve("cache").toString()),
        new Children(new Host()),
        begun,
        new DuetProcesses.Progress() {
          @Override
          public void begins(String line) {}

          @Override
          public void over(String line) {
            said.accept(line);
          }
        });
  }

  private Path pipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  /** The folder of the only build. */
  private Path onlyPlace() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("cache"), 2)) {
      return all.reduce((first, second) -> second).orElseThrow().toRealPath();
    }
  }

  private static CompletableFuture<DuetProcesses.Made> make(Builds builds, Candidate candidate) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return builds.make(candidate);
          } catch (InterruptedException | DuetFailedException e) {
            throw new CompletionException(e);
          }
        },
        task -> new Thread(task, "build").start());
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
    assertThatThrownBy(() -> git.between("main", "HEAD"))
        .hasMessage(
            "--good main and --bad HEAD are the same revision, "
                + revisions.get(3)
                + "; the good one is an older one");
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

  /** The first build waits for a line, which it gets once the second bisection waits for it. */
  @Test
  @Timeout(120)
  void aCommitThatAnotherBisectionBuildsIsAwaitedAndUsed() throws Exception {
    Candidate second = candidates().get(1);
    Path pipe = pipe();
    String command = "echo built >> ../../../count; cat '" + pipe + "' > \"$PREFIX/x\"";
    CompletableFuture<DuetProcesses.Made> first = make(builds(command), second);
    CompletableFuture<String> said = new CompletableFuture<>();
    CompletableFuture<DuetProcesses.Made> other;
    try (Writer go = Files.newBufferedWriter(pipe)) { // opens once the build reads it
      other = make(builds(command, child -> {}, said::complete), second);
      CompletableFuture.anyOf(said, other).get();
      go.write("go\n");
    }
    assertThat(other.get()).isEqualTo(first.get());
    assertThat(said.get())
        .startsWith("waits for the build of " + second.name() + ": ")
        .contains(" is in use by ");
    Path prefix = prefixOf(first.get());
    assertThat(Files.readString(prefix.resolve("x"))).isEqualTo("go\n");
    assertThat(Files.readAllLines(prefix.getParent().getParent().resolveSibling("count")))
        .hasSize(1);
  }

  @Test
  void aBuildThatAnotherProcessBuiltIntoTooIsNotKept() throws Exception {
    Candidate second = candidates().get(1);
    String command = "echo 1 2 > ../builder";
    assertThatThrownBy(() -> builds(command).make(second))
        .hasMessageContaining("/prefix was built by another process too, or removed; try again");
    assertThat(prefixOf(builds("true").make(second))).isEmptyDirectory();
    assertThatThrownBy(() -> builds("rm -r \"$PREFIX\"").make(second))
        .hasMessageContaining(" or removed; try again");
  }

  @Test
  @Timeout(120)
  void aRunningBuildIsFoundAndEndedWithAllThatItStarted() throws Exception {
    Candidate second = candidates().get(1);
    Path pipe = pipe();
    CompletableFuture<World.Child> begun = new CompletableFuture<>();
    CompletableFuture<DuetProcesses.Made> build =
        make(builds("cat '" + pipe + "'; :", begun::complete, line -> {}), second);
    Writer open = Files.newBufferedWriter(pipe); // opens once the build reads it
    try {
      Path place = onlyPlace();
      World.Child found = BuildNote.read(place).find(new Host(), place).orElseThrow();
      assertThat(found.identity()).isEqualTo(begun.get().identity());
      List<ProcessHandle> below =
          ProcessHandle.of(found.identity().pid()).orElseThrow().descendants().toList();
      assertThat(below).isNotEmpty();
      Children.end(found);
      for (ProcessHandle each : below) {
        each.onExit().get();
      }
      assertThat(build.get().skipped()).isPresent();
    } finally {
      open.close();
    }
  }

  @Test
  @Timeout(120)
  void aBuildThatOutlivedItsBisectionIsEndedFirst() throws Exception {
    Candidate second = candidates().get(1);
    Path place = prefixOf(builds(BUILD).make(second)).getParent();
    Files.delete(place.resolve("done"));
    List<String> words = List.of("sh", "-c", "cat '" + pipe() + "'; :", place.toString());
    World.Child left = new Host().start(words, Map.of(), folder.resolve("log"));
    BuildNote.of(left).write(place);
    List<String> said = new ArrayList<>();
    DuetProcesses.Made made;
    try {
      made = builds(BUILD, child -> {}, said::add).make(second);
      assertThat(left.await(0)).isTrue();
    } finally {
      left.kill();
    }
    assertThat(said)
        .containsExactly(
            "ending the build of "
                + second.name()
                + " that was left by a bisection that was killed");
    assertThat(made.skipped()).isEmpty();
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
