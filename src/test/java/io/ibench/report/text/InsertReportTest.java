package io.ibench.report.text;

import static io.ibench.report.InsertSamples.DELETE;
import static io.ibench.report.InsertSamples.INSERT;
import static io.ibench.report.InsertSamples.MARKET;
import static io.ibench.report.InsertSamples.MIN;
import static io.ibench.report.InsertSamples.PDC;
import static io.ibench.report.InsertSamples.operation;
import static io.ibench.report.InsertSamples.period;
import static io.ibench.report.InsertSamples.start;
import static io.ibench.report.InsertSamples.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.OperationSummary;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.InsertSamples;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import io.ibench.report.figures.RowRates;
import io.ibench.report.figures.RunInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text report of an insert benchmark. */
class InsertReportTest {

  private static final long MILLI = 1_000_000;

  private static String text(StepResult... results) {
    return Judged.of(Samples.json(InsertSamples.run(), true, results)).text();
  }

  private static List<List<OperationSummary>> clients(int n) {
    List<List<OperationSummary>> clients = new ArrayList<>();
    for (int i = 1; i <= n; i++) {
      clients.add(List.of(operation(INSERT, 10L * i, 1_000L * i, i * MILLI, 10L * i)));
    }
    return clients;
  }

  private static StepResult query(String name, double rate, double reached) {
    return step(
        start(name, Unit.QUERIES, 1, InsertSamples.inserts(rate)),
        period(
            10,
            operation(INSERT, 10, Math.round(10 * reached), MILLI, 10),
            operation(MARKET, 5_000, 50_000, MILLI, 5_000)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16})
  void allElevenStepsFitInto120Columns(int clients) {
    String text = text(InsertSamples.all(clients));
    assertThat(text.lines()).allMatch(line -> line.length() <= 120);
    assertThat(text.lines().filter(line -> line.startsWith("  qp1000 "))).isNotEmpty();
  }

  @Test
  void stepsThatInsertHaveThePublishedColumns() {
    assertThat(text(InsertSamples.all(1)))
        .contains(
            """
              step   secs  ips.av ips.99    r/i rKB/i wKB/i Mcpu/i   GB  GB   r/s rMB/s wMB/s    % err verdict
              l.i0    304  98,619 98,684  0.013 0.200  1.86    687  123  23 1,234  19.7   183 67.7   0 valid
            """);
  }

  @Test
  void aDrainHasNoRateButTimeAndCosts() {
    assertThat(text(InsertSamples.all(1)).lines().filter(line -> line.startsWith("  drain")))
        .singleElement()
        .asString()
        .startsWith("  drain  90.0       -      -      -     -     -      -  ");
  }

  @Test
  void queryStepsShowWhatIsInsertedAndDeletedMeanwhile() {
    assertThat(text(InsertSamples.all(1)))
        .contains(
            """
              step    secs   qps qps.99  ips  dps   r/q rKB/q wKB/q wKB/i us/q   GB   r/s rMB/s wMB/s    % err verdict
              qr100  1,800 8,503  8,503 99.8 99.8 0.145  2.32  21.6 1,836  319  123 1,234  19.7   183 67.8   0 valid
            """);
  }

  @Test
  void targetRatesStandAboveWhatWasReachedAndAMissedOneIsMarkedAndNamed() {
    String text = text(query("qr100", 100, 99.8), query("qr1000", 1_000, 812));
    assertThat(text)
        .contains(
            """
              target rates, rows inserted/s; !: below 95 % of the target
                       qr100  qr1000
              target     100   1,000
              reached   99.8    !812
            """)
        .contains("\n  qr1000: 812/s of 1,000/s inserted (81 %): not sustained\n")
        .doesNotContain("qr100:")
        .endsWith("\nrun done: valid\n");
  }

  @Test
  void withoutAMissedTargetNothingExplainsTheMark() {
    assertThat(text(query("qr100", 100, 99.8)))
        .contains("target rates, rows inserted/s\n")
        .doesNotContain("!", "not sustained");
  }

  @Test
  void moreStepsThanFitBesideEachOtherAreRows() {
    StepResult[] steps = new StepResult[16];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = query("qr1000." + i, 1_000, 998);
    }
    assertThat(text(steps))
        .contains(
            """
              step       target  reached
              qr1000.0    1,000      998
            """);
  }

  @Test
  void targetsOfSeveralKindsAreToldApart() {
    StepResult both =
        step(
            start(
                "qr100",
                Unit.QUERIES,
                1,
                InsertSamples.inserts(100),
                new RateTarget("query", Role.QUERY, 600)),
            period(
                10,
                operation(INSERT, 10, 1_000, MILLI, 10),
                operation(MARKET, 5_000, 50_000, MILLI, 5_000)));
    assertThat(text(both))
        .contains(
            """
                                 qr100
              inserted, target     100
              inserted, reached    100
              queries, target      600
              queries, reached    !500
            """)
        .contains("qr100: 500/s of 600/s queries (83 %): not sustained");
  }

  @Test
  void bucketsAreShownInPercentOfEachOperation() {
    StepResult step =
        step(
            start("l.i1", Unit.ROWS, 1),
            period(
                10,
                operation(INSERT, 1_000_000, 9, MILLI, 999_998, 0, 0, 2),
                operation(DELETE, 8, 9, MILLI, 1, 7),
                operation(MIN, 8, 9, MILLI, 8)));
    assertThat(text(step))
        .contains(
            """
              service times: percent of operations in each bucket, up to its upper edge
              step  operation    256us     1ms  4ms     16ms    max
              l.i1  insert     100.000               nonzero  60 ms
                    delete      12.500  87.500                60 ms
            """);
  }

  @Test
  void halfAThousandthOfAPercentIsTheLeastThatHasANumber() {
    assertThat(BucketTable.percent(0, 10)).isEmpty();
    assertThat(BucketTable.percent(1, 1_000_000)).isEqualTo("nonzero");
    assertThat(BucketTable.percent(1, 100_000)).isEqualTo("0.001");
    assertThat(BucketTable.percent(7, 7)).isEqualTo("100.000");
  }

  @Test
  void queriesAloneHaveNoBuckets() {
    StepResult queries =
        step(
            start("request", Unit.QUERIES, 1),
            period(10, operation(MARKET, 5_000, 50_000, MILLI, 5_000)));
    assertThat(text(queries)).doesNotContain("bucket", "target rates", "clients", "ips");
  }

  @Test
  void whatIsDoneAsideIsAnOperationAndInNoRate() {
    StepResult step =
        step(
            start("qr100", Unit.QUERIES, 1),
            period(10, operation(PDC, 100, 0, MILLI, 100), operation(MIN, 900, 900, MILLI, 900)));
    assertThat(text(step)).contains("  qr100 10.0  10 ").contains("\n  min ");
  }

  @Test
  void eachClientHasALineWithItsRatesAndPercentiles() {
    String text = text(step(start("l.i0", Unit.ROWS, 3), period(10, clients(3))));
    assertThat(text)
        .contains(
            """
                            insert
              step  client  ips     p99     max
              l.i0  1       100  4.0 ms   60 ms
                    2       200  8.0 ms  120 ms
                    3       300   12 ms  180 ms
            """);
  }

  @Test
  void ofManyClientsTheSlowestTheMedianAndTheFastestAreShown() {
    String text = text(step(start("l.i0", Unit.ROWS, 13), period(10, clients(13))));
    assertThat(text)
        .contains("  slowest 1     100 ")
        .contains("  median 7      700 ")
        .contains("  fastest 13  1,300 ")
        .doesNotContain("  2 ");
    assertThat(text(step(start("l.i0", Unit.ROWS, 12), period(10, clients(12)))))
        .doesNotContain("slowest")
        .contains("\n        12 ");
  }

  @Test
  void ofClientsWithEqualRatesThatWithTheLongestWaitsIsTheSlowest() {
    List<List<OperationSummary>> clients =
        IntStream.rangeClosed(1, 13)
            .mapToObj(client -> List.of(operation(INSERT, 10, 1_000, client % 13 * MILLI, 10)))
            .toList();
    assertThat(text(step(start("l.i0", Unit.ROWS, 13), period(10, clients))))
        .contains("  slowest 12  100 ")
        .contains("  fastest 13  100 ");
  }

  @Test
  void oneClientNeedsNoTable() {
    assertThat(text(step(start("l.i0", Unit.ROWS, 1), period(10, clients(1)))))
        .doesNotContain("clients:");
  }

  @Test
  void theInsertRateOverRowsIsDrawnAsBars() {
    List<RowRates.RowRate> rates =
        List.of(
            new RowRates.RowRate(1_000_000, "l.i0", 0, 10, 100_000),
            new RowRates.RowRate(2_000_000, "l.i1", 0, 40, 25_000));
    RunInfo run = InsertSamples.run(OptionalLong.of(1_000_000), "l.i0");
    assertThat(TextReport.of(Samples.report(run, rates)))
        .contains(
            """
              insert rate of the last 1,000,000 rows, by rows inserted in this run
              step       rows  secs   rows/s
              l.i0  1,000,000  10.0  100,000  ##############################
              l.i1  2,000,000  40.0   25,000  ########
            """);
  }
}
