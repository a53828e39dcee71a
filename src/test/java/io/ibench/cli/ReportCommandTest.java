package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {

  @TempDir private Path temporary;

  /** A run on its own SQLite file, with report periods and a target rate. */
  private Cli run(Path folder, String steps, String... more) {
    List<String> settings = new ArrayList<>();
    settings.add("steps=" + steps);
    settings.add("file=" + folder + ".db");
    settings.add("sync=normal");
    settings.add("linkbench.maxid1=301");
    settings.add("interval=50ms");
    settings.add("report.every=100ms");
    settings.addAll(List.of(more));
    List<Object> arguments =
        new ArrayList<>(List.of("run", Cli.LINKBENCH, "-d", Cli.SQLITE, "-o", folder, "--lenient"));
    settings.forEach(setting -> arguments.addAll(List.of("-s", setting)));
    return ibench(arguments.toArray());
  }

  @Test
  void aStoredRunIsPrintedAsItPrintedItself() throws IOException {
    Path folder = temporary.resolve("done");
    Cli run =
        run(
            folder,
            "drop,create,load,index,request,paced,verify",
            "request.until=500ms",
            "request.repeat=1",
            "paced.like=request",
            "paced.until=150ms",
            "paced.repeat=2",
            "paced.rate=500/s");
    Cli report = ibench("report", folder);
    Cli all = ibench("report", folder, "--all");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(report.code()).isZero();
    assertThat(report.err()).isEmpty();
    assertThat(all.out())
        .isEqualTo(Files.readString(folder.resolve("summary.txt")) + "results in " + folder + "\n");
    assertThat(report.out())
        .isEqualTo(run.out())
        .containsPattern("\n  (request|\\d+ms) #1 ")
        .contains("response time in", "run done");
  }

  @Test
  void aFailedRunIsAResultLikeAnyOther() {
    Path folder = temporary.resolve("failed");
    Cli run = run(folder, "create,index,again,load", "again.like=index");
    Cli report = ibench("report", folder);

    assertThat(run.code()).isEqualTo(1);
    assertThat(report.code()).isZero();
    assertThat(report.out())
        .isEqualTo(run.out())
        .contains("again: FAILED: fatal: ", "not begun: load", "run failed");
  }

  @Test
  void anEmptyNameIsNotTheCurrentFolder() {
    Cli report = ibench("report", "");

    assertThat(report.code()).isEqualTo(2);
    assertThat(report.err()).isEqualTo("ibench: DIR is empty; allowed: a result folder\n");
  }

  @Test
  void severalAreShownOneAfterTheOtherAndWhatCannotBeShownIsNamed() throws IOException {
    Path one = temporary.resolve("one");
    Path two = temporary.resolve("two");
    Cli first = run(one, "drop,create");
    Cli second = run(two, "drop,create");
    Path broken = Files.createDirectory(temporary.resolve("broken"));
    Files.writeString(broken.resolve("summary.json"), "{\"schema\": 1,");
    Path missing = temporary.resolve("missing");

    Cli report = ibench("report", one, broken, missing, two);

    assertThat(report.code()).isEqualTo(2);
    assertThat(report.out()).isEqualTo(first.out() + "\n" + second.out());
    assertThat(report.err().lines())
        .containsExactly(
            "ibench: "
                + broken.resolve("summary.json")
                + " is damaged: no JSON from line 1, column 14 on"
                + "; copy the folder again from where the run wrote it",
            "ibench: " + missing + " does not exist");
  }

  /** One complete result, and one of which only the beginning exists. */
  private Object[] wholeAndBroken(Object... arguments) throws IOException {
    Path whole = temporary.resolve("whole");
    run(whole, "drop,create,load");
    Path broken = Files.createDirectory(temporary.resolve("broken"));
    Files.writeString(broken.resolve("summary.json"), "");
    List<Object> all = new ArrayList<>(List.of("report", broken, whole, whole));
    all.addAll(List.of(arguments));
    return all.toArray();
  }

  private void assertBrokenIsNamed(Cli report) {
    assertThat(report.code()).isEqualTo(2);
    assertThat(report.err())
        .isEqualTo(
            "ibench: "
                + temporary.resolve("broken/summary.json")
                + " is empty; copy the folder again from where the run wrote it\n");
  }

  @Test
  void csvHasOneHeadForAllFoldersThatCanBeRead() throws IOException {
    Cli report = ibench(wholeAndBroken("--format", "csv"));

    assertBrokenIsNamed(report);
    assertThat(report.out().lines().filter(line -> line.startsWith("folder,"))).hasSize(1);
    assertThat(report.out().lines().filter(line -> line.contains(",load,1,1,rows,done,")))
        .hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void jsonIsAListOfTheSummariesAsTheyAreStored() throws IOException {
    Cli report = ibench(wholeAndBroken("--format", "json"));

    assertBrokenIsNamed(report);
    ObjectMapper mapper = new ObjectMapper();
    JsonNode stored = mapper.readTree(temporary.resolve("whole").resolve("summary.json").toFile());
    assertThat(mapper.readTree(report.out())).containsExactly(stored, stored);
  }

  @Test
  void comparisonsAndMarkdownAreMadeOfWhatCanBeRead() throws IOException {
    Object[] folders = wholeAndBroken();
    assertBrokenIsNamed(ibench(with(folders, "--table", "engines")));
    assertBrokenIsNamed(ibench(with(folders, "--table", "loads", "--format", "Markdown")));
    assertBrokenIsNamed(ibench(with(folders, "--format=markdown", "--all")));

    assertThat(ibench(with(folders, "--table", "engines")).out())
        .contains("ibench: 2 results compared", "\n  load; an MB/s is 1000 KB/s\n");
    assertThat(ibench(with(folders, "--table", "loads", "--format", "markdown")).out())
        .contains("| DB-size GB | Bytes-per-doc |");
    assertThat(ibench(with(folders, "--format=markdown")).out())
        .startsWith("## ibench ")
        .containsOnlyOnce("\n## ibench: 2 results of linkbench compared\n");
  }

  @Test
  void belowSeveralOfOneWorkloadStandTheirTables() throws IOException {
    Path one = temporary.resolve("one");
    Path two = temporary.resolve("two");
    Cli first = run(one, "drop,create,load");
    Cli second = run(two, "drop,create,load");

    Cli report = ibench("report", one, two);

    assertThat(report.code()).isZero();
    assertThat(report.out())
        .startsWith(
            first.out() + "\n" + second.out() + "\nibench: 2 results of linkbench compared\n")
        .contains("  2: " + two + ": ", "\n  load; an MB/s is 1000 KB/s\n", "\n  loads: ");
  }

  private static Object[] with(Object[] folders, Object... more) {
    List<Object> all = new ArrayList<>(List.of(folders));
    all.addAll(List.of(more));
    return all.toArray();
  }

  @Test
  void whatIsNotAFormatIsRefusedWithThoseThatAre() {
    Cli report = ibench("report", temporary, "--format", "xml");

    assertThat(report.code()).isEqualTo(2);
    assertThat(report.err()).contains("text, csv, json, markdown").contains("xml");
    assertThat(report.out()).isEmpty();
  }

  @Test
  void optionsThatContradictEachOtherAreRefused() {
    Cli csv = ibench("report", temporary, "--format", "csv", "--table", "engines");
    Cli table = ibench("report", temporary, "--table", "loads", "--all");

    assertThat(csv.code()).isEqualTo(2);
    assertThat(csv.err()).contains("--table");
    assertThat(table.code()).isEqualTo(2);
    assertThat(table.err()).contains("--table");
  }
}
