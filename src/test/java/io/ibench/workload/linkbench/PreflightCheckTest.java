package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import io.ibench.db.internal.TableRegister.Row;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.OverrideFlag;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which runs may begin on which tables. */
@Timeout(300)
class PreflightCheckTest {

  private static final String LOAD = "drop, create, load, index";

  @TempDir Path folder;

  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    database = Adapters.open("memory", Map.of());
  }

  @AfterEach
  void close() throws DatabaseException {
    database.close();
  }

  private RegisteredDataset admit(
      String steps, Map<String, String> settings, OverrideFlag... consents) throws Exception {
    Plan plan = VirtualRun.plan(steps, settings);
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "linkbench", "new");
    dataset.admit(Set.of(consents));
    return dataset;
  }

  private RegisteredDataset admit(String steps, OverrideFlag... consents) throws Exception {
    return admit(steps, Map.of(), consents);
  }

  private List<String> refused(String steps, Map<String, String> settings, OverrideFlag... consents)
      throws Exception {
    try {
      admit(steps, settings, consents);
    } catch (RefusedException e) {
      return e.reasons();
    }
    return List.of();
  }

  private String refused(String steps, OverrideFlag... consents) throws Exception {
    List<String> reasons = refused(steps, Map.of(), consents);
    assertThat(reasons).hasSize(1);
    return reasons.get(0);
  }

  private void load() throws Exception {
    VirtualRun.of(database, "loader", LOAD);
  }

  @Test
  void aWholeExperimentMayBeginOnNothingAndOnItsOwnTables() throws Exception {
    admit(LOAD + ", request, verify");
    load();
    admit(LOAD + ", request, verify", Map.of("linkbench.maxid1", "999", "seed", "5"));
  }

  @Test
  void nothingIsRefusedWhereNothingIsKept() throws Exception {
    database = Adapters.open("noop", Map.of());
    admit("request, verify");
    admit("load, load_2", Map.of("load_2.like", "load"));
  }

  @Test
  void stepsOnTablesThatAreNotThereAreRefused() throws Exception {
    for (String steps : List.of("request", "verify", "load", "index, request", "drop, request")) {
      assertThat(refused(steps))
          .contains(" needs linktable, counttable, nodetable, but there is no linktable, ");
    }
    load();
    database.drop("counttable");
    assertThat(refused("request")).contains("but there is no counttable; ");
    assertThat(refused("drop, request")).contains("but there is no linktable, ");
  }

  /** Tables of an earlier run, which has not created the index. */
  @Test
  void requestsOnTablesThatLackTheIndexAreRefusedAlsoBehindALoadOfTheSameRun() throws Exception {
    VirtualRun.of(database, "creator", "create");
    assertThat(refused("load, request", Map.of()))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("request: linktable is not as ibench makes it: ")
        .contains("id1_type");
    admit("load, index, request");
    VirtualRun.of(database, "indexer", "index");
    admit("load, request");
  }

  @Test
  void everyContradictionIsNamedWithBothValues() throws Exception {
    load();
    Map<String, String> other = Map.of("linkbench.maxid1", "301", "seed", "5");
    assertThat(refused("request", other))
        .containsExactly(
            "request: seed is 5, but the data was loaded with 4711",
            "request: linkbench.maxid1 is 301, but the data was loaded with 201",
            "--as-is lets it work on the data as it is, and the result says so");
    assertThat(refused("verify", other)).hasSize(3);
  }

  @Test
  void withConsentAContradictionIsARemark() throws Exception {
    load();
    RegisteredDataset dataset =
        admit("request", Map.of("linkbench.maxid1", "301"), OverrideFlag.AS_IS);
    assertThat(dataset.remarks())
        .containsExactly("linkbench.maxid1 is 301, but the data was loaded with 201");
    assertThat(admit("request", OverrideFlag.AS_IS).remarks()).isEmpty();
  }

  @Test
  void settingsThatDoNotShapeTheDataMayDiffer() throws Exception {
    load();
    admit("request", Map.of("linkbench.range_limit", "5", "linkbench.read_shape", "0.5"));
    admit("request", Map.of("linkbench.maxid1", "0.201k"));
  }

  @Test
  void aFileOfDegreesIsWhatItHolds() throws Exception {
    Path file = Path.of(LinkBenchRun.distribution(folder, "5 100"));
    VirtualRun.of(database, "loader", LOAD, Map.of("linkbench.degrees", file.toString()));
    Path moved = Files.createDirectory(folder.resolve("moved")).resolve(file.getFileName());
    Files.move(file, moved);
    admit("request", Map.of("linkbench.degrees", moved.toString()));
    Files.writeString(moved, "nlinks\n6 100\n");
    assertThat(refused("request", Map.of("linkbench.degrees", moved.toString())).get(0))
        .contains("linkbench.degrees is ", "(CRC ", ", but the data was loaded with ");
  }

  @Test
  void anIncompleteLoadIsRefusedWhateverTheConsent() throws Exception {
    VirtualRun.interrupted(database, "halfway", LOAD, 1);
    for (String steps : List.of("request", "verify", "index, request")) {
      assertThat(refused(steps, OverrideFlag.AS_IS, OverrideFlag.DROP_FOREIGN))
          .contains("the load of linktable was never completed (run halfway loaded it)");
    }
    admit(LOAD);
  }

  @Test
  void tablesThatWereNeverLoadedAreRefused() throws Exception {
    VirtualRun.of(database, "creator", "create");
    assertThat(refused("request"))
        .contains("the load of linktable was never begun (run creator created the table)");
    assertThat(refused("drop, create, request")).contains("request finds empty tables");
    admit("load, index, request");
  }

  @Test
  void aLoadOnTablesThatHoldDataIsRefused() throws Exception {
    load();
    assertThat(refused("load"))
        .contains("load needs empty tables, but linktable, counttable, nodetable would hold data");
    assertThat(refused("create, load"))
        .contains("create finds linktable, counttable, nodetable there already");
    assertThat(refused("drop, create, load, again", Map.of("again.like", "load")))
        .singleElement()
        .asString()
        .contains("again needs empty tables");
  }

  @Test
  void tablesThatIbenchDidNotMakeAreNeverDropped() throws Exception {
    database.create(GraphTables.NODES);
    assertThat(refused(LOAD))
        .contains("drop would remove nodetable, which ibench did not make")
        .contains("--drop-foreign");
    assertThat(refused(LOAD, OverrideFlag.AS_IS)).contains("nodetable");
    Plan plan = VirtualRun.plan(LOAD, Map.of());
    RegisteredDataset unasked = RegisteredDataset.read(plan, database, "linkbench", "new");
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> unasked.drop(GraphTables.NODES))
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.DENIED));
    assertThat(database.exists("nodetable")).isTrue();

    assertThat(admit(LOAD, OverrideFlag.DROP_FOREIGN).drop(GraphTables.NODES)).isTrue();
    assertThat(database.exists("nodetable")).isFalse();
  }

  @Test
  void tablesMadeByHandAreLoadedAndStillNotDropped() throws Exception {
    for (var table : GraphTables.ALL) {
      database.create(table);
    }
    VirtualRun.of(database, "loader", "load, index");
    admit("request, verify");
    assertThat(refused(LOAD)).contains("linktable, counttable, nodetable, which ibench did not");
  }

  @Test
  void dataThatSomebodyElseLoadedIsWorkedOnWithConsentOnly() throws Exception {
    load();
    new TableRegister(database).remove("nodetable");
    assertThat(refused("request", Map.of()))
        .containsExactly(
            "request: ibench did not load nodetable (no row in ibench_tables)",
            "--as-is lets it work on the data as it is, and the result says so");
    assertThat(admit("request", OverrideFlag.AS_IS).remarks()).hasSize(1);
  }

  /** Replaces counttable by another table; its row in ibench_tables stays. */
  private void replaceCounts() throws DatabaseException {
    database.drop("counttable");
    Table counts = GraphTables.COUNTS;
    List<Column> columns = new ArrayList<>(counts.columns());
    columns.remove(counts.position("version"));
    database.create(
        new Table(counts.name(), columns, List.of("link_type", "id"), false, List.of()));
  }

  @Test
  void tablesWithOtherColumnsAreRefusedBeforeAnythingIsWritten() throws Exception {
    load();
    replaceCounts();
    for (String step : List.of("request", "verify")) {
      assertThat(refused(step, Map.of()))
          .containsExactly(
              step + ": counttable is not as ibench makes it: it has no column version",
              step
                  + ": counttable is not as ibench makes it: its primary key is (link_type, id),"
                  + " not (id, link_type)",
              "--as-is lets it work on the data as it is, and the result says so");
    }
    assertThat(refused("index", Map.of())).hasSize(3);
    assertThat(admit("request", OverrideFlag.AS_IS).remarks()).hasSize(2);
    admit(LOAD + ", request");
  }

  @Test
  void nothingIsLoadedIntoTablesWithOtherColumns() throws Exception {
    for (var table : GraphTables.ALL) {
      database.create(table);
    }
    replaceCounts();
    assertThat(refused("load, index", Map.of()).get(0))
        .isEqualTo("load: counttable is not as ibench makes it: it has no column version");
  }

  @Test
  void indexesThatThereAreAlreadyAreNotMadeAgain() throws Exception {
    load();
    assertThat(refused("index, request", Map.of()))
        .containsExactly("index would make id1_type, which linktable has already; leave out index");
    admit(LOAD);
  }

  @Test
  void requestsNeedTheIndexThatVerificationDoesWithout() throws Exception {
    VirtualRun.of(database, "loader", "create, load");
    assertThat(refused("verify, request", Map.of()).get(0))
        .isEqualTo("request: linktable is not as ibench makes it: it has no index id1_type");
    admit("verify");
    admit("index, request");
  }

  @Test
  void aRegisterOfSomebodyElseIsNotRead() throws Exception {
    database.create(GraphTables.NODES.renamed("ibench_tables"));
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> admit("create"))
        .withMessageStartingWith(
            "the table ibench_tables is not ibench's: it has no column table_name");
  }

  @Test
  void theTablesAreTriedUnderANameThatNobodyHas() throws Exception {
    load();
    database.create(GraphTables.NODES.renamed("ibench_trial"));
    admit(LOAD);
    assertThat(database.exists("ibench_trial")).isTrue();
    assertThat(database.exists("ibench_trial_2")).isFalse();
  }

  @Test
  void tablesOfTwoLoadsDoNotBelongTogether() throws Exception {
    load();
    TableRegister register = new TableRegister(database);
    Row row = register.rows(List.of("nodetable")).get("nodetable");
    register.write(
        List.of(
            new Row(
                "nodetable",
                "linkbench",
                "another",
                row.runsServed(),
                row.seed(),
                row.loadMillis(),
                row.settings(),
                row.totals(),
                row.state(),
                true)));
    assertThat(refused("request", Map.of()))
        .contains("request: the tables were loaded by different runs: another, loader");
  }
}
