package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.compare.ComparisonMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            "oltp.until=100ms",
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
}
