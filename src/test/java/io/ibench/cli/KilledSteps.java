package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs of any workload that are killed in the middle of a step, and go on. Confined to one test.
 *
 * @param folder where everything that a run writes goes
 * @param database the file with its settings
 */
record KilledSteps(Path folder, Path database) {

  /** Runs until a step has written so many intervals, and kills the run. */
  RunningIbench killed(String workload, String step, int intervals, String... settings)
      throws Exception {
    RunningIbench run =
        new RunningIbench(
            folder,
            Path.of("workloads", workload + ".properties"),
            List.of(),
            database,
            System.getenv(),
            Stream.concat(
                    Stream.of(settings).map(setting -> "-s=" + setting),
                    Stream.of("-s=interval=50ms", "--no-page"))
                .toArray(String[]::new));
    run.awaitIntervals(step, intervals);
    run.killAfter(0);
    return run;
  }

  /** The same, and resumes the run, which must end well. */
  RunningIbench resumed(String workload, String step, int intervals, String... settings)
      throws Exception {
    RunningIbench run = killed(workload, step, intervals, settings);
    Cli resumed = ibench(System.getenv(), "resume", run.output(), "--lenient", "--no-page");
    assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
    assertThat(run.summary().path("gaps").path(0).path("step").asText()).isEqualTo(step);
    return run;
  }

  /** A step in the results of a run. */
  static JsonNode step(RunningIbench run, String name) throws IOException {
    for (JsonNode step : run.summary().path("steps")) {
      if (step.path("name").asText().equals(name)) {
        return step;
      }
    }
    throw new AssertionError("no step " + name);
  }
}
