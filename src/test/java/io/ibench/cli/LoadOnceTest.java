package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Load once, then run and verify many times, as a user does. */
@StartsProcess
class LoadOnceTest {

  private static final String LOAD = "drop,create,load,index";

  /** A table of somebody else, with a name that LinkBench uses. */
  private static final Table FOREIGN =
      new Table(
          "counttable",
          List.of(Column.number("id", ColumnType.LONG)),
          List.of("id"),
          false,
          List.of());

  @TempDir private Path temporary;

  private Path folder(String run) {
    return temporary.resolve(run);
  }

  private Cli call(String command, List<Object> options, String... settings) {
    List<Object> arguments = new ArrayList<>(List.of(command, Cli.LINKBENCH, "-d", Cli.SQLITE));
    arguments.addAll(options);
    List<String> all = new ArrayList<>();
    all.add("file=" + temporary.resolve("test.db"));
    all.add("sync=normal");
    all.add("linkbench.maxid1=501");
    all.add("interval=100ms");
    all.addAll(List.of(settings));
    all.forEach(setting -> arguments.addAll(List.of("-s", setting)));
    return ibench(arguments.toArray());
  }

  private Cli run(String run, String steps, String... more) {
    return run(run, List.of(), steps, more);
  }

  private Cli run(String run, List<Object> options, String steps, String... more) {
    List<Object> all = new ArrayList<>(List.of("-o", folder(run)));
    all.addAll(options);
    List<String> settings = new ArrayList<>(List.of(more));
    settings.add("steps=" + steps);
    settings.add("request.until=100ms");
    settings.add("request.repeat=1");
    return call("run", all, settings.toArray(String[]::new));
  }

  private Cli verify(Object... options) {
    return call("verify", List.of(options));
  }

  private JsonNode json(String run, String file) throws IOException {
    return new ObjectMapper().readTree(folder(run).resolve(file).toFile());
  }

  private Database open() throws DatabaseException {
    return Adapters.open("sqlite", Map.of("file", temporary.resolve("test.db").toString()));
  }

  private void createForeignTable() throws DatabaseException {
    try (Database database = open()) {
      database.create(FOREIGN);
    }
  }

  @Test
  void runsAgainAndAgainOnDataThatWasLoadedOnce() throws IOException {
    assertThat(run("load", LOAD).code()).isZero();
    for (int time = 0; time < 2; time++) {
      String name = "run" + time;
      Cli run = run(name, "request,verify");

      assertThat(run.code()).as(run.out() + run.err()).isZero();
      assertThat(run.out())
          .contains("data loaded by run load; runs before this one: " + time)
          .contains("verify: totals as booked: ");
      JsonNode data = json(name, "run.json").get("data");
      assertThat(data.get("ordinal").asInt()).isEqualTo(time);
      assertThat(data.get("loaded_by").asText()).isEqualTo("load");
      assertThat(json(name, "run.json").get("id").asText()).isEqualTo(name);
      JsonNode after = json(name, "summary.json").get("data");
      assertThat(after.get("runs_served").asInt()).isEqualTo(time + 1);
      assertThat(after.at("/settings/linkbench.maxid1").asText()).isEqualTo("501");
      assertThat(after.at("/totals/nodetable/rows").asLong()).isPositive();
    }
    assertThat(json("load", "summary.json").at("/data/loaded_by").asText()).isEqualTo("load");
  }

  @Test
  void aContradictionIsRefusedBeforeAnythingIsTouched() throws IOException {
    run("load", LOAD);
    Cli run = run("other", "request,verify", "linkbench.link_type_count=3", "seed=9");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly(
            "ibench: request: seed is 9, but the data was loaded with 1733776768",
            "ibench: request: linkbench.link_type_count is 3, but the data was loaded with 2",
            "ibench: --as-is lets it work on the data as it is, and the result says so");
    assertThat(folder("other")).doesNotExist();
    assertThat(verify().code()).isZero();
  }

  @Test
  void asIsRunsAndTheResultSaysSo() throws IOException {
    run("load", LOAD);
    Cli run = run("other", List.of("--as-is"), "request,verify", "linkbench.link_type_count=3");

    String line = "linkbench.link_type_count is 3, but the data was loaded with 2";
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("AS IS: " + line);
    assertThat(json("other", "run.json").at("/data/as_is/0").asText()).isEqualTo(line);
    assertThat(json("other", "summary.json").at("/data/as_is/0").asText()).isEqualTo(line);
    assertThat(json("load", "summary.json").at("/data/as_is")).isEmpty();
  }

  @Test
  void requestsWithoutTablesAreOneClearLine() {
    Cli run = run("none", "request,verify");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "ibench: request needs linktable, counttable, nodetable, but there is no linktable,"
                + " counttable, nodetable; load first with steps = create, load, index, ...\n");
    assertThat(folder("none")).doesNotExist();
  }

  @Test
  void aForeignTableIsNotDroppedUnlessTheUserSaysSo() throws Exception {
    createForeignTable();
    Cli run = run("drop", LOAD);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("drop would remove counttable").contains("--drop-foreign");
    assertThat(folder("drop")).doesNotExist();
    try (Database database = open()) {
      assertThat(database.exists("counttable")).isTrue();
      assertThat(database.exists("ibench_tables")).isFalse();
    }
    assertThat(run("forced", List.of("--drop-foreign"), LOAD + ",request,verify").code()).isZero();
  }

  @Test
  void verifyFindsNothingWrongAfterRunsAndAgainstTheLastOfThem() {
    run("load", LOAD);
    run("first", "request");
    run("second", "request,verify");
    Cli second = verify("--against", folder("second"));

    assertThat(second.code()).as(second.out()).isZero();
    assertThat(second.out().lines().findFirst().orElseThrow()).endsWith(": nothing wrong");
    assertThat(second.out())
        .contains("loaded by run load, ", "runs that worked on it: 2")
        .contains("totals as booked: ")
        .contains("as booked in " + folder("second"));
    Cli first = verify("--against", folder("first"));
    assertThat(first.code()).isZero();
    assertThat(first.out()).contains("but for totals: the data has served further runs, 1");
  }

  @Test
  void verifyNamesWhatIsWrongWithTheData() throws Exception {
    run("load", LOAD);
    deleteNode(7);
    Cli verify = verify();

    assertThat(verify.code()).isEqualTo(1);
    String wrong = "WRONG: nodetable rows: expected 500 as booked, found 499";
    assertThat(verify.out().lines().toList().subList(0, 2))
        .satisfiesExactly(
            first ->
                assertThat(first).startsWith("verify: linkbench on ").endsWith(": problems: 1"),
            second -> assertThat(second).isEqualTo("  " + wrong));
    assertThat(verify.out() + verify.err()).containsOnlyOnce(wrong);
  }

  private void deleteNode(long id) throws DatabaseException {
    Table nodes =
        new Table(
            "nodetable",
            List.of(Column.number("id", ColumnType.LONG)),
            List.of("id"),
            true,
            List.of());
    try (Database database = open();
        Session session = database.session()) {
      Prepared delete = session.prepare(new Command.Delete(nodes, List.of(Condition.eq("id")), 0));
      delete.setLong(0, id);
      assertThat(delete.execute()).isEqualTo(1);
    }
  }

  @Test
  void verifyNamesWhatContradictsTheRowAndTheRun() {
    run("load", LOAD);
    run("old", "request");
    run("anew", LOAD);
    Cli settings = call("verify", List.of(), "linkbench.link_type_count=3");
    Cli against = verify("--against", folder("old"));

    assertThat(settings.code()).isEqualTo(1);
    assertThat(settings.out())
        .contains("WRONG: linkbench.link_type_count is 3, but the data was loaded with 2");
    assertThat(against.code()).isEqualTo(1);
    assertThat(against.out())
        .contains("WRONG: the run that loaded the data: anew here, load in " + folder("old"))
        .contains("WRONG: runs served: 0 here, 1 in " + folder("old"));
  }

  @Test
  void verifyAgainstARunNamesATotalThatDiffers() throws IOException {
    run("load", LOAD);
    Path summary = folder("load").resolve("summary.json");
    String text = Files.readString(summary);
    Files.writeString(summary, text.replace("\"rows\" : 500,", "\"rows\" : 501,"));
    assertThat(summary).content().isNotEqualTo(text);
    Cli verify = verify("--against", folder("load"));

    assertThat(verify.code()).isEqualTo(1);
    assertThat(verify.out()).contains("WRONG: nodetable rows: 500 here, 501 in ");
  }

  @Test
  void verifyWithoutTablesOrAnythingToCompareWithIsAMistake() {
    Cli none = verify();
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("there is nothing to verify: no table linktable, ");
    run("load", LOAD);
    Cli against = verify("--against", folder("nowhere"));
    assertThat(against.code()).isEqualTo(2);
    assertThat(against.err()).contains("--against " + folder("nowhere") + ": cannot read ");
  }

  @Test
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void verifyDoesNotWaitForAPipeInThePlaceOfAResult() throws Exception {
    run("load", LOAD);
    Path pipe = Files.createDirectory(folder("pipe")).resolve("summary.json");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Cli against = verify("--against", folder("pipe"));
    assertThat(against.code()).isEqualTo(2);
    assertThat(against.err()).contains("cannot read " + pipe + " is not a file");
  }

  @Test
  void verifySaysThatIbenchDidNotLoadTheTables() throws Exception {
    run("load", LOAD);
    try (Database database = open()) {
      database.drop("ibench_tables");
    }
    Cli verify = verify();

    assertThat(verify.code()).isEqualTo(1);
    assertThat(verify.out()).contains("WRONG: linktable: no row in ibench_tables");
  }
}
