package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ground.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The agents of one run, each a process of its own. Confined to one test. */
final class AgentProcesses implements AutoCloseable {

  /** All of its operations are known beforehand. */
  static final String LINKBENCH =
      """
      workload = linkbench
      seed = 7
      steps = drop, create, load, index, request, verify
      linkbench.maxid1 = 501
      linkbench.getlinklist_history = 0
      load.threads = 4
      request.threads = 8
      interval = 100ms
      together.beat = 2s
      """;

  private final Path folder;
  private final String name;
  private final int of;
  private final List<RunningIbench> agents = new ArrayList<>();

  /** No process yet; each has a folder of its own below this one. */
  AgentProcesses(Path folder, String name, int of) {
    this.folder = folder;
    this.name = name;
    this.of = of;
  }

  /** Starts all agents with the same files. */
  AgentProcesses startAll(String workload, String database, String... options) throws IOException {
    for (int rank = 0; rank < of; rank++) {
      start(rank, List.of(), workload, database, options);
    }
    return this;
  }

  /**
   * Starts an agent.
   *
   * @param before the words of another program that starts it
   */
  RunningIbench start(
      int rank, List<String> before, String workload, String database, String... options)
      throws IOException {
    Path own = Files.createDirectories(folder.resolve(name + "-" + agents.size()));
    List<String> words =
        new ArrayList<>(List.of("--together=" + name, "--rank=" + rank, "--of=" + of, "--no-page"));
    words.addAll(List.of(options));
    RunningIbench agent =
        new RunningIbench(
            before,
            own,
            Files.writeString(own.resolve("w.properties"), workload),
            List.of(),
            Files.writeString(own.resolve("d.properties"), database),
            System.getenv(),
            words.toArray(String[]::new));
    agents.add(agent);
    return agent;
  }

  RunningIbench agent(int rank) {
    return agents.get(rank);
  }

  /** The results of the agent that was started as this one, if it has this rank. */
  Path results(int rank) {
    return agents.get(rank).output().resolve("agent-0" + rank);
  }

  AgentProcesses awaitDone() throws Exception {
    for (RunningIbench agent : agents) {
      assertThat(agent.awaitEnd()).as(agent.err()).isEqualTo(ExitCode.DONE);
    }
    return this;
  }

  JsonNode summary(int rank) throws IOException {
    return new ObjectMapper().readTree(results(rank).resolve("summary.json").toFile());
  }

  JsonNode step(int rank, String step) throws IOException {
    for (JsonNode each : summary(rank).path("steps")) {
      if (each.path("name").asText().equals(step)) {
        return each;
      }
    }
    throw new AssertionError(step);
  }

  /** What all agents did in a step, by kind. */
  Map<String, Long> operations(String step) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (int rank = 0; rank < of; rank++) {
      for (JsonNode operation : step(rank, step).path("operations")) {
        sums.merge(operation.path("name").asText(), operation.path("count").asLong(), Long::sum);
      }
    }
    return sums;
  }

  /** Verify compares the tables with what all agents have counted. */
  void requireBooked() throws IOException {
    JsonNode verify = step(0, "verify");
    assertThat(verify.path("problems")).isEmpty();
    assertThat(verify.path("facts").toString()).contains("totals as booked");
  }

  @Override
  public void close() {
    agents.forEach(RunningIbench::close);
  }
}
