package io.ibench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several results beside each other. */
class ComparisonReportTest {

  private static Judged insert() {
    return Judged.of(Samples.json(InsertSamples.run(), true, InsertSamples.all(1)));
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
        ComparisonReport.engines(List.of(stored("x/a", insert()), stored("x/b", bad)), false);

    assertThat(text)
        .startsWith(
            """
            ibench: 2 results compared
              1: x/a: ibench 9.9, insert, run the-run, done, ok; DemoDB 1.2; engine heap;
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
            false);

    assertThat(text)
        .contains(
            """

              l.i0
                                                     size rss                    cpu
              ips.av ips.99   r/i rKB/i wKB/i Mcpu/i   GB  GB   r/s rMB/s wMB/s    % err engine            verdict
              98,619 98,684 0.013 0.200  1.86    687  123  23 1,234  19.3   179 67.7   0 1 DemoDB 1.2 heap ok
              98,619 98,684 0.013 0.200  1.86    687  123  23 1,234  19.3   179 67.7   0 2 DemoDB 1.2 heap INVALID

              l.x
            """)
        .contains("\n  qp1000\n")
        .doesNotContain("\n  drain\n");
  }

  @Test
  void whatNotAllRunsHaveIsNamed() {
    Judged other = insert();
    other.change(json -> json.withArray("steps").remove(0));

    assertThat(ComparisonReport.engines(List.of(stored("a", insert()), stored("b", other)), false))
        .contains("\n  not in all of them: l.i0\n")
        .doesNotContain("\n  l.i0\n");
  }

  /** 100M rows in 3895 s and 17.0 GB, as a table of 2014 has them. */
  @Test
  void aLoadIsTheSumOfItsStepsAndBytesPerRowAreCutOff() {
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

    assertThat(ComparisonReport.loads(List.of(stored("a", run)), false))
        .contains(
            """
              loads: all steps of a run together that insert and do not query
              DB-size  Bytes- Write-rate Bytes-written   Test-
                   GB per-doc       MB/s            GB seconds Inserts/sec Server            verdict
            """)
        .containsPattern("  17 +182 +13\\.1 +50 +3,895 +25,674 +1 DemoDB 1\\.2 heap +ok\n");
  }

  @Test
  void belowTheLoadsStandNoReasonsOfOtherSteps() {
    Judged run = insert().step(0, "degraded", "steal 7 %").step(5, "degraded", "an outage");

    assertThat(ComparisonReport.loads(List.of(stored("a", run), stored("b", run)), false))
        .endsWith("\n\n  1, 2: l.i0: steal 7 %\n")
        .doesNotContain("an outage");
  }

  @Test
  void aSumWithAnUnknownPartIsUnknown() {
    Judged run = insert();
    run.node(2).putNull("written_gb");

    assertThat(ComparisonReport.loads(List.of(stored("a", run)), false))
        .containsPattern("  123 +- +- +- +3,672 +");
  }

  @Test
  void aRunThatLoadedNothingHasARowOfDashes() {
    Judged none = Judged.of(Samples.json(InsertSamples.run(), true));

    assertThat(ComparisonReport.loads(List.of(stored("a", none)), false))
        .containsPattern("  - +- +- +- +- +- +1 DemoDB 1\\.2 heap +-\n");
  }
}
