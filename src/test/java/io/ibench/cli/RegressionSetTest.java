package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The 38 steps of oltp-regressions run where nothing can slow them down. */
@Slow
class RegressionSetTest {

  private static final Set<String> AROUND =
      Set.of("drop", "create", "load", "index", "drain_1", "drain_2", "verify");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"memory", "noop"})
  void allStepsRunInTheirOrder(String database) throws Exception {
    Path results = folder.resolve("run");
    List<Object> arguments =
        new ArrayList<>(
            List.of("run", Path.of("workloads", "oltp-regressions.properties"), "--no-page"));
    arguments.addAll(List.of("-d", Path.of("conf", database + ".properties"), "-o", results));
    for (String setting :
        List.of(
            "oltp.rows=1000",
            "oltp.reads.until=5m",
            "oltp.reads.operations=20",
            "oltp.writes.until=5m",
            "oltp.writes.operations=20",
            "drain.at_least=1ms")) {
      arguments.addAll(List.of("-s", setting));
    }
    arguments.add("--lenient");
    Cli run = ibench(arguments.toArray());
    assertThat(run.code()).as(run.err()).isZero();

    JsonNode summary =
        new ObjectMapper().readTree(Files.readString(results.resolve("summary.json")));
    List<String> tests = new ArrayList<>();
    for (JsonNode step : summary.path("steps")) {
      String name = step.path("name").asText();
      assertThat(step.path("state").asText()).as(name).isEqualTo("done");
      assertThat(step.path("problems")).as(name).isEmpty();
      if (!AROUND.contains(name)) {
        tests.add(name);
        assertThat(step.path("errors").asLong()).as(name).isZero();
        assertThat(step.path("operations").get(0).path("count").asLong()).as(name).isEqualTo(20);
      }
    }
    assertThat(tests).hasSize(38).startsWith("point_query_warm", "scan_warmpre", "point_query_pre");
    assertThat(tests).endsWith("delete", "insert");
    assertMatrixOfEqualResults(results, tests);
  }

  /** The groups are those of M. Callaghan's tables; each has the order of the steps. */
  private void assertMatrixOfEqualResults(Path results, List<String> tests) throws Exception {
    Path same = folder.resolve("same");
    try (Stream<Path> files = Files.walk(results)) {
      for (Path file : files.toList()) {
        Files.copy(file, same.resolve(results.relativize(file).toString()));
      }
    }
    ObjectMapper mapper = new ObjectMapper();
    for (String name : List.of("summary.json", "run.json")) {
      ObjectNode file = (ObjectNode) mapper.readTree(same.resolve(name).toFile());
      (file.has("run") ? (ObjectNode) file.get("run") : file).put("id", "same");
      file.remove("checksum"); // one of its own would say that the file was changed
      mapper.writeValue(same.resolve(name).toFile(), file);
    }
    Cli matrix = ibench("compare", results, same, "--matrix", "qps");
    assertThat(matrix.code()).as(matrix.err()).isZero();
    Map<String, List<String>> groups = new LinkedHashMap<>();
    String group = "";
    for (String line : matrix.out().lines().map(String::strip).toList()) {
      String[] words = line.split(" +");
      if (Set.of("point", "range", "write").contains(line)) {
        group = line;
        groups.put(group, new ArrayList<>());
      } else if (tests.contains(words[0])) {
        groups.get(group).add(words[0]);
        assertThat(words[words.length - 1]).as(line).isEqualTo("1.00");
      }
    }
    assertThat(groups.keySet()).containsExactly("point", "range", "write");
    assertThat(groups.get("point")).hasSize(10).isSubsetOf(tests);
    assertThat(groups.get("range")).hasSize(14);
    assertThat(groups.get("write")).hasSize(10);
    groups.values().forEach(names -> assertThat(tests).containsSubsequence(names));
  }
}
