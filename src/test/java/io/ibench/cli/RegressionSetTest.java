package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
  }
}
