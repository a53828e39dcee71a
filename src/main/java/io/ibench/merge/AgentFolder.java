package io.ibench.merge;

import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.UnreadableResultException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result folder of one agent, without its numbers. Immutable; a few hundred bytes for each
 * step.
 *
 * @param started by the agent's clock
 * @param steps those that it has ended, in order
 */
record AgentFolder(Path path, RunInfo.Agent agent, Instant started, Map<StepKey, StepTime> steps) {

  static final String INTERVALS = "intervals.csv";
  static final String OPERATIONS = "operations.csv";
  static final String LATENCIES = "latency.hlog";

  /**
   * When a step ran.
   *
   * @param startMillis since 1970 UTC by the agent's clock
   * @param offsetMicros the server's clock minus the agent's; 0 if unknown
   */
  record StepTime(long startMillis, double seconds, long offsetMicros) {}

  int rank() {
    return agent.rank();
  }

  /** Such as {@code agent 3 (node-c)}. */
  String title() {
    return "agent " + agent.rank() + " (" + agent.host() + ")";
  }

  /**
   * Reads the head of a folder.
   *
   * @param mistakes receives why the folder cannot be merged
   * @return empty after a mistake
   */
  static Optional<AgentFolder> read(Path path, List<String> mistakes) {
    List<String> found = new ArrayList<>();
    Optional<AgentFolder> folder = Optional.empty();
    try {
      RunReport report = ResultReader.readOutline(path);
      RunFile file = RunFile.read(path);
      report.damage().forEach(line -> found.add(path + " is damaged: " + line));
      if (report.damage().isEmpty()) {
        file.trouble().ifPresent(why -> found.add(path + ": " + why));
      }
      List.of(INTERVALS, OPERATIONS, LATENCIES).stream()
          .filter(name -> !Files.isRegularFile(path.resolve(name)))
          .forEach(name -> found.add(path + " has no " + name));
      if (report.state() == RunState.RUNNING
          && RunLock.read(path).filter(RunLock.Owner::isAlive).isPresent()) {
        found.add(path + " is of a run that goes on; merge it when it has ended");
      }
      if (file.trouble().isEmpty() && file.agent().isEmpty()) {
        found.add(path + " is of a run of one process, not of an agent (run --together)");
      }
      folder =
          file.agent().map(agent -> new AgentFolder(path, agent, report.started(), steps(report)));
    } catch (UnreadableResultException e) {
      found.add(e.getMessage());
    }
    mistakes.addAll(found);
    return found.isEmpty() ? folder : Optional.empty();
  }

  private static Map<StepKey, StepTime> steps(RunReport report) {
    Map<StepKey, StepTime> steps = new LinkedHashMap<>();
    for (Step step : report.steps()) {
      if (step.state() != RunState.RUNNING) {
        Number seconds = step.whole().figures().numbers().getOrDefault("seconds", 0);
        steps.put(
            StepKey.of(step),
            new StepTime(
                step.whole().started().map(Instant::toEpochMilli).orElse(0L),
                seconds.doubleValue(),
                step.agent().map(clock -> clock.offsetUs()).orElse(0L)));
      }
    }
    return steps;
  }
}
