package io.ibench.report.text;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.InsertSamples;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import io.ibench.report.store.StoredRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Several results beside each other. */
class ComparisonReportTest {

  private static Judged insert() {
    return Judged.of(Samples.json(InsertSamples.run(), true, InsertSamples.all(1)));
  }

  private static String loads(Arrangement arrangement, StoredRun... runs) {
    return ComparisonReport.loads(List.of(runs), arrangement, false);
  }

  /** A run with a tag, and perhaps a label, whose only load has this rate. */
  private static StoredRun tagged(String label, String redo, double rate) {
    Judged run =
        Judged.of(
            Samples.json(
                InsertSamples.run(),
                true,
                InsertSamples.step(
                    InsertSamples.start("l", Unit.ROWS, 1), InsertSamples.period(10))));
    run.node(0).put("ips", rate);
    run.change(
        json -> {
          ObjectNode head = (ObjectNode) json.get("run");
          head.put("label", label);
          if (redo != null) {
            head.putObject("tags").put("redo", redo).put("disk", "fast");
          }
        });
    return stored(redo + label, run);
  }

  /** The words of each row of the table: the first, the number of the run, and the last ones. */
  private static List<String> rows(String text) {
    return text.lines()
        .filter(line -> line.contains(" DemoDB 1.2 heap ") && !line.contains(": "))
        .map(line -> line.replaceFirst("^ *(\\S+) .* (\\d) DemoDB 1.2 heap valid *", "$1 $2 "))
        .map(String::strip)
        .toList();
  }

  @Test
  void aLabelAndTagsAreTheLastColumnIfAnyRunHasThem() {
    StoredRun plain = tagged(null, null, 1);

    assertThat(loads(Arrangement.NONE, plain, tagged("big", "32G", 2)))
        .contains(" verdict label\n");
    assertThat(rows(loads(Arrangement.NONE, plain, tagged("big", "32G", 2))))
        .containsExactly("l 1", "l 2 big redo=32G disk=fast");
    assertThat(loads(Arrangement.NONE, plain, plain)).doesNotContain("label");
  }

  @Test
  void rowsHaveOnlyWhatDistinguishesThem() {
    String text = loads(Arrangement.NONE, tagged("a", "32G", 1), tagged("b", "512M", 2));

    assertThat(rows(text)).containsExactly("l 1 a redo=32G", "l 2 b redo=512M");
    assertThat(text).contains("  all: disk=fast\n");
    assertThat(rows(loads(Arrangement.NONE, tagged("32G.x", "32G", 1), tagged("y", "4G", 2))))
        .containsExactly("l 1 32G.x", "l 2 y redo=4G");
  }

  @Test
  void groupsAreRowsBelowEachOtherInTheOrderOfTheirNumbersAndSortedWithin() {
    StoredRun[] runs = {
      tagged("a", "32G", 5),
      tagged("b", "512M", 4),
      tagged("c", null, 3),
      tagged("d", "32G", 2),
      tagged("e", "auto", 1)
    };
    Optional<String> redo = Optional.of("redo");

    assertThat(rows(loads(new Arrangement(redo, Optional.of("ips")), runs)))
        .containsExactly(
            "512M 2 b disk=fast",
            "32G 4 d disk=fast",
            "32G 1 a disk=fast",
            "auto 5 e disk=fast",
            "- 3 c");
    assertThat(rows(loads(new Arrangement(Optional.empty(), redo), runs)))
        .extracting(row -> row.substring(0, 3))
        .containsExactly("l 2", "l 1", "l 4", "l 5", "l 3");
    assertThat(rows(loads(new Arrangement(Optional.empty(), Optional.of("label")), runs)))
        .extracting(row -> row.substring(0, 3))
        .containsExactly("l 1", "l 2", "l 3", "l 4", "l 5");
  }

  @Test
  void numbersWithAUnitSortAsNumbers() {
    List<String> texts = List.of("900", "1k", "1.5k", "2M", "1 GB", "1TiB");

    assertThat(texts.stream().map(text -> Arrangement.number(text).orElseThrow()).toList())
        .isSorted();
    assertThat(Arrangement.number("fast")).isEmpty();
    assertThat(Arrangement.number("32 threads")).isEmpty();
  }

  private static StoredRun stored(String folder, Judged run) {
    return new StoredRun(Path.of(folder), run.report());
  }

  @Test
  void theHeadSaysOfEachRunWhatItWasMeasuredOn() {
    Judged bad =
        insert()
            .step(0, "degraded", "4 intervals, fewer than 10")
            .run("degraded", "l.i0: 4 intervals, fewer than 10");
    String text =
        ComparisonReport.engines(
            List.of(stored("x/a", insert()), stored("x/b", bad)), Arrangement.NONE, false);

    assertThat(text)
        .startsWith(
            """
            ibench: 2 results compared
              1: x/a: ibench 9.9, insert, run the-run, done, valid; DemoDB 1.2; engine heap;
                Demo driver 3; batch: multi-row; durability: every commit;
                isolation: serializable
              2: x/b: ibench 9.9, insert, run the-run, done, DEGRADED; DemoDB 1.2;
                engine heap; Demo driver 3; batch: multi-row; durability: every commit;
                isolation: serializable

            """)
        .endsWith("\n  2: l.i0: 4 intervals, fewer than 10\n");
  }

  @Test
  void eachStepHasATableWithARowForEachRunAndItsVerdict() {
    String text =
        ComparisonReport.engines(
            List.of(stored("a", insert()), stored("b", insert().step(0, "invalid", "slow"))),
            Arrangement.NONE,
            false);

    assertThat(text)
        .contains(
            """

              l.i0; an MB/s is 1000 KB/s
                                                     size rss rss end                    cpu
              ips.av ips.99   r/i rKB/i wKB/i Mcpu/i   GB  GB      GB   r/s rMB/s wMB/s    % err engine            verdict
              98,619 98,684 0.013 0.200  1.86    687  123  23       - 1,234  19.7   183 67.7   0 1 DemoDB 1.2 heap valid
              98,619 98,684 0.013 0.200  1.86    687  123  23       - 1,234  19.7   183 67.7   0 2 DemoDB 1.2 heap INVALID

              l.x; an MB/s is 1000 KB/s
            """)
        .contains("\n  qp1000; an MB/s is 1000 KB/s\n")
        .doesNotContain("\n  drain\n");
  }

  @Test
  void whatNotAllRunsHaveIsNamed() {
    Judged other = insert();
    other.change(json -> json.withArray("steps").remove(0));

    assertThat(
            ComparisonReport.engines(
                List.of(stored("a", insert()), stored("b", other)), Arrangement.NONE, false))
        .contains("\n  not in all of them: l.i0\n")
        .doesNotContain("\n  l.i0\n");
  }

  /** The second step is a load of 2014: 17.0 GB for 100M rows. */
  @Test
  void aLoadHasARowForEachStepAndBytesPerRowAreCutOff() {
    Judged run =
        Judged.of(
            Samples.json(
                InsertSamples.run(),
                true,
                InsertSamples.step(
                    InsertSamples.start("a", Unit.ROWS, 1), InsertSamples.period(10)),
                InsertSamples.step(
                    InsertSamples.start("b", Unit.ROWS, 1), InsertSamples.period(10))));
    run.node(0).put("seconds", 3_000).put("ips", 25_000.0).put("written_gb", 20.0);
    run.node(1).put("seconds", 895).put("ips", 25e6 / 895).put("written_gb", 30.0);
    run.node(1).put("size_gb", 17.0).put("db_bytes", 17L << 30).put("rows_in_tables", 100_000_000);

    assertThat(loads(Arrangement.NONE, stored("a", run), stored("b", run)))
        .contains(
            """
              loads: each step that inserts and does not query; an MB/s is 1000 KB/s,
              a GB of Bytes-written 1000 MB
                   DB-size  Bytes- Write-rate Bytes-written   Test-
              step      GB per-doc       MB/s            GB seconds Inserts/sec Server            verdict
              a        123       -       6.99          21.0   3,000      25,000 1 DemoDB 1.2 heap valid
              a        123       -       6.99          21.0   3,000      25,000 2 DemoDB 1.2 heap valid
              b         17     182       35.1          31.5     895      27,933 1 DemoDB 1.2 heap valid
              b         17     182       35.1          31.5     895      27,933 2 DemoDB 1.2 heap valid
            """);
  }

  @Test
  void belowTheLoadsStandNoReasonsOfOtherSteps() {
    Judged run = insert().step(0, "degraded", "steal 7 %").step(5, "degraded", "an outage");

    assertThat(
            ComparisonReport.loads(
                List.of(stored("a", run), stored("b", run)), Arrangement.NONE, false))
        .endsWith("\n\n  1, 2: l.i0: steal 7 %\n")
        .doesNotContain("an outage");
  }

  @Test
  void anUnknownFigureOfALoadIsADash() {
    Judged run = insert();
    run.node(0).putNull("written_gb");

    assertThat(loads(Arrangement.NONE, stored("a", run)))
        .containsPattern("  l\\.i0 +123 +- +- +- +[0-9,]+ +98,619 +");
  }

  @Test
  void aRunThatLoadedNothingHasARowOfDashes() {
    Judged none = Judged.of(Samples.json(InsertSamples.run(), true));

    assertThat(ComparisonReport.loads(List.of(stored("a", none)), Arrangement.NONE, false))
        .containsPattern("  - +- +- +- +- +- +- +1 DemoDB 1\\.2 heap +-\n");
  }

  private static Judged graph() {
    return insert().change(json -> json.put("workload", "graph"));
  }

  @Test
  void runsOfTheSameWorkloadStandBelowOneHeadWithAllTables() {
    Judged slow = insert().step(0, "invalid", "slow");
    List<String> texts =
        ComparisonReport.byWorkload(
            List.of(
                stored("a", insert()),
                stored("g", graph()),
                stored("b", slow),
                stored("h", graph())),
            Arrangement.NONE,
            false);

    assertThat(texts).hasSize(2);
    assertThat(texts.get(0))
        .startsWith("ibench: 2 results of insert compared\n  1: a: ")
        .contains(
            "\n  2: b: ",
            "\n  l.i0; an MB/s is 1000 KB/s\n",
            "\n  loads: ",
            " 2 DemoDB 1.2 heap INVALID\n")
        .doesNotContain("g: ibench")
        .endsWith("\n\n  2: l.i0: slow\n")
        .containsOnlyOnce("1: a: ");
    assertThat(texts.get(1))
        .startsWith("ibench: 2 results of graph compared\n  1: g: ")
        .contains("\n  2: h: ");
  }

  @Test
  void aWorkloadOfOneRunIsNotCompared() {
    assertThat(
            ComparisonReport.byWorkload(
                List.of(stored("a", insert()), stored("g", graph())), Arrangement.NONE, false))
        .isEmpty();
  }

  @Test
  void runsThatLoadedNothingHaveNoLoads() {
    Judged queries = insert();
    queries.change(
        json ->
            json.withArray("steps").forEach(step -> ((ObjectNode) step).put("unit", "queries")));

    assertThat(
            ComparisonReport.byWorkload(
                List.of(stored("a", queries), stored("b", queries)), Arrangement.NONE, true))
        .singleElement(as(STRING))
        .startsWith("## ibench: 2 results of insert compared\n\n* 1: a: ")
        .contains("**qp1000; an MB/s is 1000 KB/s**")
        .doesNotContain("loads: ");
  }

  @Test
  void runsWithoutAnyRateAreNotCompared() {
    StoredRun nothing = stored("a", Judged.of(Samples.json(InsertSamples.run(), true)));

    assertThat(ComparisonReport.byWorkload(List.of(nothing, nothing), Arrangement.NONE, false))
        .isEmpty();
  }
}
