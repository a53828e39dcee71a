package io.ibench.trend;

import static io.ibench.trend.Nights.night;
import static io.ibench.trend.Nights.qps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.ibench.testing.TestUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIndexTest {

  private static final int NIGHTS = 6;

  @TempDir private Path root;
  private Path index;

  @BeforeEach
  void write() throws IOException {
    Nights.write(root, NIGHTS, night -> 1000 + night);
    index = root.resolve(RunIndex.NAME);
  }

  private static Trends read(Path folder) throws IOException {
    return Trends.read(List.of(folder), Order.by(Order.TIME));
  }

  private static List<Double> values(Trends all) {
    return all.trends(FollowedFigures.DEFAULT, step -> true).get(0).series().get(0).values();
  }

  private List<Double> values() throws IOException {
    return values(read(root));
  }

  /** Another value of the same length, at the same time as the old one. */
  private void changeSecretly(int night, String from, String to) throws IOException {
    Path file = root.resolve("night-000" + night).resolve("summary.json");
    FileTime time = Files.getLastModifiedTime(file);
    Files.writeString(file, Files.readString(file).replace(from, to));
    Files.setLastModifiedTime(file, time);
  }

  private void touch(int night) throws IOException {
    Path file = root.resolve("night-000" + night).resolve("summary.json");
    FileTime time = Files.getLastModifiedTime(file);
    Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 5000));
  }

  private long runs() throws IOException {
    try (var lines = Files.lines(index)) {
      return lines.filter(line -> line.startsWith("{\"run\"")).count();
    }
  }

  @Test
  void theSecondReadingBelievesTheFileAsLongAsSizeAndTimeAreTheSame() throws IOException {
    assertThat(values()).containsExactly(1000.0, 1001.0, 1002.0, 1003.0, 1004.0, 1005.0);
    changeSecretly(2, "1002.0", "2222.0");

    assertThat(values()).containsExactly(1000.0, 1001.0, 1002.0, 1003.0, 1004.0, 1005.0);

    touch(2);
    assertThat(values()).containsExactly(1000.0, 1001.0, 2222.0, 1003.0, 1004.0, 1005.0);
    changeSecretly(2, "2222.0", "3333.0");
    assertThat(values()).contains(2222.0);
  }

  @Test
  void aChangedRunJsonMakesARunBeReadAnew() throws IOException {
    values();
    night(1).step("request", qps(1001)).machine("fsync", 900).write(root);

    Trend trend = read(root).trends(FollowedFigures.DEFAULT, step -> true).get(0);

    assertThat(trend.machine()).hasSize(1);
    assertThat(trend.machine().get(0).known()).isEqualTo(1);
  }

  /** All that a trend says comes out of the file as it went in. */
  @Test
  void fromTheFileARunIsTheSame() throws IOException {
    night(7)
        .version("9.9")
        .tag("commit", "a\n\u2028\"b")
        .shape("rows", "10")
        .setting("linkbench.requesters", "4")
        .machine("CPU, 1 thread", 123.4)
        .step("a b", qps(1e-300), "\"threads\": 8", "\"wkbpq\": 0.1")
        .step("none")
        .write(root);
    night(8).state("failed").write(root);
    Files.createDirectories(root.resolve("night-0009"));
    Files.writeString(root.resolve("night-0009").resolve("summary.json"), "{");

    List<TrendRun> first = runsOf(root);
    List<TrendRun> second = runsOf(root);

    assertThat(first).hasSize(NIGHTS + 3);
    assertThat(second).isEqualTo(first);
  }

  private static List<TrendRun> runsOf(Path root) throws IOException {
    List<TrendRun> runs = new ArrayList<>();
    assertThat(RunIndex.read(root, RunFolders.below(root).runs(), runs::add)).isEmpty();
    return runs;
  }

  @Test
  void aNewRunIsAddedAndAGoneOneIsNotTold() throws IOException {
    values();
    night(6).step("request", qps(1006)).write(root);
    Files.delete(root.resolve("night-0000").resolve("summary.json"));
    Files.delete(root.resolve("night-0000").resolve("run.json"));

    assertThat(values()).containsExactly(1001.0, 1002.0, 1003.0, 1004.0, 1005.0, 1006.0);
    assertThat(values()).containsExactly(1001.0, 1002.0, 1003.0, 1004.0, 1005.0, 1006.0);
  }

  /** As after a kill at any byte. */
  @Test
  void whereverTheFileIsCutOffItStaysUsable() throws IOException {
    values();
    byte[] whole = Files.readAllBytes(index);
    for (int length = 0; length < whole.length; length += 211) {
      Files.write(index, Arrays.copyOf(whole, length));
      assertThat(values()).as("%d bytes", length).hasSize(NIGHTS).doesNotContain(Double.NaN);

      changeSecretly(5, "1005.0", "5555.0");
      assertThat(values()).as("%d bytes", length).contains(1005.0);
      changeSecretly(5, "5555.0", "1005.0");
    }
  }

  @Test
  void aFileOfAnotherIbenchIsMadeAnew() throws IOException {
    values();
    String head = Files.readString(index).lines().findFirst().orElseThrow();
    Files.writeString(
        index, Files.readString(index).replace(head, "{\"ibench_trend\":0}").replace("100", "900"));

    assertThat(values()).containsExactly(1000.0, 1001.0, 1002.0, 1003.0, 1004.0, 1005.0);
    assertThat(Files.readString(index)).startsWith(head + "\n").doesNotContain("900");
    assertThat(runs()).isEqualTo(NIGHTS);
  }

  @Test
  void garbageInTheFileIsPassedOver() throws IOException {
    values();
    String good = Files.readString(index);
    String head = good.lines().findFirst().orElseThrow();
    for (String garbage :
        List.of(
            "null",
            "[]",
            "7",
            "{}",
            "{\"run\":{}}",
            "{\"run\":null,\"texts\":1}",
            "{\"texts\":1,\"same\":{}}",
            "\u0000\u0001\u0002")) {
      Files.writeString(index, good.replace(head, head + "\n" + garbage) + garbage + "\n");
      assertThat(values()).as(garbage).hasSize(NIGHTS);
    }
    byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
    for (int at = head.length() + 1; at < bytes.length; at += 41) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x55;
      Files.write(index, damaged);
      assertThat(read(root).runs()).as("byte %d", at).isEqualTo(NIGHTS);
    }
    Files.write(index, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 10, (byte) 0xc3});
    assertThat(values()).hasSize(NIGHTS);
    Files.write(index, new byte[0]);
    assertThat(values()).hasSize(NIGHTS);
  }

  /** Runs that are measured anew each time, as of a resumed night. */
  @Test
  void linesOfRunsThatHaveChangedGoWhenTheyAreMany() throws IOException {
    for (int time = 0; time < 20; time++) {
      values();
      for (int night = 0; night < NIGHTS; night++) {
        touch(night);
      }
    }

    values();
    values();

    assertThat(runs()).isLessThanOrEqualTo(3 * NIGHTS);
    changeSecretly(2, "1002.0", "2222.0");
    assertThat(values()).contains(1002.0);
    assertThat(root.resolve(RunIndex.NAME + ".part")).doesNotExist();
  }

  @Test
  void aFolderThatIsGivenTwiceKeepsItsFile() throws IOException {
    values();
    Trends twice = Trends.read(List.of(root, root), Order.by(Order.TIME));

    assertThat(twice.runs()).isEqualTo(NIGHTS);
    assertThat(runs()).isEqualTo(NIGHTS);
  }

  @Test
  void whereTheFileCannotBeWrittenTheAnswerIsTheSameWithANote() throws IOException {
    Files.createDirectories(index.resolve("in the way"));

    Trends all = read(root);

    assertThat(values(all)).containsExactly(1000.0, 1001.0, 1002.0, 1003.0, 1004.0, 1005.0);
    assertThat(all.notes())
        .containsExactly(
            index + " cannot be written (Is a directory): the next time takes as long");
  }

  @Test
  void inAFolderOfAnotherUserTheAnswerIsTheSameWithANote() throws IOException {
    assumeFalse(TestUser.isRoot(), "root may write everywhere");
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      Trends all = read(root);

      assertThat(values(all)).hasSize(NIGHTS);
      assertThat(all.notes()).hasSize(1);
      assertThat(index).doesNotExist();
    } finally {
      Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void factsOfManyRunsAreInTheFileOnce() throws IOException {
    for (int night = 0; night < NIGHTS; night++) {
      night(night).version("7").setting("a.setting", "once").step("q", qps(night)).write(root);
    }
    values();

    assertThat(Files.readString(index).split("once", -1)).hasSize(2);
    assertThat(Map.of("runs", runs())).containsEntry("runs", (long) NIGHTS);
  }

  /** Each has added a run of its own, with other settings, to a file that had none of both. */
  @Test
  void linesThatTwoProcessesHaveAddedByTurnsKeepTheirFacts() throws IOException {
    Path both = Files.createDirectory(root.resolve("both"));
    night(0).setting("a.setting", "one").step("q", qps(1)).write(both);
    night(1).setting("a.setting", "two").step("q", qps(2)).write(both);
    List<String> first = linesWithout(both, "night-0001");
    List<String> second = linesWithout(both, "night-0000");
    List<TrendRun> runs = runsOf(both);

    Files.write(
        both.resolve(RunIndex.NAME),
        List.of(first.get(0), first.get(1), second.get(1), first.get(2), second.get(2)));

    assertThat(runsOf(both)).isEqualTo(runs);
  }

  /** Those of a file that is made while a run is not there. */
  private List<String> linesWithout(Path folder, String run) throws IOException {
    Path aside = root.resolve("aside");
    Files.move(folder.resolve(run), aside);
    runsOf(folder);
    List<String> lines = Files.readAllLines(folder.resolve(RunIndex.NAME));
    Files.delete(folder.resolve(RunIndex.NAME));
    Files.move(aside, folder.resolve(run));
    return lines.stream().filter(line -> !line.isEmpty()).toList();
  }
}
