package io.ibench.cli.setup;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainStepOptionsTest {

  private static final Path INSERT = Path.of("workloads", "insert.properties");

  @TempDir private Path folder;

  private static Cli check(Path workload, String... more) {
    List<Object> arguments = new ArrayList<>(List.of("check", workload, "-d", Cli.NOOP));
    arguments.addAll(List.of(more));
    return ibench(arguments.toArray());
  }

  private static List<String> mistakes(Path workload, String... more) {
    Cli check = check(workload, more);
    assertThat(check.code()).as(check.out()).isEqualTo(2);
    assertThat(check.out()).isEmpty();
    return check.err().lines().toList();
  }

  private Path file(String... lines) throws IOException {
    return Files.write(folder.resolve("own.properties"), List.of(lines));
  }

  @Test
  void anOptionSetsTheKeyOfEachStepWithRequestsAndIsItsOrigin() throws IOException {
    Path two =
        file(
            "include = " + Cli.LINKBENCH.toAbsolutePath(),
            "steps = load, index, warmup, request, again",
            "again.like = request");

    String plan = check(two, "--threads=16", "--until", "60s", "--rate=5000/s").out();

    for (String step : List.of("request", "again")) {
      assertThat(plan)
          .containsPattern(step + "\\.threads += 16 +# --threads\n")
          .containsPattern(step + "\\.until += 60s +# --until\n")
          .containsPattern(step + "\\.rate += 5000/s +# --rate\n");
    }
    assertThat(plan).containsPattern("warmup\\.threads += 4 +# .*linkbench.properties");
  }

  @Test
  void anOptionEndsStepsThatHaveNoEndInTheFile() throws IOException {
    Path endless = file("workload = linkbench", "steps = request");

    assertThat(mistakes(endless)).singleElement().asString().contains("has no end");
    assertThat(check(endless, "--until=5s").code()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--threads=x | --threads: request.threads = x: is not a count; allowed: 1 .. 10000,"
            + " in digits, also with k, M or B",
        "--threads=8 -s request.threads=8 | --threads 8: -s sets request.threads as well; give"
            + " one of them",
        "--threads=8 -s steps=load | --threads 8: steps names no step with requests; give -s"
            + " load.threads=8",
        "--until=8s -s steps=load | --until 8s: steps names no step with requests",
        "--until=8s -s steps=lod | -s: steps = lod: names an unknown step lod; known: drop,"
            + " create, load, index, warmup, request, drain, verify; or say lod.like = one of them"
      })
  void aMistakeIsOneLine(String arguments, String line) {
    assertThat(mistakes(Cli.LINKBENCH, arguments.split(" "))).containsExactly("ibench: " + line);
  }

  @Test
  void stepsThatDifferAreSetByTheirOwnKeys() throws IOException {
    Path sweep =
        file(
            "include = " + Cli.LINKBENCH.toAbsolutePath(),
            "steps = request, r16",
            "r16.like = request",
            "r16.threads = 16");

    assertThat(mistakes(sweep, "--threads=8"))
        .containsExactly(
            "ibench: --threads 8: request, r16 have different threads; give -s request.threads=8"
                + " or -s r16.threads=8");
    assertThat(check(sweep, "--until=8s").code()).isZero();
    assertThat(mistakes(sweep, "--until=8s", "-s", "request.until=9s"))
        .containsExactly("ibench: --until 8s: -s sets request.until as well; give one of them");
  }

  @Test
  void theInsertBenchmarkAndGroupsNameTheirOwnKeysAllAtOnce() throws IOException {
    assertThat(mistakes(INSERT, "--threads=8", "--until=60s", "--rate=1k/s", "-s", "steps=qr100"))
        .hasSize(3)
        .allMatch(line -> line.contains(": sets no key of workload insert; set "))
        .anyMatch(
            line -> line.startsWith("ibench: --threads 8:") && line.contains("insert.clients"))
        .anyMatch(line -> line.contains("insert.query_seconds"))
        .anyMatch(line -> line.contains("qr100.insert.rate"));

    Path groups =
        file(
            "include = " + Path.of("workloads", "orders.properties").toAbsolutePath(),
            "group.readers = GET_ORDER, LATEST",
            "group.writers = NEW_ORDER, SET_STATUS");
    assertThat(mistakes(groups, "--rate=9/s"))
        .containsExactly(
            "ibench: --rate 9/s: step request has groups of threads; give -s"
                + " request.readers.rate=9/s or -s request.writers.rate=9/s");
    assertThat(check(groups, "--until=9s").err()).isEmpty();
  }
}
