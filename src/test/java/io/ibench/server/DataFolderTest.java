package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.NeedsRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that ibench did not make is neither used nor changed. */
class DataFolderTest {

  @TempDir private Path temporary;

  private Path folder(String name) throws IOException {
    return Files.createDirectory(temporary.toRealPath().resolve(name));
  }

  /** Each file with its contents, links as links. */
  private static Map<String, String> tree(Path root) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      files.forEach(
          file -> {
            try {
              boolean plain = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
              tree.put(file.toString(), plain ? Files.readString(file) : "no file");
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    return tree;
  }

  private void refusedAndUntouched(Path folder, String why) throws IOException {
    Map<String, String> before = tree(temporary);
    assertThatThrownBy(() -> DataFolder.take(folder, "me"))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining(why);
    assertThatThrownBy(() -> DataFolder.retake(folder)).isInstanceOf(ServerException.class);
    assertThatThrownBy(() -> ServerLife.cleanUp(folder)).isInstanceOf(ServerException.class);
    assertThat(tree(temporary)).isEqualTo(before);
  }

  private Path ours(String name) throws Exception {
    Path folder = temporary.toRealPath().resolve(name);
    DataFolder.take(folder, "me").close();
    return folder;
  }

  @Test
  void refusesAFolderWithFilesAndNoMarker() throws Exception {
    Path folder = folder("full");
    Files.writeString(folder.resolve("thesis.txt"), "all of it");
    refusedAndUntouched(folder, "is not empty");
  }

  @Test
  void refusesAHiddenFileAsWell() throws Exception {
    Path folder = folder("hidden");
    Files.writeString(folder.resolve(".git"), "");
    refusedAndUntouched(folder, "is not empty");
  }

  @Test
  void refusesACopiedMarker() throws Exception {
    Path copy = folder("copy");
    Files.copy(ours("ours").resolve(DataFolder.MARKER), copy.resolve(DataFolder.MARKER));
    refusedAndUntouched(copy, "is void");
  }

  @Test
  void refusesAFolderThatWasMoved() throws Exception {
    Path moved = temporary.toRealPath().resolve("moved");
    Files.move(ours("ours"), moved);
    refusedAndUntouched(moved, "is void");
  }

  @Test
  void refusesAnotherFolderInThePlaceOfOurs() throws Exception {
    Path ours = ours("ours");
    Path aside = temporary.resolve("aside");
    Files.move(ours, aside);
    Files.createDirectory(ours);
    Files.copy(aside.resolve(DataFolder.MARKER), ours.resolve(DataFolder.MARKER));
    refusedAndUntouched(ours, "is void");
  }

  @Test
  void refusesALink() throws Exception {
    Path link = temporary.resolve("link");
    Files.createSymbolicLink(link, ours("ours"));
    refusedAndUntouched(link, "is a link");
  }

  @Test
  void refusesALinkToNowhere() throws Exception {
    Path link = temporary.resolve("link");
    Files.createSymbolicLink(link, temporary.resolve("nowhere"));
    refusedAndUntouched(link, "is a link");
  }

  @Test
  void refusesAFile() throws Exception {
    refusedAndUntouched(Files.writeString(temporary.resolve("file"), "text"), "is not a folder");
  }

  @Test
  void refusesAMarkerThatIsALink() throws Exception {
    Path folder = folder("linked");
    Files.createSymbolicLink(
        folder.resolve(DataFolder.MARKER), ours("ours").resolve(DataFolder.MARKER));
    refusedAndUntouched(folder, "has no .ibench-data");
  }

  @Test
  void refusesADamagedMarker() throws Exception {
    Path ours = ours("ours");
    Files.writeString(ours.resolve(DataFolder.MARKER), "owner=me\n");
    refusedAndUntouched(ours, "is void");
  }

  @Test
  void refusesAMarkerOfAnotherHost() throws Exception {
    Path ours = ours("ours");
    Path marker = ours.resolve(DataFolder.MARKER);
    Files.writeString(
        marker, Files.readString(marker).replaceAll("host=.*", "host=somewhere.else"));
    refusedAndUntouched(ours, "was made on host somewhere.else");
  }

  @Test
  void refusesTheRoot() {
    assertThatThrownBy(() -> DataFolder.take(Path.of("/"), "me"))
        .isInstanceOf(ServerException.class);
  }

  @Test
  void refusesTheHomeAndWhatContainsIt() {
    Path home = Path.of(System.getProperty("user.home"));
    assertThatThrownBy(() -> DataFolder.take(home, "me")).isInstanceOf(ServerException.class);
    assertThatThrownBy(() -> DataFolder.retake(home)).isInstanceOf(ServerException.class);
  }

  @Test
  void refusesTheCurrentFolder() {
    assertThatThrownBy(() -> DataFolder.take(Path.of(""), "me"))
        .hasMessageContaining("cannot be a data folder");
  }

  @Test
  void refusesAMountPoint() {
    assertThatThrownBy(() -> DataFolder.take(Path.of("/proc"), "me"))
        .hasMessageContaining("is a mount point");
  }

  @Test
  @AlsoAsRoot
  void aFolderThatItMakesIsItsUsersWhoeverThatIs() throws Exception {
    Path made = temporary.toRealPath().resolve("made");
    try (DataFolder taken = DataFolder.take(made, "me")) {
      assertThat(Files.getAttribute(taken.path(), "unix:uid"))
          .isEqualTo((int) SystemUser.id())
          .isEqualTo(Files.getAttribute(temporary, "unix:uid"));
    }
    assertThat(DataFolder.obstacle(made)).isEmpty();
    assertThat(ServerLife.cleanUp(made)).contains("removed");
  }

  @Test
  @NeedsRoot
  void refusesTheFolderOfAnotherUser() throws Exception {
    Path foreign = folder("foreign");
    SystemUser.handOver(Optional.of("nobody"), foreign);
    refusedAndUntouched(foreign, "belongs to another user");
  }

  @Test
  void aSecondFolderOfTheSameServerIsRemovedWithItAndOnlyIfItIsOurs() throws Exception {
    Path log = temporary.toRealPath().resolve("log");
    Path first = temporary.toRealPath().resolve("first");
    try (DataFolder data = DataFolder.take(first, "me");
        DataFolder further = DataFolder.take(log, "me")) {
      data.note(further);
    }
    Path thesis = Files.writeString(folder("second").resolve("thesis.txt"), "all of it");
    Path second = ours("data");
    Files.writeString(
        second.resolve(DataFolder.MARKER),
        "further=" + thesis.getParent() + "\n",
        StandardOpenOption.APPEND);

    assertThat(ServerLife.cleanUp(first)).isEqualTo("removed " + first + " and " + log);
    assertThatThrownBy(() -> ServerLife.cleanUp(second))
        .hasMessageContaining("has no .ibench-data");

    assertThat(first).doesNotExist();
    assertThat(log).doesNotExist();
    assertThat(thesis).hasContent("all of it");
  }

  @Test
  void refusesTheFolderOfAnotherOwnerWhoMayStillRemoveIt() throws Exception {
    Path ours = ours("ours");
    assertThatThrownBy(() -> DataFolder.take(ours, "another suite"))
        .hasMessageContaining("belongs to me");
    assertThat(ServerLife.cleanUp(ours)).contains("removed");
    assertThat(ours).doesNotExist();
  }

  @Test
  void removesLinksAndNotWhatTheyLeadTo() throws Exception {
    Path elsewhere = folder("elsewhere");
    Files.writeString(elsewhere.resolve("thesis.txt"), "all of it");
    Path ours = ours("ours");
    Files.createSymbolicLink(ours.resolve("out"), elsewhere);
    Files.createSymbolicLink(ours.resolve("file"), elsewhere.resolve("thesis.txt"));
    DataFolder.retake(ours).remove();
    assertThat(ours).doesNotExist();
    assertThat(elsewhere.resolve("thesis.txt")).hasContent("all of it");
  }

  @Test
  void leavesAnEmptyFolderThatWasThereBefore() throws Exception {
    Path before = folder("before");
    DataFolder taken = DataFolder.take(before, "me");
    Files.writeString(before.resolve("data"), "");
    taken.remove();
    assertThat(before).isEmptyDirectory();
  }

  @Test
  void aProcessWithAReusedIdIsNotOurs() throws Exception {
    Path ours = ours("ours");
    long pid = ProcessHandle.current().pid();
    String stat = Files.readString(Path.of("/proc/self/stat")).strip();
    String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
    Path note = ours.resolve(NotedProcess.FILE);
    String later = stat.replaceFirst("^(\\d+ \\(.*\\)(?: \\S+){19}) \\d+", "$1 1");
    for (String text : new String[] {later + "\n" + boot, stat + "\n" + "another-boot\n"}) {
      Files.writeString(note, text);
      assertThat(NotedProcess.read(ours)).map(NotedProcess::pid).contains(pid);
      assertThat(NotedProcess.read(ours)).map(NotedProcess::isRunning).contains(false);
    }
    // This process is none of the folder: its command line does not name it.
    Files.writeString(note, stat + "\n" + boot);
    assertThat(NotedProcess.read(ours)).map(NotedProcess::isRunning).contains(false);
    Files.copy(note, ours.resolve("copy"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(ServerLife.cleanUp(ours)).doesNotContain("stopped");
  }

  /** Others look for what killed runs have left while this one makes and removes its folder. */
  @Test
  void aFolderThatIsMadeOrRemovedIsNeverAbandoned() throws Exception {
    Path folder = temporary.toRealPath().resolve("server");
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService others = Executors.newSingleThreadExecutor();
    try {
      Future<Long> seen =
          others.submit(
              () -> {
                long abandoned = 0;
                while (!over.get()) {
                  abandoned += DataFolder.isAbandoned(folder) ? 1 : 0;
                }
                return abandoned;
              });
      for (int i = 0; i < 300; i++) {
        DataFolder.take(folder, "me").remove();
        assertThat(folder).doesNotExist();
      }
      over.set(true);
      assertThat(seen.get()).isZero();
    } finally {
      over.set(true);
      others.shutdown();
    }
  }
}
