package io.ibench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidesTest {

  @TempDir private Path temporary;

  private static List<String> names(String... sides) {
    return names(
        Arrays.stream(sides)
            .map(
                side ->
                    Arrays.stream(side.split(" "))
                        .<StoredRun>map(folder -> new CompareSamples.Run().at(folder))
                        .toList())
            .toList());
  }

  private static List<String> names(List<List<StoredRun>> sides) {
    return SideNames.of(
        sides.stream().map(side -> side.stream().map(StoredRun::folder).toList()).toList(), sides);
  }

  @Test
  void commasPartFoldersButForThoseInTheNameOfOneThatIsThere() throws IOException {
    Path odd = Files.createDirectory(temporary.resolve("a,b"));

    assertThat(Sides.folders("a1,a2,a3")).containsExactly("a1", "a2", "a3");
    assertThat(Sides.folders(odd.toString())).containsExactly(odd.toString());
    assertThat(Sides.folders("x," + odd + ",y")).containsExactly("x", odd.toString(), "y");
    assertThat(Sides.folders("a,,b")).containsExactly("a", "", "b");
  }

  @Test
  void sidesAreNamedByWhatTellsThemApart() {
    assertThat(names("/r/old", "/r/new")).containsExactly("old", "new");
    assertThat(names("/r/a1 /r/a2 /r/a3", "/r/b-1 /r/b-2"))
        .containsExactly("a (3 runs)", "b (2 runs)");
    assertThat(names("/r/mon /r/tue", "/r/wed")).containsExactly("mon .. tue (2 runs)", "wed");
    assertThat(names("/x/result", "/y/result")).containsExactly("x/result", "y/result");
    assertThat(names("/r/1 /r/2", "/r/3 /r/4"))
        .containsExactly("1 .. 2 (2 runs)", "3 .. 4 (2 runs)");
    assertThat(names("/r/a1 /r/a2", "/r/a3 /r/a4")).doesNotHaveDuplicates().hasSize(2);
  }

  private static StoredRun called(String label, String redo) {
    return new CompareSamples.Run()
        .called(label, Map.of("redo", redo, "disk", "fast"))
        .at("/r/" + label + redo);
  }

  @Test
  void sidesAreNamedAsTheUserCallsThemUnlessNamesAreEqual() {
    assertThat(names(List.of(List.of(called("a", "1G")), List.of(called("b", "2G")))))
        .containsExactly("a", "b");
    assertThat(
            names(
                List.of(
                    List.of(called(null, "1G")), List.of(called("x", "2G"), called("y", "2G")))))
        .containsExactly("redo=1G", "redo=2G");
    assertThat(names(List.of(List.of(called("a", "1G")), List.of(called("a", "2G")))))
        .containsExactly("a1G", "a2G");
    assertThat(
            names(
                List.of(List.of(called("a", "1G")), List.of(new CompareSamples.Run().at("/r/b")))))
        .containsExactly("a1G", "b");
    assertThat(names(List.of(List.of(called("a".repeat(61), "1G")), List.of(called("b", "2G")))))
        .containsExactly("a".repeat(61) + "1G", "b2G");
  }

  @Test
  void aFolderOfSeveralRunsIsASideOfThoseThatCount() throws Exception {
    for (String run : List.of("old/run-1", "old/run-2", "old/run-10", "new/run-1", "new/run-2")) {
      new StepFolders(temporary, run).queries("r", "\"qps\": 1").writeSummary();
    }
    new StepFolders(temporary, "old/load").queries("load", "\"ips\": 1").writeSummary();
    Path broken = temporary.resolve("old/run-2/summary.json");
    Files.writeString(broken, Files.readString(broken).replaceFirst("\"done\"", "\"interrupted\""));

    Sides sides =
        Sides.read(
            List.of(temporary.resolve("old").toString(), temporary.resolve("new").toString()));

    assertThat(sides.mistakes()).isEmpty();
    assertThat(sides.sides())
        .extracting(Side::name)
        .containsExactly("old (2 runs)", "new (2 runs)");
    assertThat(sides.sides().get(0).runs())
        .extracting(run -> run.folder().getFileName().toString())
        .containsExactly("run-1", "run-10");
    assertThat(sides.notes()).containsExactly(broken.getParent() + " is not compared: interrupted");
  }

  @Test
  void theCopyOfARunSaysNothingBesideIt() throws Exception {
    Path run = new StepFolders(temporary, "a").queries("r", "\"qps\": 1").write().folder();
    Path copy = Files.createDirectory(temporary.resolve("copy"));
    Files.copy(run.resolve("summary.json"), copy.resolve("summary.json"));

    assertThat(Sides.read(List.of(run.toString(), copy.toString())).mistakes())
        .containsExactly(copy + " is a copy of " + run + ": a run says nothing beside itself");
    assertThat(Sides.read(List.of(run.toString(), "")).mistakes())
        .containsExactly("the name of a folder is empty");
  }

  @Test
  void aSuiteOfDuetsComparesItsSidesItself() throws IOException {
    Path suite = temporary.resolve("suite");
    Files.createDirectories(suite.resolve("ON/run-1"));
    Files.writeString(suite.resolve("ON/run-1/duet.json"), "{}");

    assertThat(Sides.read(List.of(suite.toString())).mistakes())
        .contains(
            suite + " is a suite of duets, which compare their two sides: ibench report shows it");
  }

  @Test
  void allMistakesAreToldAtOnce() throws IOException {
    Path empty = Files.createDirectory(temporary.resolve("empty"));
    Path missing = temporary.resolve("missing");

    Sides sides = Sides.read(List.of(empty + ",," + missing, empty + "/../empty", "not\0a name"));

    assertThat(sides.sides()).isEmpty();
    assertThat(sides.mistakes())
        .hasSize(5)
        .anyMatch(line -> line.contains("summary.json does not exist"))
        .anyMatch(line -> line.startsWith("a folder is missing beside a comma"))
        .anyMatch(line -> line.equals(missing + " does not exist"))
        .anyMatch(line -> line.contains("which is " + empty + ", is given twice"))
        .anyMatch(line -> line.endsWith("is not the name of a folder"));
    assertThat(Sides.read(List.of(missing.toString())).mistakes())
        .contains("a comparison needs two sides or more: BASE OTHER");
  }
}
