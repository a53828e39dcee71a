package io.ibench.trend;

import static io.ibench.trend.Nights.night;
import static io.ibench.trend.Nights.noisy;
import static io.ibench.trend.Nights.qps;
import static io.ibench.trend.Nights.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.ibench.compare.GateCondition;
import io.ibench.report.document.Note;
import io.ibench.trend.Nights.Night;
import io.ibench.trend.Trend.Changed;
import io.ibench.trend.Trend.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrendsTest {

  private static final int NIGHTS = 40;
  private static final int TURN = 25;

  @TempDir private Path temporary;

  private Trends read() throws IOException {
    return Trends.read(List.of(temporary), Order.by(Order.TIME));
  }

  private List<Trend> trends() throws IOException {
    return read().trends(FollowedFigures.DEFAULT, step -> true);
  }

  private Trend trend() throws IOException {
    List<Trend> trends = trends();
    assertThat(trends).hasSize(1);
    return trends.get(0);
  }

  private static String cpu(double value) {
    return "\"own_cpu_us_pq\": " + value;
  }

  private static String p99(String operation, double value) {
    return String.format(
        Locale.ROOT,
        "\"operations\": [{\"name\": \"%s\", \"role\": \"query\", \"count\": 9, \"rows\": 9,"
            + " \"retries\": 0, \"errors\": {}, \"per_second\": 1,"
            + " \"service\": {\"p50_us\": 1, \"p99_us\": %f},"
            + " \"response\": {\"p50_us\": 1, \"p99_us\": %f}, \"buckets\": []}]",
        operation,
        value,
        value);
  }

  private static List<String> failures(List<Trend> trends, String condition) {
    return TrendGate.judge(trends, List.of(condition(condition))).failures();
  }

  private static GateCondition condition(String text) {
    List<String> mistakes = new ArrayList<>();
    GateCondition condition = GateCondition.parse(text, mistakes).orElseThrow();
    assertThat(mistakes).isEmpty();
    return condition;
  }

  @Test
  void figuresOfOneStepThatChangeTogetherAreOneFinding() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      double slow = day < TURN ? 1 : 1.1;
      night(day)
          .step(
              "request",
              qps(noisy(day, 1000) / slow),
              cpu(noisy(1000 + day, 50) * slow),
              p99("GET", noisy(2000 + day, 3000) * slow))
          .step("other", qps(noisy(3000 + day, 500)), cpu(noisy(4000 + day, 70)))
          .write(temporary);
    }

    List<Finding> findings = trend().findings();

    assertThat(findings).hasSize(1);
    Finding finding = findings.get(0);
    assertThat(finding.run()).isEqualTo(TURN);
    assertThat(finding.main().series().step()).isEqualTo("request");
    assertThat(finding.main().series().figure().key()).isEqualTo("qps");
    assertThat(finding.main().change().ratio()).isCloseTo(1 / 1.1, within(0.01));
    assertThat(finding.main().change().stays()).isTrue();
    assertThat(finding.main().isWorse()).contains(true);
    assertThat(finding.others())
        .extracting(other -> other.series().figure().key())
        .containsExactly("own_cpu_us_pq", "GET.p99_us");
    assertThat(finding.others())
        .extracting(Changed::isWorse)
        .allMatch(worse -> worse.orElseThrow());
    assertThat(finding.machine()).isEmpty();
  }

  @Test
  void anImprovementIsToldAndIsNotWorse() throws IOException {
    Nights.write(temporary, NIGHTS, turn(1000, TURN, 1.1));

    Finding finding = trend().findings().get(0);

    assertThat(finding.run()).isEqualTo(TURN);
    assertThat(finding.main().isWorse()).contains(false);
    assertThat(failures(trends(), "qps<0.97")).isEmpty();
    assertThat(failures(trends(), "qps>1.05")).hasSize(1);
  }

  @Test
  void aChangeThatWentAwayIsToldBehindThoseThatStayAndFailsNothing() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .step("a", qps(noisy(day, 1000) * (day < 12 || day >= 26 ? 1 : 0.8)))
          .step("b", qps(noisy(day + 1000, 1000) * (day < 10 ? 1 : 0.9)))
          .write(temporary);
    }

    List<Finding> findings = trend().findings();

    assertThat(findings)
        .extracting(each -> each.main().series().step() + " " + each.run())
        .containsExactly("a 26", "b 10", "a 12");
    assertThat(findings.get(2).main().change().until()).contains(26);
    assertThat(findings.get(2).main().change().stays()).isFalse();
    assertThat(failures(trends(), "a:qps<0.97")).isEmpty();
    assertThat(failures(trends(), "b:qps<0.97")).hasSize(1);
    assertThat(failures(trends(), "qps<0.97")).hasSize(1);
  }

  @Test
  void aChangeStaysAlsoIfItGetsWorse() throws IOException {
    Nights.write(
        temporary, NIGHTS, day -> noisy(day, 1000) * (day < 12 ? 1 : day < TURN ? 0.9 : 0.88));

    Trend trend = trend();

    assertThat(trend.findings())
        .extracting(Finding::run, each -> each.main().change().stays())
        .containsExactly(tuple(TURN, true), tuple(12, true));
    assertThat(TrendGate.judge(List.of(trend), List.of(condition("qps<0.95"))).failures())
        .singleElement()
        .asString()
        .contains("qps -9.8 % since 2026-01-13", "stays");
  }

  /** No step is beyond the limit, all together are. */
  @Test
  void manySmallStepsFailACondition() throws IOException {
    Nights.write(temporary, 90, day -> noisy(day, 1000) * Math.pow(0.98, day / 30));

    Trend trend = trend();

    assertThat(trend.findings()).hasSize(2);
    assertThat(TrendGate.judge(List.of(trend), List.of(condition("qps<0.97"))).failures())
        .singleElement()
        .asString()
        .contains("qps -4.1 % since 2026-01-31, in 2 changes");
    assertThat(TrendGate.judge(List.of(trend), List.of(condition("rate<0.95"))).failures())
        .isEmpty();
  }

  @Test
  void aMachineThatIsFasterExcusesNoSlowerServer() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .machine("CPU, 1 thread", noisy(day + 1000, 400) * (day < TURN ? 1 : 1.05))
          .step("request", qps(noisy(day, 1000) * (day < TURN ? 1 : 0.7)))
          .write(temporary);
    }

    Trend trend = trend();

    assertThat(trend.findings()).singleElement().matches(finding -> !finding.isOfMachine());
    assertThat(TrendGate.judge(List.of(trend), List.of(condition("rate<0.97"))).failures())
        .hasSize(1);
    assertThat(TrendText.notes(trend, 9))
        .extracting(Note::line)
        .anyMatch(
            line ->
                line.startsWith("request: qps -30 %")
                    && line.contains("the machine changed, too, but not as much: cpu +5."));
  }

  @Test
  void aMachineThatIsALittleSlowerExcusesNoMuchSlowerServer() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .machine("CPU, 1 thread", noisy(day + 1000, 400) / (day < TURN ? 1 : 1.03))
          .step("request", qps(noisy(day, 1000) * (day < TURN ? 1 : 0.7)))
          .write(temporary);
    }

    assertThat(TrendGate.judge(trends(), List.of(condition("qps<0.97"))).failures()).hasSize(1);
  }

  @Test
  void whatAnEarlierRunHadAsWellIsNoReason() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .tag("host", day % 2 == 0 ? "a" : "b")
          .tag("commit", "c" + day)
          .step("request", qps(noisy(day, 1000) * (day < TURN ? 1 : 0.9)))
          .write(temporary);
    }

    assertThat(trend().findings().get(0).there()).containsExactly("commit c24 -> c25");
  }

  /** A slower machine is not the server's fault. */
  @Test
  void aChangeOfTheMachineAtTheSameTimeIsToldAndExcuses() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      double slow = day < TURN ? 1 : 1.1;
      night(day)
          .machine("CPU, 1 thread", noisy(day + 1000, 400) / slow)
          .machine("something else", 7)
          .step("request", qps(noisy(day, 1000) / slow))
          .write(temporary);
    }

    Trend trend = trend();
    Finding finding = trend.findings().get(0);
    TrendGate.Judgement judgement = TrendGate.judge(List.of(trend), List.of(condition("qps<0.97")));

    assertThat(trend.machine()).extracting(each -> each.figure().key()).containsExactly("cpu");
    assertThat(finding.machine())
        .extracting(each -> each.series().figure().key())
        .containsExactly("cpu");
    assertThat(finding.isOfMachine()).isTrue();
    assertThat(judgement.failures()).isEmpty();
    assertThat(judgement.excused())
        .singleElement()
        .asString()
        .contains("qps<0.97", "request", "no failure, as the machine explains it");
    assertThat(TrendText.notes(trend, 9))
        .extracting(Note::line)
        .anyMatch(
            line -> line.startsWith("machine: cpu -9.") && line.contains("with it request qps"));
  }

  /** What is at the same time is a run before or after. */
  @Test
  void theMachineExcusesTheFirstRunThatIsToldAlsoIfItChangedARunBefore() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .machine("CPU, 1 thread", noisy(day + 1000, 400) / (day < TURN - 1 ? 1 : 1.1))
          .step("request", qps(noisy(day, 1000) / (day < TURN ? 1 : 1.1)))
          .write(temporary);
    }
    Trend trend = trend();

    Trend since = trend.since(trend.places().get(TURN));

    assertThat(since.findings()).singleElement().extracting(Finding::run).isEqualTo(TURN);
    assertThat(TrendGate.judge(List.of(since), List.of(condition("qps<0.97"))).failures())
        .isEmpty();
    assertThat(TrendText.notes(since, 9))
        .extracting(Note::line)
        .anyMatch(line -> line.startsWith("machine: ") && line.contains("with it request qps"));
  }

  @Test
  void aChangeOfTheMachineAloneIsTold() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .machine("fsync", noisy(day + 1000, 900) * (day < TURN ? 1 : 1.5))
          .step("request", qps(noisy(day, 1000)))
          .write(temporary);
    }

    Trend trend = trend();

    assertThat(trend.findings()).isEmpty();
    assertThat(TrendText.notes(trend, 9))
        .extracting(note -> note.text())
        .anyMatch(text -> text.startsWith("fsync +") && text.contains("since 2026-01-26"));
  }

  @Test
  void whatElseChangedBetweenTheRunsIsNamed() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      boolean late = day >= TURN;
      night(day)
          .version(late ? "3.46.0" : "3.45.1")
          .setting("server", "false")
          .setting("request.threads", late ? "8" : "4")
          .setting("file", "/data/" + day)
          .setting("seed", "" + day)
          .setting("same", "same")
          .tag("commit", late ? "bbb" : "aaa")
          .step("request", qps(turn(1000, TURN, 0.9).applyAsDouble(day)))
          .write(temporary);
    }

    assertThat(trend().findings().get(0).there())
        .containsExactly(
            "server SQLite 3.45.1 -> SQLite 3.46.0", "request.threads 4 -> 8", "commit aaa -> bbb");
  }

  @Test
  void placesOfFilesAndUsersAreNotNamed() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .setting("url", "jdbc:x:/" + day)
          .setting("dir", "/tmp/" + day)
          .setting("user", "u" + day)
          .setting("server.port", "1" + day)
          .setting("label", "l" + day)
          .step("request", qps(turn(1000, TURN, 0.9).applyAsDouble(day)))
          .write(temporary);
    }

    assertThat(trend().findings().get(0).there()).isEmpty();
  }

  @Test
  void aSettingThatIsGoneOrNewIsNamedWithNone() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      Night night = night(day).step("q", qps(turn(1000, TURN, 0.9).applyAsDouble(day)));
      (day < TURN ? night.setting("old.key", "1") : night.setting("new.key", "2")).write(temporary);
    }

    assertThat(trend().findings().get(0).there())
        .containsExactlyInAnyOrder("new.key none -> 2", "old.key 1 -> none");
  }

  @Test
  void otherDataAndOtherProductsAreTrendsOfTheirOwn() throws IOException {
    for (int day = 0; day < 6; day++) {
      night(day)
          .in("a" + day)
          .shape("rows", "10")
          .shape("x", "1")
          .shape("seed", "" + day)
          .step("q", qps(1000))
          .write(temporary);
      night(day)
          .in("b" + day)
          .shape("rows", "20")
          .shape("x", "1")
          .step("q", qps(900))
          .write(temporary);
      night(day).in("c" + day).product("MariaDB").step("q", qps(800)).write(temporary);
      night(day)
          .in("d" + day)
          .product("MariaDB")
          .workload("oltp")
          .step("q", qps(7))
          .write(temporary);
    }

    assertThat(trends())
        .extracting(Trend::title)
        .containsExactly(
            "linkbench on SQLite (rows=10)",
            "linkbench on SQLite (rows=20)",
            "linkbench on MariaDB",
            "oltp on MariaDB");
    assertThat(trends()).allMatch(trend -> trend.places().size() == 6);
  }

  @Test
  void aStepOfTwoNumbersOfThreadsIsTwoSeries() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .step("q", qps(day % 2 == 0 ? 100 : 1000), "\"threads\": " + (day % 2 == 0 ? 1 : 16))
          .write(temporary);
    }

    Trend trend = trend();

    assertThat(trend.series()).extracting(Series::threads).containsExactly(1L, 16L);
    assertThat(trend.byStep().keySet()).containsExactly("q (1 threads)", "q (16 threads)");
    assertThat(trend.series()).extracting(Series::known).containsExactly(20, 20);
    assertThat(trend.findings()).isEmpty();
  }

  /** A figure that some runs do not have has its change at the first run that has it again. */
  @Test
  void missingValuesMoveNoChange() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      Night night = night(day);
      if (day % 3 != 0 && day != TURN) {
        night.step("q", qps(noisy(day, day < TURN ? 1000 : 900)));
      }
      night.step("other", qps(noisy(1000 + day, 1000))).write(temporary);
    }

    List<Finding> findings = trend().findings();

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).run()).isEqualTo(TURN + 1);
    assertThat(findings.get(0).main().change().before()).isCloseTo(1000, within(5.0));
  }

  @Test
  void runsThatDoNotCountAreLeftOutWithTheirReason() throws IOException {
    Nights.write(temporary, 3, night -> 1000);
    night(3).verdict("invalid").step("q", qps(1)).write(temporary);
    night(4).state("running").step("q", qps(1)).write(temporary);
    Path damaged = night(5).step("q", qps(1)).write(temporary);
    Files.writeString(damaged.resolve("summary.json"), "{\"schema\": 1,");
    night(6).state("failed").step("q", qps(1)).write(temporary);

    Trends all = read();

    assertThat(all.runs()).isEqualTo(3);
    assertThat(all.leftOut())
        .extracting(run -> run.folder().getFileName().toString())
        .containsExactly("night-0003", "night-0004", "night-0005", "night-0006");
    assertThat(all.leftOut().get(0).why()).contains("INVALID");
    assertThat(all.leftOut().get(1).why()).isEqualTo("running, or killed");
    assertThat(all.leftOut().get(2).why()).contains("damaged");
    assertThat(all.leftOut().get(3).why()).isEqualTo("failed");
    assertThat(read().leftOut()).isEqualTo(all.leftOut());
    assertThat(TrendText.about(all).toString()).contains("night-0003", "and 3 others");
  }

  @Test
  void figuresAreFollowedByTheirNames() throws IOException {
    night(0).step("r", qps(1), cpu(2), p99("GET", 3000)).write(temporary);
    night(1).step("r", qps(1), cpu(2), p99("GET", 3000)).write(temporary);
    Trends all = read();

    assertThat(all.figures()).contains("rate", "qps", "own_cpu_us_pq", "p99_us", "GET.p99_us");
    assertThat(all.steps()).containsExactly("r");
    assertThat(keys(all, "qps")).containsExactly("qps");
    assertThat(keys(all, "rate")).containsExactly("qps");
    assertThat(keys(all, "p99_us")).containsExactly("GET.p99_us");
    assertThat(keys(all, "GET.p99_us", "qps")).containsExactly("GET.p99_us", "qps");
    assertThat(all.trends(FollowedFigures.DEFAULT, step -> false)).isEmpty();
  }

  private static List<String> keys(Trends all, String... followed) {
    return all.trends(new FollowedFigures(List.of(followed)), step -> true).get(0).series().stream()
        .map(series -> series.figure().key())
        .toList();
  }
}
