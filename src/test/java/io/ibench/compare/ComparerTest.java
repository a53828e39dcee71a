package io.ibench.compare;

import static io.ibench.compare.CompareSamples.side;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.compare.CompareSamples.Run;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which runs did the same work, and which differences are reported. */
class ComparerTest {

  @TempDir private Path temporary;

  private int folders;

  private Side one(String name, Run... runs) {
    return new Side(
        name, Arrays.stream(runs).map(run -> run.in(temporary.resolve(name + ++folders))).toList());
  }

  private List<String> refusals(Run base, Run other) {
    return Comparer.refusals(List.of(one("a", base), one("b", other)));
  }

  private Comparison compare(Run base, Run other) {
    return Comparer.compare(List.of(one("a", base), one("b", other)), List.of(), List.of());
  }

  @Test
  void theSameWorkIsNotRefusedAndHasNoDifferences() {
    assertThat(refusals(new Run(), new Run())).isEmpty();
    Comparison comparison = compare(new Run(), new Run());
    assertThat(comparison.differences()).isEmpty();
    assertThat(comparison.unlike()).isEmpty();
    assertThat(comparison.notes()).isEmpty();
  }

  @Test
  void theUrlOfAPrivateServerAndWaitsForItAreNoDifferences() {
    Run base = new Run().setting("url", "jdbc:mariadb://127.0.0.1:41234/ibench");
    base.setting("server.ready_within", "60s");
    Run other = new Run().setting("url", "jdbc:mariadb://127.0.0.1:45678/ibench");
    other.setting("server.stop_within", "90s");

    assertThat(compare(base, other).differences())
        .extracting(SettingDifference::name)
        .containsExactly("url");
    base.origin = "--server";
    other.origin = "suite/servers/2-r1/database.properties:2";
    assertThat(compare(base, other).differences()).isEmpty();
  }

  @Test
  void otherWorkIsRefusedWithKeyValuesAndFolders() {
    assertThat(refusals(new Run(), new Run().shape("linkbench.maxid1", "5001")))
        .containsExactly(
            "not the same work: data linkbench.maxid1: 1001 in "
                + temporary.resolve("a1")
                + "; 5001 in "
                + temporary.resolve("b2"));
    Run insert = new Run();
    insert.workload = "insert";
    assertThat(refusals(new Run(), insert))
        .first()
        .asString()
        .contains("not the same work: workload: linkbench");
  }

  private static Run probed(double fsync, double read) {
    Run run = new Run();
    run.host.put(
        "machine_probe",
        Map.of(
            "folder",
            "/data/" + fsync,
            "figures",
            List.of(
                Map.of("name", "fsync", "unit", "us", "rounds", around(fsync)),
                Map.of("name", "16 KB read", "unit", "us", "rounds", around(read)))));
    return run;
  }

  private static List<Double> around(double value) {
    return List.of(value, 0.9 * value, 1.1 * value, value, value);
  }

  @Test
  void aMachineThatHasBecomeSlowerIsNamedWithBothFigures() {
    Comparison comparison = compare(probed(400, 90), probed(1900, 100));

    assertThat(comparison.notes())
        .containsExactly(
            "b: not the machine of yesterday: fsync 1.9 ms against 400 us in the base (more than"
                + " 25 % apart, and more than the noise of the probes)");
    assertThat(comparison.differences()).isEmpty();
  }

  @Test
  void probesThatDifferWithinTheirNoiseOrByLittleAreNotMentioned() {
    assertThat(compare(probed(400, 90), probed(480, 90)).notes()).isEmpty();
    assertThat(compare(probed(400, 90), new Run()).notes()).isEmpty();
    Run noisy = probed(400, 90);
    noisy.host.put(
        "machine_probe",
        Map.of(
            "figures",
            List.of(
                Map.of(
                    "name", "fsync", "unit", "us", "rounds", List.of(90, 800, 300, 5000, 700)))));
    assertThat(compare(probed(400, 90), noisy).notes()).isEmpty();
  }

  private void assertRefused(String setting, boolean refused) {
    List<String> lines = refusals(new Run().setting(setting, "1"), new Run().setting(setting, "2"));
    assertThat(lines).as(setting).hasSize(refused ? 1 : 0);
    Comparison comparison =
        compare(new Run().setting(setting, "1"), new Run().setting(setting, "2"));
    List<SettingDifference> told = refused ? comparison.unlike() : comparison.differences();
    assertThat(told).containsExactly(new SettingDifference("settings", setting, List.of("1", "2")));
    assertThat(refused ? comparison.differences() : comparison.unlike()).isEmpty();
  }

  @Test
  void settingsThatSayWhatIsDoneMustBeEqual() {
    assertRefused("linkbench.era", true);
    assertRefused("linkbench.addlink", true);
    assertRefused("load.rows", true);
    assertRefused("request.insert.mix", true);
    assertRefused("request.rows_per_commit", true);
    assertRefused("request.range_size", true);
  }

  @Test
  void settingsThatOneComparesMayDiffer() {
    assertRefused("sync", false);
    assertRefused("request.threads", false);
    assertRefused("request.rate", false);
    assertRefused("request.until", false);
    assertRefused("request.matrix_group", false);
    assertRefused("request.insert.rate", false);
    assertRefused("linkbench.verify", false);
    assertRefused("notrun.rows", false);
    assertRefused("url", false);
    assertRefused("label", false);
    assertRefused("tag.load.rows", false);
    assertRefused("expect.request", false);
  }

  @Test
  void aBatchFormIsWhatItSendsAndNotWhereItIsPrepared() {
    Run server = new Run().database("batch", "multi-row VALUES, prepared on the server");
    Run bulk = new Run().database("batch", "bulk protocol, prepared on the server");

    assertThat(refusals(new Run(), server)).isEmpty();
    assertThat(refusals(server, bulk))
        .hasSize(1)
        .first()
        .asString()
        .contains("database batch: ", "bulk protocol");
    assertThat(compare(new Run(), server).differences())
        .extracting(SettingDifference::name)
        .containsExactly("batch");
  }

  @Test
  void runsOfOneSideMustBeOfOneKind() {
    Side mixed = one("a", new Run(), new Run().setting("sync", "normal"));
    Side other = one("b", new Run());
    Side upgraded = one("c", new Run(), new Run().database("version", "2.0"));

    assertThat(Comparer.refusals(List.of(mixed, other)))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("the runs of one side are not of one kind: settings sync: full in ");
    assertThat(Comparer.refusals(List.of(other, upgraded))).hasSize(1);
    assertThat(Comparer.compare(List.of(mixed, other), List.of(), List.of()).unlike())
        .containsExactly(
            new SettingDifference("settings", "sync", List.of("full / normal", "full")));
  }

  @Test
  void hostsAndPlacesMayDifferWithinASideAndAreTold() {
    Run moved = new Run().setting("file", "/b").setting("dir", "/d").setting("tag.disk.rows", "x");
    moved.host.put("cpus", 4);
    moved.runsBefore = 1;
    List<Side> sides =
        List.of(
            one(
                "a",
                new Run().setting("file", "/a").setting("dir", "/c").setting("tag.disk.rows", "y"),
                moved),
            one("b", new Run()));

    assertThat(Comparer.refusals(sides)).isEmpty();
    assertThat(Comparer.compare(sides, List.of(), List.of()).differences())
        .containsExactly(
            new SettingDifference("settings", "file", List.of("/a / /b", "-")),
            new SettingDifference("settings", "dir", List.of("/c / /d", "-")),
            new SettingDifference("settings", "tag.disk.rows", List.of("y / x", "-")),
            new SettingDifference("data before the run", "runs before", List.of("0 / 1", "0")),
            new SettingDifference("client host", "cpus", List.of("2 / 4", "2")));
  }

  @Test
  void nestedFactsOfTheHostHaveDottedNames() {
    Run base = new Run();
    Run other = new Run();
    base.host.put("storage", Map.of("devices", List.of(Map.of("scheduler", "none"))));
    other.host.put("storage", Map.of("devices", List.of(Map.of("scheduler", "kyber"))));
    other.host.put("server_host", Map.of("flags", List.of("x", "y")));

    assertThat(compare(base, other).differences())
        .containsExactly(
            new SettingDifference(
                "client host", "storage.devices.scheduler", List.of("none", "kyber")),
            new SettingDifference("server host", "flags", List.of("-", "x y")));
  }

  private static Map<String, String> directory(String path, String source) {
    return Map.of(
        "path", path, "mount_point", "/", "type", "ext4", "options", "rw", "source", source);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Run storedIn(Map<String, String>... directories) {
    Run run = new Run();
    run.host.put("storage", Map.of("directories", Arrays.asList(directories)));
    return run;
  }

  @Test
  void theSameStorageIsNoDifferenceWhateverItsFoldersAreCalledAndHoweverManyThereAre() {
    Run one = storedIn(directory("/a", "/dev/sda"));
    Run renamed = storedIn(directory("/b", "/dev/sda"));
    Run two = storedIn(directory("/a", "/dev/sda"), directory("/a/log", "/dev/sda"));
    Run apart = storedIn(directory("/a", "/dev/sda"), directory("/l", "/dev/sdb"));
    Run moved =
        storedIn(
            directory("/a", "/dev/sda"), directory("/b", "/dev/sda"), directory("/l", "/dev/sdb"));
    Run turned =
        storedIn(
            directory("/x", "/dev/sda"), directory("/y", "/dev/sdb"), directory("/z", "/dev/sda"));

    assertThat(compare(one, renamed).differences()).isEmpty();
    assertThat(compare(one, two).differences()).isEmpty();
    assertThat(compare(apart, moved).differences()).isEmpty();
    assertThat(compare(moved, turned).differences()).isEmpty();
  }

  @Test
  void otherStorageIsADifferenceAndSoIsThatOfDataAndLogInTurn() {
    Run one = storedIn(directory("/a", "/dev/sda"));
    Run apart = storedIn(directory("/a", "/dev/sda"), directory("/l", "/dev/sdb"));
    Run inTurn = storedIn(directory("/a", "/dev/sdb"), directory("/l", "/dev/sda"));
    String sda = "ext4 on /dev/sda (rw)";
    String sdb = "ext4 on /dev/sdb (rw)";

    assertThat(compare(one, apart).differences())
        .containsExactly(
            new SettingDifference(
                "client host", "storage.directories", List.of(sda, sda + "; " + sdb)));
    assertThat(compare(apart, inTurn).differences())
        .containsExactly(
            new SettingDifference(
                "client host", "storage.directories", List.of(sda + "; " + sdb, sdb + "; " + sda)));
    assertThat(compare(new Run(), one).differences())
        .containsExactly(
            new SettingDifference("client host", "storage.directories", List.of("-", sda)));
    assertThat(compare(storedIn(), one).differences())
        .containsExactly(
            new SettingDifference("client host", "storage.directories", List.of("-", sda)));
  }

  @Test
  void settingsOfDifferentProductsAreNotHeldAgainstEachOther() {
    Run other = new Run().database("product", "OtherDB");
    other.databaseSettings.put("cache", "1GB");
    Comparison comparison = compare(new Run(), other);

    assertThat(comparison.differences())
        .extracting(SettingDifference::name)
        .containsExactly("product");
    assertThat(comparison.notes()).anyMatch(note -> note.startsWith("the products differ"));
  }

  @Test
  void aResultWithoutItsSettingsIsComparedWithANote() {
    Side bare = side("bare", new Run().at(temporary.resolve("none").toString()));
    Comparison comparison =
        Comparer.compare(List.of(bare, one("b", new Run())), List.of(), List.of());

    assertThat(Comparer.refusals(comparison.sides())).isEmpty();
    assertThat(comparison.notes())
        .containsExactly(
            temporary.resolve("none") + ": run.json is missing: settings and host are not known");
    assertThat(comparison.differences()).isEmpty();
  }

  /** A difference between the others is reported although one of them has no value. */
  @Test
  void beyondASilentResultTheOthersDifferencesAreTold() {
    Side bare = side("bare", new Run().at(temporary.resolve("none").toString()));
    Side off = one("c", new Run().setting("sync", "off"));

    assertThat(
            Comparer.compare(List.of(bare, one("b", new Run()), off), List.of(), List.of())
                .differences())
        .contains(new SettingDifference("settings", "sync", List.of("-", "full", "off")));
  }

  @Test
  void aShapeThatOneVersionDoesNotKnowIsADifferenceAndNoContradiction() {
    Run newer = new Run().shape("linkbench.new", "7");

    assertThat(refusals(new Run(), newer)).isEmpty();
    assertThat(compare(new Run(), newer).differences())
        .containsExactly(new SettingDifference("data", "linkbench.new", List.of("-", "7")));
  }
}
