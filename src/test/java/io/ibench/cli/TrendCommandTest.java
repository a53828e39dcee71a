package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static io.ibench.trend.Nights.night;
import static io.ibench.trend.Nights.noisy;
import static io.ibench.trend.Nights.qps;
import static io.ibench.trend.Nights.turn;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ibench.trend.Nights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrendCommandTest {

  private static final int NIGHTS = 40;
  private static final int TURN = 25;

  @TempDir private Path temporary;

  /** From the turn on a new version is a tenth slower. */
  private Path slower() throws IOException {
    Path nights = temporary.resolve("nights");
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .version(day < TURN ? "8.0.9" : "8.0.35")
          .step("request", qps(turn(1000, TURN, 0.9).applyAsDouble(day)))
          .step("other", qps(noisy(1000 + day, 500)))
          .write(nights);
    }
    return nights;
  }

  private static void assertMistakes(Cli cli, String... lines) {
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err().lines()).containsExactly(lines);
  }

  private static List<Object> trend(Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("trend"));
    all.addAll(List.of(arguments));
    return all;
  }

  private static Cli run(Object... arguments) {
    return ibench(trend(arguments).toArray());
  }

  @Test
  void textSaysSinceWhenAFigureHasChanged() throws IOException {
    Cli trend = run(slower());

    assertThat(trend.code()).as(trend.err()).isZero();
    assertThat(trend.err()).isEmpty();
    assertThat(trend.out().replaceAll("\\s+", " "))
        .startsWith("trend: 1 change in 2 series linkbench on SQLite: 40 runs, 2026-01-01 to")
        .contains("request: qps -10 % since 2026-01-26 (1,00")
        .contains("stays; there: server SQLite 8.0.9 -> SQLite 8.0.35");
  }

  @Test
  void ofManyPlacesSomeAreNamed() throws IOException {
    Path nights = temporary.resolve("nights");
    for (int day = 0; day < 52; day++) {
      night(day).tag("commit", "c" + day).step("request", qps(1000)).write(nights);
    }

    Cli trend = run(nights, "--by", "commit", "--since", "nothing");

    assertThat(trend.code()).isEqualTo(2);
    assertThat(trend.err())
        .startsWith("ibench: --since nothing: no run has it; there are: c0, c1, ")
        .endsWith(", c48, c49 and 2 more\n");
  }

  @Test
  void byVersionThereIsATable() throws IOException {
    Cli trend = run(slower(), "--by", "version", "--format", "markdown");

    assertThat(trend.code()).as(trend.err()).isZero();
    assertThat(trend.out()).contains("since 8.0.35", "| 8.0.9 |", "| 8.0.35 |", "0.90");
  }

  @Test
  void csvHasALineForEachRunAndTheRestIsOnStderr() throws IOException {
    Path nights = slower();
    night(99).state("failed").write(nights);

    Cli trend = run(nights, "--format", "csv");

    assertThat(trend.code()).isZero();
    assertThat(trend.out().lines()).hasSize(1 + NIGHTS);
    assertThat(trend.out()).startsWith("time,version,folder,request.qps,other.qps\r\n");
    assertThat(trend.err())
        .isEqualTo("ibench: left out: " + nights.resolve("night-0099") + ": failed\n");
  }

  @Test
  void jsonIsOneObject() throws IOException {
    Cli trend = run(slower(), "--format", "json", "--step", "request");

    assertThat(trend.code()).as(trend.err()).isZero();
    JsonNode json = new JsonMapper().readTree(trend.out());
    assertThat(json.path("schema").asInt()).isEqualTo(1);
    JsonNode first = json.path("trends").path(0);
    assertThat(first.path("series")).hasSize(1);
    assertThat(first.path("findings").path(0).path("since_run").asInt()).isEqualTo(TURN);
  }

  @Test
  void thePageHasAChartForEachSeries() throws IOException {
    Path page = temporary.resolve("page.html");

    Cli trend = run(slower(), "--html", page);

    assertThat(trend.code()).as(trend.err()).isZero();
    assertThat(trend.out()).startsWith("trend: 1 change");
    assertThat(Files.readString(page))
        .contains("linkbench on SQLite: 40 runs", "request", "-10 %")
        .contains("class=\"multiples\"");
  }

  @Test
  void aDayBehindAllRunsIsAMistake() throws IOException {
    Path nights = slower();

    Cli late = run(nights, "--since", "2099-01-01");
    Cli none = run(nights, "--since", "2026-13-45");

    assertThat(List.of(late.code(), none.code())).containsOnly(2);
    assertThat(late.err()).startsWith("ibench: --since 2099-01-01: the last run is of 2026-02-0");
    assertThat(none.err()).startsWith("ibench: --since 2026-13-45: allowed: a day");
  }

  @Test
  void aConditionThatHoldsGivesThree() throws IOException {
    Path nights = slower();

    Cli failed = run(nights, "--fail-if", "qps<0.97");
    assertThat(failed.code()).isEqualTo(3);
    assertThat(failed.out()).startsWith("trend: 1 change");
    assertThat(failed.err())
        .startsWith("ibench: --fail-if qps<0.97: linkbench on SQLite, request: qps -10 % since")
        .hasLineCount(1);
    assertThat(run(nights, "--fail-if", "qps<0.85").code()).isZero();
    assertThat(run(nights, "--fail-if", "other:qps<0.97").code()).isZero();
    assertThat(run(nights, "--fail-if", "qps<0.97", "--since", "2026-01-27").code()).isZero();
    assertThat(run(nights, "--fail-if", "qps<0.97", "--since", "2026-01-26").code()).isEqualTo(3);
    assertThat(run(nights, "--by", "version", "--since", "8.0.35", "--fail-if", "qps<1").code())
        .isEqualTo(3);
  }

  @Test
  void aSlowerMachineExcusesWithALine() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      double slow = day < TURN ? 1 : 1.1;
      night(day)
          .machine("CPU, 1 thread", noisy(1000 + day, 400) / slow)
          .step("request", qps(noisy(day, 1000) / slow))
          .write(temporary);
    }

    Cli trend = run(temporary, "--fail-if", "qps<0.97");

    assertThat(trend.code()).isZero();
    assertThat(trend.err()).contains("no failure, as the machine explains it").hasLineCount(1);
  }

  @Test
  void allMistakesAreToldTogetherAndNothingIsPrinted() throws IOException {
    Path nights = slower();
    Path page = temporary.resolve("none").resolve("page.html");

    Cli trend =
        run(
            nights,
            "--figure",
            "qsp",
            "--step",
            "reqest",
            "--since",
            "yesterday",
            "--fail-if",
            "qps<x",
            "--html",
            page);

    assertThat(trend.code()).isEqualTo(2);
    assertThat(trend.out()).isEmpty();
    assertThat(trend.err())
        .contains("qps<x")
        .contains(page.toString())
        .contains("--figure qsp: no run has it; did you mean qps?")
        .contains("--step reqest: no run has it; did you mean request?")
        .contains("--since yesterday: allowed: a day, or a minute, as in 2026-11-01 06:30")
        .hasLineCount(5);
    assertThat(page.getParent()).doesNotExist();
  }

  @Test
  void missingFoldersAreToldWithTheOtherMistakes() throws IOException {
    Path none = temporary.resolve("none");
    Path file = Files.writeString(temporary.resolve("file"), "");

    Cli trend = run(slower(), none, file, "--fail-if", "qps");

    assertThat(trend.code()).isEqualTo(2);
    assertThat(trend.out()).isEmpty();
    assertThat(trend.err())
        .contains("--fail-if qps", none + " does not exist", file + " is not a folder")
        .hasLineCount(3);
    assertMistakes(
        run(Files.createDirectories(none)),
        "ibench: " + none + " has no result of a run, also not in its folders");
  }

  @Test
  void whatNoRunHasIsRefused() throws IOException {
    Path nights = slower();

    assertMistakes(
        run(nights, "--by", "comit"), "ibench: --by comit: no run has it; allowed: time, version");
    night(NIGHTS).version("8.0.36").tag("commit", "a").step("request", qps(900)).write(nights);
    assertMistakes(
        run(nights, "--by", "comit"),
        "ibench: --by comit: no run has it; allowed: time, version, commit");
    assertMistakes(
        run(nights, "--by", "version", "--since", "8.0.34"),
        "ibench: --since 8.0.34: no run has it; did you mean 8.0.35?");
    assertMistakes(
        run(nights, "--fail-if", "p99_us>1.1"),
        "ibench: --fail-if p99_us>1.1: no step has such a series; there are: request:qps, other:qps");
    assertThat(run(nights, "--by", "commit").out()).contains("40 runs have no commit");
  }

  @Test
  void aFigureOfAnotherStepIsNoSeries() throws IOException {
    Path nights = slower();
    night(NIGHTS).step("third", "\"wkbpq\": 3").write(nights);

    assertMistakes(
        run(nights, "--figure", "wkbpq", "--step", "request"),
        "ibench: no step that is followed has any of the figures");
  }

  @Test
  void withoutACompleteRunTheFirstReasonIsTold() throws IOException {
    night(0).state("failed").write(temporary);

    assertMistakes(run(temporary), "ibench: none of these runs is complete: failed");
  }

  @Test
  void csvOfSeveralWorksIsRefusedWithTheirNames() throws IOException {
    Path nights = slower();
    night(0).in("other").product("MariaDB").step("request", qps(7)).write(nights);

    assertMistakes(
        run(nights, "--format", "csv"),
        "ibench: --format csv is one table of one kind of work; these folders have 2: linkbench on"
            + " SQLite; linkbench on MariaDB; name the folders of one");
    assertThat(run(nights).out()).contains("linkbench on MariaDB: 1 run, 2026-01-01");
  }

  /** Tags, versions and steps are texts of others. */
  @Test
  void hostileTextsReachATerminalAndAPageAsTexts() throws IOException {
    String hostile = "\u001b[2J\u202e<script>alert('1')</script>";
    Path nights = temporary.resolve("nights");
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .product("P" + hostile)
          .version((day < TURN ? "1" : "2") + hostile)
          .tag("commit", (day < TURN ? "a" : "b") + hostile)
          .tag("t" + hostile, (day < TURN ? "a" : "b") + hostile)
          .setting("s" + hostile, (day < TURN ? "a" : "b") + hostile)
          .step("request" + hostile, qps(turn(1000, TURN, 0.9).applyAsDouble(day)))
          .write(nights);
    }
    Path page = temporary.resolve("page.html");

    for (String by : List.of("time", "version", "commit")) {
      for (String format : List.of("text", "markdown")) {
        Cli trend =
            run(nights, "--by", by, "--format", format, "--html", page, "--fail-if", "qps<0.97");

        assertThat(trend.code()).as(trend.err()).isEqualTo(3);
        assertThat(Files.readString(page))
            .doesNotContain("\u001b")
            .doesNotContain("\u202e")
            .doesNotContain("<script>alert");
        for (String text : List.of(trend.out(), trend.err())) {
          assertThat(text.codePoints())
              .as(by)
              .noneMatch(
                  character ->
                      character != '\n'
                          && (Character.isISOControl(character) || character == 0x202e));
        }
      }
    }
    Cli unknown = run(nights, "--step", hostile, "--by", "x" + hostile);
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).doesNotContain("\u001b").doesNotContain("\u202e");
  }

  @Test
  void theSecondCallSaysTheSame() throws IOException {
    Path nights = temporary.resolve("more");
    Nights.write(nights, NIGHTS, turn(1000, TURN, 0.9));

    Cli first = run(nights, "--format", "json");
    Cli second = run(nights, "--format", "json");

    assertThat(nights.resolve(".trend.index")).exists();
    assertThat(second).isEqualTo(first);
  }
}
