package io.ibench.report.text;

import static io.ibench.report.WeekSamples.judged;
import static io.ibench.report.WeekSamples.requests;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import io.ibench.report.WeekSamples;
import io.ibench.report.store.RunReport;
import io.ibench.report.text.TextReport.Options;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables of hours and of shorter periods. */
class PeriodReportTest {

  /** The lines of the table below a title, its heads included. */
  private static List<String> table(String text, String title) {
    return text.lines()
        .dropWhile(line -> !line.strip().startsWith(title))
        .skip(1)
        .takeWhile(line -> !line.isEmpty())
        .toList();
  }

  private static String repeats(int n, double seconds) {
    List<StepResult> steps = new ArrayList<>();
    for (int i = 1; i <= n; i++) {
      steps.add(
          Samples.step(
              Samples.start("request", Unit.QUERIES, i, n, false),
              Samples.period(seconds, Samples.operation(Samples.READ, 1_000L * i, 9))));
    }
    return Judged.of(Samples.json(Samples.run("request"), true, steps.toArray(StepResult[]::new)))
        .figure("size_gb", 7)
        .text();
  }

  @Test
  void aWeekHasOneRowInTheTableOfStepsAndOneForEachHourInItsOwn() {
    String text = judged(requests("request", 168, 3_600.4, false, false)).text();

    String tables = text.substring(0, text.indexOf("\n  answer "));
    // The tables of steps, of CPU, of amplification and of operations.
    assertThat(tables.lines().filter(line -> line.startsWith("  request "))).hasSize(1 + 1 + 1 + 1);
    assertThat(table(text, "request, hour by hour"))
        .hasSize(2 + 168)
        .startsWith(
            "                                                        size   cpu",
            "  hour    qps    r/q  rKB/q  wKB/q  r/s  rKB/s   wKB/s    GB  us/q  err",
            "  1     1,528  0.238   3.81   11.4  364  5,825  17,474   101   655    0")
        .endsWith("  168   1,528  0.238   3.81   11.4  364  5,825  17,474   268   655    0")
        .allMatch(line -> line.length() <= 80);
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void sizesStandAtTheFirstHourAndAtTheEndsOfDays() {
    String text = judged(requests("request", 168, 3_600.4, false, false)).text();

    assertThat(table(text, "sizes of"))
        .containsExactly(
            "                 size             dir  rss end",
            "  step     hour    GB  bytes/row   GB       GB",
            "  request     1   101        182  150        8",
            "             24   124        182  150        8",
            "             48   148        182  150        8",
            "             72   172        182  150        8",
            "             96   196        182  150        8",
            "            120   220        182  150        8",
            "            144   244        182  150        8",
            "            168   268        182  150        8");
  }

  @Test
  void hoursAreFoundAmongShorterAndLongerPeriods() {
    String minutes = judged(requests("request", 61, 60.03, false, false)).text();
    String days = judged(requests("request", 2, 86_400, false, false)).text();

    assertThat(table(minutes, "sizes of").get(2)).startsWith("  request     1   160 ");
    assertThat(table(minutes, "sizes of")).hasSize(3);
    assertThat(table(days, "sizes of").get(2)).startsWith("  request    24   101 ");
    assertThat(table(days, "sizes of").get(3)).startsWith("             48   102 ");
  }

  @Test
  void theLastPeriodOfAnInterruptedStepIsMarkedAsAPart() {
    String text = judged(requests("request", 4, 3_600.2, true, false)).text();

    assertThat(text).contains("  request, hour by hour; the last one was 1,800 s long\n");
    assertThat(table(text, "request, hour").get(6)).startsWith("  5 part  1,528 ");
    assertThat(table(text, "sizes of").get(3)).startsWith("           4.50   105 ");
  }

  @Test
  void anHourInWhichTheServerWasRestartedIsMarked() {
    StepResult week = requests("request", 3, 3_600.2, false, false);
    String text =
        judged(week)
            .change(
                json -> {
                  for (int hour = 0; hour < 3; hour++) {
                    ((ObjectNode) json.at("/steps/0/periods/" + hour))
                        .put("server_restarts", hour == 1 ? 2 : 0);
                  }
                })
            .text();
    List<String> hours = table(text, "request, hour by hour");

    assertThat(hours.get(0)).endsWith("server");
    assertThat(hours.get(1)).endsWith(" restarts");
    assertThat(hours.get(2)).matches("  1 .* 0 +0");
    assertThat(hours.get(3)).matches("  2 .* 0 +2");
    assertThat(table(judged(week).text(), "request, hour by hour").get(1)).endsWith("err");
  }

  @Test
  void aTimeInWhichNoProcessWorkedIsARowBetweenItsPeriods() {
    String text =
        judged(requests("request", 3, 3_600.2, false, false))
            .change(
                json -> {
                  ObjectNode step = (ObjectNode) json.at("/steps/0");
                  step.put("started", "2026-01-01T00:00:00Z");
                  ObjectNode part = (ObjectNode) step.at("/periods/1");
                  part.put("partial", true).put("seconds", 1_800);
                  ((ObjectNode) step.at("/periods/0")).put("started", "2026-01-01T00:00:00Z");
                  part.put("started", "2026-01-01T01:00:00Z");
                  ((ObjectNode) step.at("/periods/2")).put("started", "2026-01-01T03:30:05Z");
                  json.putArray("gaps")
                      .addObject()
                      .put("from", "2026-01-01T01:30:00Z")
                      .put("to", "2026-01-01T03:30:00Z")
                      .put("by", "reboot")
                      .put("step", "request")
                      .put("uncounted_seconds", 0)
                      .put("uncounted_operations", 0);
                })
            .text();

    List<String> hours = table(text, "request, hour by hour");
    assertThat(hours).hasSize(2 + 4);
    assertThat(hours.get(3)).startsWith("  2 part ");
    assertThat(hours.get(4).strip()).isEqualTo("gap of 2 h");
    assertThat(hours.get(5)).startsWith("  3 ");
    assertThat(text).contains("RESUMED: after a gap of 2 h in request: reboot after 2026-01-01T01");
    assertThat(table(text, "sizes of").get(3)).startsWith("           2.50 ");
  }

  @Test
  void otherPeriodsAreNamedByTheirLength() {
    assertThat(judged(requests("a", 2, 60.01, true, false)).text())
        .contains("\n  a, period by period; ", "\n  1m #1 ", "\n  1m #3 part ");
    assertThat(judged(requests("a", 2, 0.502, false, false)).text()).contains("\n  500ms #2 ");
    assertThat(judged(requests("a", 2, 7_201, false, false)).text()).contains("\n  2h #2 ");
    assertThat(judged(requests("a", 2, 90, false, false)).text()).contains("\n  90s #2 ");
    assertThat(judged(requests("a", 2, 10, false, false)).text()).contains("\n  10s #2 ");
    assertThat(judged(requests("a", 2, 1.5, false, false)).text()).contains("\n  1.5s #2 ");
  }

  @Test
  void repeatsOfAnHourAreHoursWithTheirRowsAmongTheSteps() {
    String text = repeats(25, 3_600);

    assertThat(text).doesNotContain("hour by hour").contains("\n  request 25 ");
    assertThat(table(text, "sizes of").get(2)).isEqualTo("  request     1     7");
    assertThat(table(text, "sizes of").get(3)).isEqualTo("             24     7");
  }

  @Test
  void theP99OfEachOperationHasAColumnWithItsNameInSeveralLines() {
    RunReport run = judged(requests("request", 3, 3_600, false, false)).report();

    assertThat(TextReport.of(run, Options.usual(Options.ANY_WIDTH)))
        .contains(
            """
              p99 of service times by hour of request, in ms;
              report --all prints all percentiles
                                                                                     GET_
                   ADD_ UPDATE_ DELETE_ GET_ ADD_ DELETE_ UPDATE_ COUNT_ MULTIGET_ LINKS_
              hour NODE    NODE    NODE NODE LINK    LINK    LINK   LINK      LINK   LIST
              1     1.0     2.0     3.0  4.0  5.0     6.0     7.0    8.0       9.0   10.0
              2     1.0     2.0     3.0  4.0  5.0     6.0     7.0    8.0       9.0   10.0
              3     1.0     2.0     3.0  4.0  5.0     6.0     7.0    8.0       9.0   10.0
            """)
        .doesNotContain("p99 of response times");
  }

  @Test
  void ofAPacedStepResponseTimesAreShownAsWell() {
    RunReport run = judged(requests("request", 3, 3_600, false, true)).report();
    String text = TextReport.of(run, Options.usual(Options.ANY_WIDTH));

    assertThat(table(text, "p99 of response times by hour of request, in ms").get(3))
        .startsWith("  1     3.0     6.0 ");
  }

  @Test
  void anOperationThatAPeriodDidNotHaveIsADash() {
    Judged run = judged(requests("request", 2, 3_600, false, false));
    ((ArrayNode) run.node(0).at("/periods/0/operations")).remove(9);
    String text = TextReport.of(run.report(), Options.usual(Options.ANY_WIDTH));

    assertThat(table(text, "p99 of service").get(4)).endsWith("9.0      -");
    assertThat(table(text, "p99 of service").get(5)).endsWith("9.0   10.0");
  }

  @Test
  void onRequestEachOperationHasATableWithAllPercentiles() {
    RunReport run = judged(requests("request", 2, 3_600, true, true)).report();
    String text = TextReport.of(run, new Options(false, true, Options.ANY_WIDTH));

    assertThat(table(text, "GET_NODE: service and response time by hour of request, in ms"))
        .hasSize(2 + 3)
        .element(2)
        .asString()
        .matches(
            "  1 +400,000 +111 +0.40 +1.20 +4.01 +12.03 +36.09 +1.20 +3.61 +12.03 +36.09 +108.27");
    assertThat(text).doesNotContain("p99 of service", "report --all");
  }

  @Test
  void onRequestTheOperationsOfAllStepsAreShown() {
    RunReport run =
        judged(requests("a", 1, 10, false, false), requests("b", 1, 10, false, false)).report();

    assertThat(TextReport.of(run, Options.usual(Options.ANY_WIDTH)))
        .doesNotContain("operations in a")
        .contains("operations in b");
    assertThat(TextReport.of(run)).contains("operations in a", "operations in b");
  }

  @Test
  void severalDisksAreShownApart() {
    Judged run = judged(requests("request", 1, 10, false, false));
    assertThat(run.text()).doesNotContain("device");
    run.change(json -> WeekSamples.addDisks(run.node(0)));

    assertThat(run.text())
        .contains(
            """
              disks, of which the figures above are the sums
                                                           r_await w_await f_await        util
              step    device  r/s  rKB/s   w/s   wKB/s f/s      ms      ms      ms aqu-sz    %
              request nvme0n1 813 13,000 2,345 187,654 410   0.210   0.043   0.031   1.70 61.3
                      nvme1n1 813 13,000 2,345 187,654 410   0.210   0.043   0.031   1.70 61.3
            """);
  }

  @Test
  void aStepThatGoesOnShowsItsHoursBeforeAnybodyHasJudgedIt() {
    Judged run = judged(requests("request", 30, 3_600, false, false)).unjudged();
    run.node(0).put("state", "running");

    assertThat(run.text()).contains("\n  request (running) ", "\n  request, hour by hour\n");
  }
}
