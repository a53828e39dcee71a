package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.compare.ComparisonMatrix;
import io.ibench.testing.CpuProfileFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One figure of all steps in one table. */
class CompareMatrixTest {

  @TempDir private static Path temporary;

  private static Path base;
  private static Path other;

  @BeforeAll
  static void run() {
    base = run("5.6");
    other = run("8.0");
  }

  /** A result with two groups of steps, and a step without one. */
  private static Path run(String name) {
    Path folder = temporary.resolve(name);
    List<Object> arguments =
        new ArrayList<>(List.of("run", Path.of("workloads", "oltp.properties"), "-o", folder));
    for (String setting :
        List.of(
            "database=memory",
            "steps=drop, create, load, index, scan, point_select, insert, update_index",
            "oltp.rows=100",
            "oltp.operations=2000",
            "point_select.matrix_group=point",
            "update_index.matrix_group=write",
            "insert.matrix_group=write")) {
      arguments.addAll(List.of("-s", setting));
    }
    Cli run = ibench(arguments.toArray());
    assertThat(run.code()).as(run.err()).isZero();
    return folder;
  }

  @Test
  void stepsAreInTheirGroupsAndOrder() {
    Cli matrix = ibench("compare", base, other, "--matrix", "qps");
    assertThat(matrix.code()).as(matrix.err()).isZero();
    List<String> lines =
        matrix.out().lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    assertThat(lines.get(0)).startsWith("ibench: qps relative to 5.6, median of 3 steps: 8.0 ");
    assertThat(lines.stream().map(line -> line.split(" ")[0]))
        .containsSubsequence("point", "point_select", "write", "insert", "update_index", "median")
        .doesNotContain("scan");
  }

  @Test
  void ratesAreThoseOfStepsOfRowsAndOfQueries() {
    Cli matrix = ibench("compare", base, other, "--matrix", "rate", "--step", "load,scan,index");
    assertThat(matrix.code()).as(matrix.err()).isZero();
    assertThat(matrix.out())
        .startsWith("ibench: rate relative to 5.6, median of ")
        .containsPattern("step +rate/s +rate/s +/ 5\\.6\n")
        .containsPattern("\n +load +[0-9,]+ +[0-9,]+ +[0-9.]+")
        .containsPattern("\n +scan +[0-9,.]+ +[0-9,.]+ +[0-9.]+");
  }

  @Test
  void costsHaveTheSidesInRows() {
    Cli costs = ibench("compare", base, other, "--matrix", "costs", "--step", "point_select");
    assertThat(costs.code()).as(costs.err()).isZero();
    assertThat(costs.out())
        .startsWith("ibench: what an operation costs, on all sides\n\n  point_select\n")
        .containsPattern("cpu us/o +cs/o +r/o +rKB/o +wKB/o +o/s +side\n.* 1 5\\.6\n.* 2 8\\.0\n")
        .containsPattern("\n +relative to 1 5\\.6\n")
        .contains("; - not known or too little to compare;\n    inf: the base is 0");
    Cli csv = ibench("compare", base, other, "--matrix", "costs", "--format", "csv");
    assertThat(csv.code()).isEqualTo(2);
  }

  @Test
  void aLatencyIsThatOfTheStepsOperation() {
    Cli matrix = ibench("compare", base, other, "--matrix", "p99_us", "--format", "markdown");
    assertThat(matrix.code()).as(matrix.err()).isZero();
    assertThat(matrix.out())
        .startsWith("## ibench: p99_us relative to 5.6, median of 3 steps: 8.0 ")
        .contains("| point_select |", "| update_index |")
        .contains("| step | 5.6 p99 | 8.0 p99 | 8.0 / 5.6 |");
  }

  @Test
  void aFigureMayBeGivenWithoutItsDivisor() {
    Set<String> known = Set.of("own_cpu_us_pq", "cpu_us_pq", "cspq", "qps");
    assertThat(
            Stream.of("cpu_us", "own_cpu_us", "cs", "qps", "cpu")
                .map(given -> ComparisonMatrix.figure(given, known)))
        .containsExactly("cpu_us_pq", "own_cpu_us_pq", "cspq", "qps", "cpu");
    Cli matrix = ibench("compare", base, other, "--matrix", "cs");
    assertThat(matrix.err()).doesNotContain("no step has this figure");
    assertThat(matrix.out()).startsWith("ibench: cspq relative to 5.6");
  }

  @Test
  void anUnknownFigureIsAMistake() {
    Cli unknown = ibench("compare", base, other, "--matrix", "qsp");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err())
        .isEqualTo("ibench: --matrix qsp: no step has this figure; did you mean qps?\n");
    Cli csv = ibench("compare", base, other, "--matrix", "qps", "--format", "csv", "--details");
    assertThat(csv.code()).isEqualTo(2);
    assertThat(csv.err()).contains("--matrix is for text and markdown", "leave out --details");
  }

  /** Of 1,000 samples: half of them are in plan or below it. */
  private static final Map<String, Long> PLANS =
      Map.of(
          "main plan cost", 300L, "main plan", 100L, "main plan x plan", 100L, "main exec", 500L);

  private static final Map<String, Long> PLANS_LESS = Map.of("main plan", 100L, "main exec", 900L);

  /** Sides whose profiles are known. */
  private static Path profiled(String name, Path like) throws IOException {
    Path folder = temporary.resolve(name);
    if (Files.notExists(folder)) {
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(like)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.copy(file, folder.resolve(file.getFileName()));
        }
      }
    }
    return folder;
  }

  private static List<String> cells(Cli matrix, String step) {
    assertThat(matrix.code()).as(matrix.err()).isZero();
    return matrix
        .out()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(step + " "))
        .map(line -> List.of(line.split(" +")))
        .findFirst()
        .orElse(List.of());
  }

  @Test
  void theCpuOfAFunctionIsAFigure() throws IOException {
    Path a = profiled("p5.6", base);
    Path b = profiled("p8.0", other);
    CpuProfileFiles first = new CpuProfileFiles(a);
    CpuProfileFiles second = new CpuProfileFiles(b);
    for (int repeat = 0; repeat < 3; repeat++) {
      first.with("point_select", 20, PLANS_LESS).with("insert", 40, PLANS_LESS);
      second.with("point_select", 20, PLANS);
    }
    Cli matrix = ibench("compare", a, b, "--matrix", "cpu:plan");

    assertThat(matrix.out()).startsWith("ibench: cpu:plan relative to p5.6, median of 2 steps: ");
    assertThat(cells(matrix, "point_select"))
        .containsExactly("point_select", "2", "10", "5.00", ">");
    assertThat(cells(matrix, "insert")).containsExactly("insert", "4", "-", "-");
    assertThat(cells(matrix, "update_index")).isEmpty();
  }

  @Test
  void aFunctionThatOneSideLacksUsesNoCpuThere() throws IOException {
    Path a = profiled("none-a", base);
    Path b = profiled("none-b", other);
    new CpuProfileFiles(a).with("point_select", 20, Map.of("main exec", 1_000L));
    new CpuProfileFiles(b).with("point_select", 20, PLANS);

    assertThat(cells(ibench("compare", a, b, "--matrix", "cpu:plan"), "point_select"))
        .containsExactly("point_select", "0", "10", "inf", ">?");
    assertThat(cells(ibench("compare", a, b, "--matrix", "cpu:exec"), "point_select"))
        .containsExactly("point_select", "20", "10", "0.50", "<?");
  }

  @Test
  void aFunctionThatNoSideHasIsAMistake() throws IOException {
    Path a = profiled("mistake-a", base);
    Path b = profiled("mistake-b", other);

    assertThat(ibench("compare", a, b, "--matrix", "cpu:plan").err())
        .isEqualTo(
            "ibench: --matrix cpu:plan: no side has a profile of the server's CPU, as run"
                + " --cpu-profile makes it\n");

    new CpuProfileFiles(a).with("point_select", 20, PLANS);
    Cli unknown = ibench("compare", a, b, "--matrix", "cpu:sort");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err())
        .isEqualTo(
            "ibench: --matrix cpu:sort: no side has this function; the largest are exec, plan,"
                + " cost, x, main\n");
    assertThat(ibench("compare", a, b, "--matrix", "cpu:plam").err())
        .isEqualTo("ibench: --matrix cpu:plam: no side has this function; did you mean plan?\n");
  }

  @Test
  void anAddressIsNoFunctionOfAnotherBuild() throws IOException {
    Path a = profiled("build-a", base);
    Path b = profiled("build-b", other);
    new CpuProfileFiles(a).ofBuild("one").with("point_select", 20, Map.of("main server@20", 500L));
    new CpuProfileFiles(b).ofBuild("two").with("point_select", 20, Map.of("main server@20", 500L));

    assertThat(ibench("compare", a, b, "--matrix", "cpu:server@20").err())
        .isEqualTo(
            "ibench: --matrix cpu:server@20: an address tells nothing across builds, and the sides"
                + " have several\n");
  }
}
