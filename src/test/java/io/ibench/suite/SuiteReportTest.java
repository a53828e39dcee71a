package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.server.FakeProduct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report of a suite says, on cells whose results a test changes. */
class SuiteReportTest {

  private static final String NUMBERS =
      """
      workload                                 = insert
      server.product                           = fake
      vary.conf.innodb_flush_log_at_trx_commit = 1, 2
      """;

  @TempDir private Path temporary;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
  }

  private Suite suite(String text) throws IOException {
    Path file = Files.writeString(temporary.resolve("s.properties"), text);
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of());
    Suite suite = SuiteReader.read(config, Optional.empty());
    assertThat(config.problems()).isEmpty();
    return suite;
  }

  private SuiteState run(Suite suite, ScriptedWorld world) {
    return run(suite, world, List.of());
  }

  /** Runs the variants with one of these levels; all without a level. */
  private SuiteState run(Suite suite, ScriptedWorld world, List<String> only) {
    Supervisor.Listener nobody =
        new Supervisor.Listener() {
          @Override
          public void progress(String line) {}

          @Override
          public void entered(Cell cell) {}

          @Override
          public void over(Cell cell, SuiteState now) {}
        };
    FakeProduct product = new FakeProduct(Map.of("innodb_flush_log_at_trx_commit", "1"));
    Supervisor supervisor =
        new Supervisor(
            folder,
            suite,
            SuiteState.begin(suite, List.of()).only(only),
            world,
            Map.of("fake", product),
            variant ->
                new Work(
                    List.of("ibench", "run"),
                    List.of(),
                    List.of(),
                    List.of("load"),
                    List.of("read"),
                    1,
                    List.of(),
                    1),
            List.of(),
            nobody);
    supervisor.run(cell -> only.isEmpty() || suite.isOneOf(only, cell.variant()));
    return supervisor.state();
  }

  private void degrade(String cell, String reason) throws IOException {
    Path file = folder.resolve(cell).resolve("summary.json");
    String valid = "\"verdict\": \"valid\"";
    String step = "\"verdict\": \"degraded\", \"reasons\": [\"" + reason + "\"]";
    String run = "\"verdict\": \"degraded\", \"reasons\": [\"l.i0: " + reason + "\"]";
    String text = Files.readString(file);
    assertThat(text).contains(valid);
    Files.writeString(
        file, text.replace(valid, step).replace("{\"schema\": 1,", "{\"schema\": 1, " + run + ","));
  }

  @Test
  void aLevelThatIsABareNumberIsNamedWithItsKey() throws IOException {
    Suite suite = suite(NUMBERS.replace("vary.conf", "vary.set"));
    SuiteState state =
        run(suite, new ScriptedWorld(run -> run.startsWith("1") ? 1000 : 2000, run -> 60));

    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains("flush_log_at_trx_commit=2 is 2.00 x flush_log_at_trx_commit=1 in l.i0")
        .contains("l.i0, relative to flush_log_at_trx_commit=1\n")
        .containsPattern("(?m)^ *2,000 .* flush_log_at_trx_commit=2$");
    assertThat(folder.resolve("2/run-1")).isDirectory();
  }

  @Test
  void aReasonThatVariantsShareHasTheRangeOfTheirNumbers() throws IOException {
    Suite suite = suite(NUMBERS.replace("conf.innodb_flush_log_at_trx_commit", "size"));
    SuiteState state = run(suite, new ScriptedWorld(run -> 1000, run -> 60));
    degrade("1/run-1", "other programs used 63 % of the CPUs");
    degrade("2/run-1", "other programs used 44 % of the CPUs");

    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains("  both cells: l.i0: other programs used 44 ... 63 % of the CPUs\n");
  }

  @Test
  void aReasonNamesItsCellsIfTheyAreFewAndElseTheirNumber() throws IOException {
    Suite suite =
        suite(NUMBERS.replace("conf.innodb_flush_log_at_trx_commit", "size") + "repeat = 3\n");
    SuiteState state = run(suite, new ScriptedWorld(run -> 1000, run -> 60));
    degrade("1/run-1", "the rate fell by 17 %");
    degrade("1/run-2", "other programs used 63 % of the CPUs");

    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains("  1-r1: l.i0: the rate fell by 17 %\n");

    for (String cell : List.of("1/run-3", "2/run-1", "2/run-3")) {
      degrade(cell, "other programs used 44 % of the CPUs");
    }
    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains("  4 of 6 cells: l.i0: other programs used 44 ... 63 % of the CPUs\n");
  }

  @Test
  void theHeadlineIsADifferenceBeyondNoiseBeforeALargerOneWithinIt() throws IOException {
    Suite suite =
        suite(
            NUMBERS
                    .replace("conf.innodb_flush_log_at_trx_commit", "size")
                    .replace("1, 2", "1, 2, 3")
                + "repeat = 3\n");
    Map<String, Double> rates =
        Map.of("3/run-1", 500.0, "3/run-2", 20_000.0, "2/run-1", 1990.0, "1/run-1", 1010.0);
    SuiteState state =
        run(
            suite,
            new ScriptedWorld(
                run -> rates.getOrDefault(run, run.startsWith("1") ? 1000.0 : 2000.0), run -> 60));

    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains("  size=2 is 1.99 x size=1 in l.i0, beyond noise");
  }

  @Test
  void theHeadlineIsFollowedByTheVerdictsOfTheCells() throws IOException {
    Suite suite =
        suite(NUMBERS.replace("conf.innodb_flush_log_at_trx_commit", "size") + "repeat = 2\n");
    SuiteState state = run(suite, new ScriptedWorld(run -> 1000, run -> 60));

    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains("\n  all 4 cells are valid\n\n");

    degrade("1/run-1", "other programs used 63 % of the CPUs");
    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains(
            "\n  1 of 4 cells is DEGRADED, 3 valid: l.i0: other programs used 63 % of the CPUs\n");

    for (String cell : List.of("1/run-2", "2/run-1", "2/run-2")) {
      degrade(cell, "other programs used 40 % of the CPUs");
    }
    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains(
            "\n  all 4 cells are DEGRADED: l.i0: other programs used 40 ... 63 % of the CPUs\n");
  }

  @Test
  void aMachineThatChangesBetweenTheCellsOfTheAnswerIsSaidBesideIt() throws IOException {
    ScriptedWorld world = new ScriptedWorld(run -> run.startsWith("1") ? 1000 : 2000, run -> 60);
    ScriptedWorld changing =
        new ScriptedWorld(world.rate, world.seconds) {
          @Override
          public Optional<Canary.Figures> canary(Path of) {
            cpu = started.isEmpty() ? 1000 : 1900;
            return super.canary(of);
          }
        };
    Suite suite = suite(NUMBERS.replace("conf.innodb_flush_log_at_trx_commit", "size"));
    SuiteState state = run(suite, changing);

    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains("\n  the machine differed before its cells: cpu 1.90 of the base's\n")
        .containsPattern("(?m)^ *2-r1 .* cpu 1\\.90 of the base's$");
  }

  @Test
  void variantsAndRelationsThatNobodyAskedForAreNotInTheReport() throws IOException {
    Suite suite =
        suite(
            NUMBERS
                    .replace("conf.innodb_flush_log_at_trx_commit", "size")
                    .replace("1, 2", "1, 2, 3, 4")
                + "expect.faster = 2 / 1 : l.i0:ips > 1.5\n"
                + "expect.other = 3 / 1 : l.i0:ips > 1.5\n");
    ScriptedWorld world = new ScriptedWorld(run -> run.startsWith("1") ? 1000 : 2000, run -> 60);
    SuiteState state = run(suite, world, List.of("1", "2"));

    SuiteReport report = SuiteReport.of(folder, suite, state);

    assertThat(report.text(Integer.MAX_VALUE))
        .startsWith("ibench suite: 2 of 4 variants, 2 of 2 cells done\n")
        .contains("expect faster: size=2 / size=1, l.i0:ips > 1.5: yes")
        .doesNotContain("expect other", "size=3", "size=4");
    assertThat(report.allHold()).isTrue();
    assertThat(SuiteReport.of(folder, suite, state.only(List.of("3"))).text(Integer.MAX_VALUE))
        .contains("3 of 4 variants, 2 of 3 cells done")
        .contains("expect other: size=3 / size=1, l.i0:ips > 1.5: not judged");
    assertThat(SuiteReport.of(folder, suite, state.only(List.of())).text(Integer.MAX_VALUE))
        .contains("ibench suite: 4 variants, 2 of 4 cells done");
  }

  @Test
  void aRelationThatIsNotAboutTheAskedVariantsIsNone() throws IOException {
    Suite suite =
        suite(
            NUMBERS.replace("conf.innodb_flush_log_at_trx_commit", "size")
                + "expect.faster = 2 / 1 : l.i0:ips > 1.5\n");
    SuiteState all = SuiteState.begin(suite, List.of());

    assertThat(SuiteReport.of(folder, suite, all.only(List.of("1"))).hasRelations()).isFalse();
    assertThat(SuiteReport.of(folder, suite, all).hasRelations()).isTrue();
  }

  @Test
  void theResultsOfACellAreReadOnce() throws IOException {
    Suite suite = suite(NUMBERS.replace("conf.innodb_flush_log_at_trx_commit", "size"));
    SuiteState state = run(suite, new ScriptedWorld(run -> 1000, run -> 60));
    SuiteReport.Results results = new SuiteReport.Results();
    String first = SuiteReport.of(folder, suite, state, results).text(Integer.MAX_VALUE);

    Files.delete(folder.resolve("1/run-1/summary.json"));

    assertThat(SuiteReport.of(folder, suite, state, results).text(Integer.MAX_VALUE))
        .isEqualTo(first);
    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE)).isNotEqualTo(first);
  }

  /** Makes the only step of a cell the first of two repeats. */
  private void repeat(String cell, double ips, double wkbpq) throws IOException {
    Path file = folder.resolve(cell).resolve("summary.json");
    String text = Files.readString(file);
    int begin = text.indexOf("{\"name\": \"l.i0\"");
    String first =
        text.substring(begin, text.lastIndexOf("]}")).replace("peats\": 1", "peats\": 2");
    String second =
        first
            .replace("\"repeat\": 1", "\"repeat\": 2")
            .replaceAll("\"ips\": [^,]*", "\"ips\": " + ips)
            .replaceAll("\"wkbpq\": [^,]*", "\"wkbpq\": " + wkbpq);
    Files.writeString(file, text.substring(0, begin) + first + ", " + second + "]}");
  }

  @Test
  void figuresAndTheirRatiosAreOfTheSameRepeats() throws IOException {
    Suite suite = suite(NUMBERS.replace("conf.innodb_flush_log_at_trx_commit", "size"));
    SuiteState state =
        run(suite, new ScriptedWorld(run -> run.startsWith("1") ? 1000 : 2000, run -> 60));
    repeat("1/run-1", 3000, 3);
    repeat("2/run-1", 8000, 3.5);

    assertThat(SuiteReport.of(folder, suite, state).text(Integer.MAX_VALUE))
        .contains("l.i0, means of all repeats; an MB/s is 1000 KB/s\n")
        .containsPattern("(?m)^ *2,000 .* 3\\.50 .* size=1$")
        .containsPattern("(?m)^ *5,000 .* 3\\.30 .* size=2$")
        .containsPattern("(?m)^ *2\\.50 >\\?? .* size=2$");
  }
}
