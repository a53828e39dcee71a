package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ground.ExitCode;
import io.ibench.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** sysbench dies of a full queue when the rate is too high, or drops what it holds at the end. */
class RateAboveCapacityTest {

  private static final long DUE = 100_000_000;

  @TempDir private Path folder;

  @Test
  @Slow
  void everyOperationThatIsDueIsDoneOrCountedAsNotStarted() throws Exception {
    Path results = folder.resolve("run");
    Cli run =
        ibench(
            "run",
            Path.of("workloads", "oltp.properties"),
            "-d",
            Path.of("conf", "memory.properties"),
            "-o",
            results,
            "--no-page",
            "-s",
            "steps=drop,create,load,index,point_select",
            "-s",
            "oltp.rows=100",
            "-s",
            "point_select.until=1s",
            "-s",
            "point_select.rate=" + DUE + "/s");

    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED);
    JsonNode summary =
        new ObjectMapper().readTree(Files.readString(results.resolve("summary.json")));
    assertThat(summary.path("verdict").asText()).isEqualTo("invalid");
    JsonNode step = summary.path("steps").get(summary.path("steps").size() - 1);
    assertThat(step.path("state").asText()).isEqualTo("done");
    assertThat(step.path("errors").asLong()).isZero();
    long done = step.path("operations").get(0).path("count").asLong();
    long unstarted = step.path("unstarted").asLong();
    assertThat(done).isPositive();
    assertThat(done + unstarted).isEqualTo(DUE);
  }
}
