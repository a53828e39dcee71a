package io.ibench.trend;

import static io.ibench.trend.Nights.night;
import static io.ibench.trend.Nights.qps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.ibench.testing.TestUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFoldersTest {

  @TempDir private Path temporary;

  private static Trends read(Path... folders) throws IOException {
    return Trends.read(List.of(folders), Order.by(Order.TIME));
  }

  /** A suite of one variant whose cells are done, each with a canary before it. */
  private static void suite(Path folder, double... fsyncs) throws IOException {
    StringBuilder cells = new StringBuilder();
    for (int i = 0; i < fsyncs.length; i++) {
      night(i)
          .in(String.format(Locale.ROOT, "v/run-%d", i + 1))
          .step("q", qps(1000))
          .tag("variant", "v")
          .write(folder);
      cells.append(
          String.format(
              Locale.ROOT,
              "%s{\"number\": %d, \"variant\": \"v\", \"repeat\": %d, \"state\": \"done\","
                  + " \"reason\": null, \"started_millis\": 0, \"seconds\": 1, \"run_seconds\": 1,"
                  + " \"exit_code\": 0, \"server\": null, \"child\": null, \"read_back\": {},"
                  + " \"canary\": {\"cpu_per_second\": 100, \"read_micros\": 50,"
                  + " \"fsync_micros\": %f}, \"remarks\": []}",
              i == 0 ? "" : ", ",
              i + 1,
              i + 1,
              fsyncs[i]));
    }
    Files.writeString(
        folder.resolve("suite.json"),
        "{\"schema\": 1, \"scale\": null, \"settings\": [], \"repeat\": 3, \"only\": [],"
            + " \"cells\": ["
            + cells
            + "]}");
  }

  private static Path duet(Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve("duet.json"), "{}");
  }

  @Test
  void runsAreFoundAtAnyDepth() throws IOException {
    night(0).in("a").step("q", qps(1)).write(temporary);
    night(1).in("b/2026/c").step("q", qps(2)).write(temporary);
    night(2).in("b/2026/d").step("q", qps(3)).write(temporary);
    Files.createDirectories(temporary.resolve("empty/empty"));
    Files.writeString(temporary.resolve("notes.txt"), "no folder");

    assertThat(RunFolders.below(temporary).runs())
        .containsExactly(
            temporary.resolve("a"), temporary.resolve("b/2026/c"), temporary.resolve("b/2026/d"));
    assertThat(read(temporary).runs()).isEqualTo(3);
  }

  @Test
  void whatIsInTheFolderOfARunIsNoOtherRun() throws IOException {
    Path run = night(0).step("q", qps(1)).write(temporary);
    night(1).in("agents/1").step("q", qps(1)).write(run);

    assertThat(read(temporary).runs()).isEqualTo(1);
  }

  @Test
  void cellsOfASuiteHaveTheirCanariesAsTheMachine() throws IOException {
    suite(temporary.resolve("suite"), 900, 1000, 1100);

    assertThat(RunFolders.below(temporary).ofSuites())
        .containsEntry(
            temporary.resolve("suite/v/run-2"),
            Map.of("cpu", 100.0, "read", 50.0, "fsync", 1000.0));
    Trend trend = read(temporary).trends(FollowedFigures.DEFAULT, step -> true).get(0);
    assertThat(trend.machine())
        .filteredOn(series -> series.figure().key().equals("fsync"))
        .singleElement()
        .extracting(Series::values)
        .isEqualTo(List.of(900.0, 1000.0, 1100.0));
    Trend again = read(temporary).trends(FollowedFigures.DEFAULT, step -> true).get(0);
    assertThat(again.machine()).isEqualTo(trend.machine());
  }

  @Test
  void aDamagedFileOfASuiteIsToldAndItsRunsAreRead() throws IOException {
    suite(temporary, 900);
    Files.writeString(temporary.resolve("suite.json"), "{\"schema\": 7");

    Trends all = read(temporary);

    assertThat(all.notes()).containsExactly("not readable: " + temporary.resolve("suite.json"));
    assertThat(all.runs()).isPositive();
  }

  /** Such as lost+found on a disk of results. */
  @Test
  void aFolderThatMayNotBeReadIsToldAndOthersAreRead() throws IOException {
    assumeFalse(TestUser.isRoot(), "root may read everything");
    night(0).step("q", qps(1)).write(temporary);
    Path closed = Files.createDirectory(temporary.resolve("lost+found"));
    Files.setPosixFilePermissions(closed, Set.of());

    Trends all = read(temporary);

    assertThat(all.notes()).containsExactly("not readable: " + closed);
    assertThat(all.runs()).isEqualTo(1);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void duetsAreCountedAndLeftOut() throws IOException {
    night(0).step("q", qps(1)).write(temporary);
    night(1).in("duet/a").step("q", qps(2)).write(temporary);
    night(1).in("duet/b").step("q", qps(2)).write(temporary);
    duet(temporary.resolve("duet"));

    Trends all = read(temporary);

    assertThat(all.runs()).isEqualTo(1);
    assertThat(all.notes()).containsExactly("1 duet is not followed");
  }

  @Test
  void aFolderWithoutARunIsRefusedInWords() throws IOException {
    Path duets = temporary.resolve("duets");
    duet(duets.resolve("a"));
    Path empty = Files.createDirectories(temporary.resolve("empty"));
    Path file = Files.writeString(temporary.resolve("file"), "");

    assertThatThrownBy(() -> read(duets))
        .hasMessage(
            duets + " has only duets, which compare their two sides themselves: ibench report");
    assertThatThrownBy(() -> read(empty))
        .hasMessage(empty + " has no result of a run, also not in its folders");
    assertThatThrownBy(() -> read(file)).hasMessage(file + " is not a folder");
    assertThatThrownBy(() -> read(temporary.resolve("none")))
        .hasMessage(temporary.resolve("none") + " does not exist");
  }

  @Test
  void aRunCountsOnceHoweverOftenItIsGiven() throws IOException {
    Nights.write(temporary.resolve("all"), 4, night -> 1000);
    Path all = temporary.resolve("all");
    Path link = Files.createSymbolicLink(temporary.resolve("link"), all);

    assertThat(read(all, all).runs()).isEqualTo(4);
    assertThat(read(all, link).runs()).isEqualTo(4);
    assertThat(read(all.resolve("night-0001"), all).runs()).isEqualTo(4);
    assertThat(read(all, all.resolve("night-0001")).runs()).isEqualTo(4);
  }

  @Test
  void theFolderOfARunGetsNoIndex() throws IOException {
    Path run = night(0).step("q", qps(1)).write(temporary);

    assertThat(read(run).runs()).isEqualTo(1);

    assertThat(run.resolve(RunIndex.NAME)).doesNotExist();
    assertThat(temporary.resolve(RunIndex.NAME)).doesNotExist();
  }

  /** Some runs of a folder that are already known must not cost it what it knows of them. */
  @Test
  void aFolderWhoseRunsWereGivenBeforeKeepsItsIndex() throws IOException {
    Nights.write(temporary, 4, night -> 1000);
    read(temporary);
    String before = Files.readString(temporary.resolve(RunIndex.NAME));

    read(
        temporary.resolve("night-0000"),
        temporary.resolve("night-0001"),
        temporary.resolve("night-0002"),
        temporary);

    assertThat(Files.readString(temporary.resolve(RunIndex.NAME))).isEqualTo(before);
  }
}
