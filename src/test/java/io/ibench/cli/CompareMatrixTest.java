package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One figure of all steps in one table. */
class CompareMatrixTest {

  @TempDir private Path temporary;

  private Path base;
  private Path copy;

  /** A result with two groups of steps and a step without one, and its copy. */
  @BeforeEach
  void run() throws IOException {
    base = temporary.resolve("5.6");
    copy = temporary.resolve("8.0");
    List<Object> arguments =
        new ArrayList<>(List.of("run", Path.of("workloads", "oltp.properties"), "-o", base));
    for (String setting :
        List.of(
            "database=memory",
            "steps=drop, create, load, index, scan, point_select, insert, update_index",
            "oltp.rows=100",
            "oltp.until=300ms",
            "point_select.matrix_group=point",
            "update_index.matrix_group=write",
            "insert.matrix_group=write")) {
      arguments.addAll(List.of("-s", setting));
    }
    Cli run = ibench(arguments.toArray());
    assertThat(run.code()).as(run.err()).isZero();
    try (Stream<Path> files = Files.walk(base)) {
      files.forEach(file -> copy(file, copy.resolve(base.relativize(file))));
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void equalResultsHaveRatiosOf1InTheirGroupsAndOrder() {
    Cli matrix = ibench("compare", base, copy, "--matrix", "qps");
    assertThat(matrix.code()).as(matrix.err()).isZero();
    List<String> lines =
        matrix.out().lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    assertThat(lines.get(0))
        .isEqualTo("ibench: qps relative to 5.6, median of 3 steps: 8.0 1.00");
    assertThat(lines).containsSubsequence("point", "write");
    assertThat(lines.stream().filter(line -> line.endsWith(" 1.00")).map(line -> line.split(" ")[0]))
        .containsExactly("ibench:", "point_select", "insert", "update_index", "median");
    assertThat(matrix.out()).doesNotContain("scan");
  }

  @Test
  void aLatencyIsThatOfTheStepsOperation() {
    Cli matrix = ibench("compare", base, copy, "--matrix", "p99_us", "--format", "markdown");
    assertThat(matrix.code()).as(matrix.err()).isZero();
    assertThat(matrix.out())
        .startsWith("## ibench: p99_us relative to 5.6, median of 3 steps: 8.0 1.00")
        .contains("| point_select |", "| update_index |");
  }

  @Test
  void anUnknownFigureIsAMistake() {
    Cli unknown = ibench("compare", base, copy, "--matrix", "qsp");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err())
        .isEqualTo("ibench: --matrix qsp: no step has this figure; did you mean qps?\n");
    Cli csv = ibench("compare", base, copy, "--matrix", "qps", "--format", "csv", "--details");
    assertThat(csv.code()).isEqualTo(2);
    assertThat(csv.err()).contains("--matrix is for text and markdown", "leave out --details");
  }
}
