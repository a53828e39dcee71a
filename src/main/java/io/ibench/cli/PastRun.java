package io.ibench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.ground.UsageException;
import io.ibench.report.store.ReadBudget;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.store.WriteFailure;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.internal.SettingMismatches;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The totals that a run has stored in its result folder, for a comparison with tables. */
final class PastRun {

  private final Path folder;
  private final JsonNode summary;
  private final JsonNode data;

  private PastRun(Path folder, JsonNode summary) {
    this.folder = folder;
    this.summary = summary;
    this.data = summary.path("data");
  }

  static PastRun read(Path folder) throws UsageException {
    Path file = folder.resolve("summary.json");
    try {
      JsonNode summary = new ObjectMapper().readTree(ReadBudget.ofHeap().read(file));
      if (!summary.path("data").path("settings").isObject()) {
        throw new UsageException(file + " says nothing of the data that the run worked on");
      }
      return new PastRun(folder, summary);
    } catch (UnreadableResultException e) {
      throw new UsageException("--against " + folder + ": cannot read " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new UsageException("--against " + folder + ": " + file + " is no JSON");
    } catch (IOException e) {
      throw new UsageException(
          "--against " + folder + ": cannot read " + file + ": " + WriteFailure.reason(e));
    }
  }

  /**
   * The result of the comparison, one line each.
   *
   * @param problems where the tables contradict the run
   */
  record Differences(List<String> facts, List<String> problems) {}

  /** Compares the run's totals with the register of the tables. */
  Differences compare(RegisteredDataset dataset, Map<String, String> settings, String workload) {
    List<String> problems = new ArrayList<>();
    differ(problems, "workload", workload, summary.path("workload").asText());
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      String then = data.path("settings").path(setting.getKey()).asText("not set");
      differ(problems, setting.getKey(), setting.getValue(), then);
    }
    differ(
        problems,
        "the run that loaded the data",
        dataset.loadedBy().orElse("unknown"),
        data.path("loaded_by").asText("unknown"));
    long runs = dataset.runsServed();
    long runsThen = data.path("runs_served").asLong();
    String butFor = "";
    if (runs > runsThen) {
      butFor = ", but for totals: the data has served further runs, " + (runs - runsThen);
    } else if (dataset.totals().isEmpty() || !data.path("totals").isObject()) {
      butFor = ", but for totals, which are not known";
    } else {
      compareTotals(dataset, problems);
    }
    if (runs < runsThen) {
      differ(problems, "runs served", Long.toString(runs), Long.toString(runsThen));
    }
    List<String> facts =
        problems.isEmpty() ? List.of("as booked in " + folder + butFor) : List.of();
    return new Differences(facts, problems);
  }

  private void compareTotals(RegisteredDataset dataset, List<String> problems) {
    dataset
        .totals()
        .get()
        .forEach(
            (table, totals) ->
                new TreeMap<>(totals)
                    .forEach(
                        (name, total) ->
                            differ(
                                problems,
                                table + " " + name,
                                Long.toString(total),
                                data.path("totals").path(table).path(name).asText("unknown"))));
  }

  private void differ(List<String> problems, String what, String now, String then) {
    if (SettingMismatches.areChecksums(now, then)) {
      if (!now.equals(then)) {
        problems.add(what + ": the text that loads here is not that of " + folder);
      }
    } else if (!Objects.equals(now, then)) {
      problems.add(what + ": " + now + " here, " + then + " in " + folder);
    }
  }
}
