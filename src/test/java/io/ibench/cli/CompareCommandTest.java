package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.compare.RatioText;
import io.ibench.report.figures.NumberText;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

class CompareCommandTest {

  @TempDir private Path temporary;

  private Path run(String name, String... settings) {
    Path folder = temporary.resolve(name);
    List<Object> arguments =
        new ArrayList<>(List.of("run", Cli.LINKBENCH, "-d", Cli.SQLITE, "-o", folder));
    List<String> all = new ArrayList<>(List.of("steps=drop,create,load", "linkbench.maxid1=301"));
    all.add("file=" + folder + ".db");
    all.addAll(List.of(settings));
    all.forEach(setting -> arguments.addAll(List.of("-s", setting)));
    Cli run = ibench(arguments.toArray());
    assertThat(run.code()).as(run.err()).isZero();
    return folder;
  }

  @Test
  void resultsAreComparedInEveryFormat() throws IOException {
    Path base = run("base");
    Path other = run("other", "sync=normal");
    Path page = temporary.resolve("page.html");

    Cli text = ibench("compare", base, other, "--html", page, "--details");
    Cli markdown = ibench("compare", base, other, "--format", "markdown");
    Cli csv = ibench("compare", base, other, "--format", "csv");
    Cli json = ibench("compare", base, other, "--format", "json");

    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out())
        .startsWith("ibench: other is ")
        .containsPattern("settings +sync +full +normal");
    assertThat(text.err()).isEqualTo("page in " + page + "\n");
    assertThat(page).content().startsWith("<!DOCTYPE html>");
    assertThat(markdown.out()).startsWith("## ibench: other is ");
    assertThat(csv.out()).startsWith("step,figure,unit,");
    assertThat(new ObjectMapper().readTree(json.out()).at("/sides/1/name").asText())
        .isEqualTo("other");
    assertThat(List.of(markdown.code(), csv.code(), json.code())).containsOnly(0);
  }

  @Test
  void unlikeWorkIsRefusedUnlessItIsWanted() {
    Path base = run("base");
    Path other = run("other", "seed=7");

    Cli refused = ibench("compare", base, other);
    Cli wanted = ibench("compare", base, other, "--unlike");

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .isEqualTo(
            "ibench: not the same work: data seed: 1733776768 in "
                + base
                + "; 7 in "
                + other
                + "\nibench: with --unlike they are compared nevertheless\n");
    assertThat(wanted.code()).as(wanted.err()).isZero();
    assertThat(wanted.out()).contains("UNLIKE: not the same work").contains("1733776768");
  }

  @Test
  void mistakesAreToldTogetherAndNothingIsPrinted() {
    Path missing = temporary.resolve("missing");
    Cli wrong =
        ibench(
            "compare",
            missing,
            missing,
            "--fail-if",
            "qps",
            "--html",
            temporary.resolve("no/page.html"));

    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("ibench: "))
        .anyMatch(line -> line.contains("missing does not exist"))
        .anyMatch(line -> line.contains("is given twice"))
        .anyMatch(line -> line.contains("--fail-if qps is no condition"))
        .anyMatch(line -> line.contains("there is no folder"));
    assertThat(ibench("compare", missing).code()).isEqualTo(2);
    assertThat(ibench("compare", missing).err()).contains("a comparison needs two sides");
  }

  /** Where {@code report} writes a page for {@code --html -}, the comparison is printed instead. */
  @Test
  void aPageIsNotWrittenToStdout() {
    Path missing = temporary.resolve("missing");
    Cli wrong = ibench("compare", missing, missing, "--html", "-");

    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("--html - is for report");
    assertThat(Path.of("-")).doesNotExist();
  }

  @Test
  void thePageOfARunIsNotReplaced() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("run"));
    Files.writeString(folder.resolve("run.json"), "{}");
    Path page = folder.resolve("report.html");
    Cli wrong = ibench("compare", folder, folder, "--html", page);

    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .contains("--html " + page + " is the page of a run; name another file\n");
  }

  @Test
  @ResourceLock("current folder")
  void aNameThatBeginsLikeAnOptionFollowsTwoDashes() throws IOException {
    assertThat(ibench("compare", "--", "-no-such", "--folder").err().lines())
        .containsExactly("ibench: -no-such does not exist", "ibench: --folder does not exist");
    Path folder = Files.createTempDirectory(Path.of(""), "-old");
    String name = folder.toString();
    try {
      String hint = "; to name the folder or file " + name + ", put -- before it; see";
      assertThat(ibench("compare", "base", name).err()).contains(hint);
      assertThat(ibench("compare", "base", "other", name).err())
          .startsWith("ibench: there is no option -o")
          .contains(hint);
      assertThat(ibench("compare", "base", "--", name).err())
          .contains("base does not exist")
          .doesNotContain("put --");
    } finally {
      Files.delete(folder);
    }
    assertThat(ibench("compare", "base", "-no-such").err()).doesNotContain("put --");
  }

  @Test
  void aConditionOnNothingIsAMistake() {
    Path base = run("base");
    Path other = run("other");

    Cli wrong = ibench("compare", base, other, "--fail-if", "nosuch:qps<0.95");

    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err()).startsWith("ibench: --fail-if nosuch:qps<0.95: no step");
  }

  @Test
  void onlyTheNamedStepsAreShownAndConditionsSeeAll() {
    Path base = run("base");
    Path other = run("other");

    Cli csv = ibench("compare", base, other, "--format", "csv", "--step", "create");
    Cli failed =
        ibench("compare", base, other, "--step", "create", "--fail-if", "load:ips>0.000001");
    Cli wrong = ibench("compare", base, other, "--step", "laod,create,7");

    assertThat(csv.out().lines().skip(1)).isNotEmpty().allMatch(line -> line.startsWith("create,"));
    assertThat(failed.code()).isEqualTo(3);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err())
        .isEqualTo(
            "ibench: --step laod: no step laod is in all of them; did you mean load?\n"
                + "ibench: --step 7: no step 7 is in all of them;"
                + " there are: drop, create, load\n");
  }

  @Test
  void aConditionThatHoldsIsAnExitCodeOfItsOwnAndTheComparisonIsPrinted() {
    Path base = run("base");
    Path other = run("other");
    Cli failed = ibench("compare", base, other, "--fail-if", "load:ips>0.000001");
    Cli passed = ibench("compare", base, other, "--fail-if", "load:ips<0.000001");
    Cli misspelt = ibench("compare", base, other, "--fail-if", "load:ipss<0.9");

    assertThat(failed.code()).isEqualTo(3);
    assertThat(failed.out()).startsWith("ibench: other is ");
    assertThat(failed.err())
        .startsWith("ibench: --fail-if load:ips>0.000001: load: ips of other is ")
        .hasLineCount(1);
    assertThat(passed.code()).as(passed.err()).isZero();
    assertThat(misspelt.code()).isEqualTo(2);
    assertThat(misspelt.err()).contains("did you mean ips?");
  }

  private static JsonNode step(JsonNode comparison, String name) {
    for (JsonNode step : comparison.path("steps")) {
      if (step.path("name").asText().equals(name)) {
        return step;
      }
    }
    throw new AssertionError("no step " + name);
  }

  @Test
  void stepsThatCountNothingAndSumsOfStepsCanBeHeldToALimit() {
    Path base = run("base");
    Path other = run("other");

    Cli create = ibench("compare", base, other, "--fail-if", "create:seconds>19");
    Cli sum =
        ibench("compare", base, other, "--details", "--fail-if", "create+load:seconds>0.0001");
    Cli none = ibench("compare", base, other, "--fail-if", "create+laod:seconds>1");
    Cli ratio = ibench("compare", base, other, "--fail-if", "create+load:ips>1");

    assertThat(create.code()).as(create.err()).isZero();
    assertThat(sum.code()).as(sum.err()).isEqualTo(3);
    assertThat(sum.err()).contains(": create+load: seconds of other is ");
    assertThat(sum.out()).contains("\n  create+load\n");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err())
        .isEqualTo(
            "ibench: --fail-if create+laod:seconds>1: no step laod is in all of them;"
                + " did you mean load?\n");
    assertThat(ratio.code()).isEqualTo(2);
    assertThat(ratio.err().lines())
        .singleElement()
        .asString()
        .contains("ips is no amount that could be added up over steps; allowed: ", "written_gb");
  }

  @Slow
  @Test
  void theCommandsOutputsAgreeAmongEachOther() throws IOException {
    Path base = run("base");
    Path other = run("other", "sync=normal");
    Path page = temporary.resolve("page.html");

    String text = ibench("compare", base, other, "--details", "--html", page).out();
    String csv = ibench("compare", base, other, "--format", "csv").out();
    JsonNode json =
        new ObjectMapper().readTree(ibench("compare", base, other, "--format", "json").out());

    String[] ips =
        csv.lines().filter(line -> line.startsWith("load,ips,")).toList().get(1).split(",", -1);
    JsonNode rate = step(json, "load").at("/figures/0");
    JsonNode cell = rate.at("/cells/1");
    assertThat(rate.path("key").asText()).isEqualTo("ips");
    assertThat(cell.path("value").asText()).isEqualTo(ips[6]);
    assertThat(cell.path("ratio").asText()).isEqualTo(ips[8]);
    assertThat(cell.at("/noise/kind").asText()).isEqualTo(ips[9]);
    double value = Double.parseDouble(ips[6]);
    double ratio = Double.parseDouble(ips[8]);
    String shown = RatioText.plain(ratio);
    assertThat(text)
        .contains("2 other: ips " + shown + " of the base")
        .containsPattern("2 other +" + NumberText.figure(value));
    assertThat(Files.readString(page))
        .contains(NumberText.figure(value))
        .containsPattern(">\\s*~?" + shown + "( \\?)?\\s*<");
  }
}
