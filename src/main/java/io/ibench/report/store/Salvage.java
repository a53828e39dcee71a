package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.ResultJson.DamageException;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Run;
import io.ibench.report.store.RunReport.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what is left of a result whose summary.json is missing or damaged: its undamaged steps and
 * periods, the head of run.json, and the steps in intervals.csv. It guesses nothing, and names
 * everything that it leaves out. Reads one folder; not thread-safe.
 */
final class Salvage {

  private static final String STEPS = "steps";
  private static final String PERIODS = "periods";

  private final Path folder;
  private final List<String> damage = new ArrayList<>();
  private final RunFile runFile;

  private Salvage(Path folder, ReadBudget budget, UnreadableResultException why) {
    this.folder = folder;
    damage.add(ResultReader.SUMMARY + " " + why.reason());
    this.runFile = RunFile.read(folder, budget);
    runFile.trouble().ifPresent(damage::add);
  }

  /**
   * Returns what is left.
   *
   * @param summary the content of summary.json; empty without the file
   * @param why it cannot be read; thrown if nothing is left
   */
  static RunReport of(Path folder, byte[] summary, ReadBudget budget, UnreadableResultException why)
      throws UnreadableResultException {
    return new Salvage(folder, budget, why).report(tree(summary)).orElseThrow(() -> why);
  }

  /** Empty if it is no summary. */
  private static ObjectNode tree(byte[] summary) {
    try {
      if (ResultJson.tree(summary) instanceof ObjectNode root && root.path("schema").isNumber()) {
        return root;
      }
    } catch (JsonProcessingException e) {
      // The first line of the damage names the reason.
    }
    return JsonNodeFactory.instance.objectNode();
  }

  /** Empty if a required part is lost. */
  private Optional<RunReport> report(ObjectNode json) {
    List<Step> sound = steps(json);
    json.remove(STEPS);
    Set<String> replaced = new HashSet<>();
    while (true) {
      try {
        RunReport head = ResultJson.read(json, RunReport.class);
        List<Step> steps = new SalvagedIntervals(folder, damage).withMissing(sound);
        return Optional.of(head.with(steps, damage));
      } catch (DamageException e) {
        if (!replaced.add(e.key()) || !replace(json, e)) {
          return Optional.empty();
        }
      }
    }
  }

  private List<Step> steps(ObjectNode json) {
    List<Step> steps = new ArrayList<>();
    if (json.get(STEPS) instanceof ArrayNode nodes) {
      for (JsonNode node : nodes) {
        String name = "step " + node.path("name").asText("number " + (steps.size() + 1));
        ResultReader.renewMegabytes(node);
        leaveOutPeriods(node, name);
        read(node, Step.class, name).ifPresent(steps::add);
      }
    }
    return steps;
  }

  private void leaveOutPeriods(JsonNode step, String name) {
    if (step.path(PERIODS) instanceof ArrayNode periods) {
      int number = 1;
      for (Iterator<JsonNode> each = periods.iterator(); each.hasNext(); number++) {
        if (read(each.next(), Period.class, name + ", period " + number).isEmpty()) {
          each.remove();
        }
      }
    }
  }

  private <T> Optional<T> read(JsonNode node, Class<T> type, String what) {
    try {
      return Optional.of(ResultJson.read(node, type));
    } catch (DamageException e) {
      damage.add(what + " is left out: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Takes a required part from run.json, or leaves out another one. False if run.json lacks it. */
  private boolean replace(ObjectNode json, DamageException why) {
    switch (why.key()) {
      case "workload" -> json.put("workload", runFile.workload().orElse(null));
      case "database" -> json.set("database", ResultJson.tree(runFile.database()));
      case "run" -> {
        if (runFile.id().isEmpty() || runFile.started().isEmpty()) {
          return false;
        }
        json.set("run", ResultJson.tree(startedRun()));
        damage.add("how the run ended is lost; what is known of it is from " + RunFile.NAME);
        return true;
      }
      default -> {
        json.remove(why.key());
        damage.add(why.key() + " is left out: " + why.getMessage());
        return true;
      }
    }
    damage.add(why.key() + " is taken from " + RunFile.NAME);
    return true;
  }

  private Run startedRun() {
    return RunReportRunBuilder.builder()
        .id(runFile.id().orElseThrow())
        .started(runFile.started().orElseThrow())
        .seed(runFile.seed().orElse(0L))
        .versions(runFile.versions())
        .steps(runFile.steps())
        .state(RunState.RUNNING)
        .build();
  }
}
