package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Shows what is left of a result whose summary.json is damaged or newer than this ibench: the steps
 * and periods that can be read whole, and of others what intervals.csv tells. Nothing is guessed:
 * what is left out is named. One thread's, for one folder.
 */
final class Salvage {

  private static final String RUN_JSON = "run.json";
  private static final String STEPS = "steps";
  private static final String PERIODS = "periods";

  private final Path folder;
  private final JsonMapper mapper;
  private final ReadBudget budget;
  private final List<String> damage = new ArrayList<>();
  private Set<JsonNode> cut = Set.of();

  private Salvage(Path folder, JsonMapper mapper, ReadBudget budget) {
    this.folder = folder;
    this.mapper = mapper;
    this.budget = budget;
  }

  /**
   * What is left.
   *
   * @param summary empty where there is none
   * @param why it cannot be read as it is; thrown where nothing is left
   */
  public static RunReport of(
      Path folder,
      JsonMapper mapper,
      byte[] summary,
      ReadBudget budget,
      UnreadableResultException why)
      throws UnreadableResultException {
    Optional<RunReport> report = new Salvage(folder, mapper, budget).report(summary, why.reason());
    return report.orElseThrow(() -> why);
  }

  private Optional<RunReport> report(byte[] summary, String reason) {
    PartialJson.Parts parts = PartialJson.read(mapper, summary);
    cut = parts.cut();
    boolean ours =
        parts.root() instanceof ObjectNode root && root.path("schema").isIntegralNumber();
    ObjectNode json = ours ? (ObjectNode) parts.root() : JsonNodeFactory.instance.objectNode();
    boolean newer = ours && json.get("schema").asLong() > RunReport.SCHEMA;
    if (newer) {
      damage.add(
          String.format(
              Locale.ROOT,
              "%s has schema %s, of a newer ibench; this one reads schema %d: shown is what it"
                  + " knows, and that may have changed its meaning",
              ResultReader.SUMMARY,
              json.get("schema"),
              RunReport.SCHEMA));
    } else {
      damage.add(ResultReader.SUMMARY + " " + reason);
    }
    parts.place().ifPresent(place -> damage.add(lost(place)));
    steps(json);
    rest(json);
    head(json);
    if (!newer) {
      new SalvagedIntervals(folder, damage).addMissing(json);
    }
    try {
      return Optional.of(RunReport.of(StoredObject.of(json), damage));
    } catch (DamageException e) {
      return Optional.empty();
    }
  }

  private static String lost(JsonLocation place) {
    return String.format(
        Locale.ROOT,
        "what stood behind line %d, column %d is lost",
        place.getLineNr(),
        place.getColumnNr());
  }

  private void steps(ObjectNode json) {
    if (!(json.get(STEPS) instanceof ArrayNode steps)) {
      json.putArray(STEPS);
      return;
    }
    for (int i = steps.size() - 1; i >= 0; i--) {
      String name = "step " + steps.get(i).path("name").asText("number " + (i + 1));
      if (!(steps.get(i) instanceof ObjectNode step)) {
        leaveOut(steps, i, name, "is not an object");
        continue;
      }
      boolean endLost = cut.contains(step) && step.get(PERIODS) instanceof ArrayNode;
      if (cut.contains(step) && !endLost) {
        leaveOut(steps, i, name, "the file is damaged in it");
        continue;
      }
      periods(step, name);
      int index = i;
      unusable(() -> RunReport.Step.of(StoredObject.of(step)))
          .ifPresent(why -> leaveOut(steps, index, name, why));
      if (endLost) {
        damage.add(
            name + ": what followed its first " + step.get(PERIODS).size() + " periods is lost");
      }
    }
  }

  private void periods(ObjectNode step, String name) {
    if (!(step.get(PERIODS) instanceof ArrayNode periods)) {
      return;
    }
    for (int i = periods.size() - 1; i >= 0; i--) {
      JsonNode period = periods.get(i);
      Optional<String> why =
          cut.contains(period)
              ? Optional.of("the file is damaged in it")
              : unusable(() -> RunReport.Period.of(StoredObject.of(period)));
      if (why.isPresent()) {
        leaveOut(periods, i, name + ", period " + (i + 1), why.get());
      }
    }
  }

  private interface Reading {
    void read() throws DamageException;
  }

  private static Optional<String> unusable(Reading reading) {
    try {
      reading.read();
      return Optional.empty();
    } catch (DamageException e) {
      return Optional.of(e.getMessage());
    }
  }

  private void leaveOut(ArrayNode list, int index, String what, String why) {
    list.remove(index);
    damage.add(what + " is left out: " + why);
  }

  /** What a report can do without. */
  private void rest(ObjectNode json) {
    for (String key : List.of("data", "rate_rows", "row_rates", "verdict", "reasons")) {
      ObjectNode alone = JsonNodeFactory.instance.objectNode();
      if (json.has(key)) {
        alone.set(key, json.get(key));
        Optional<String> why =
            isCut(json.get(key))
                ? Optional.of("the file is damaged in it")
                : unusable(() -> readRest(StoredObject.of(alone)));
        why.ifPresent(
            reason -> {
              json.remove(key);
              damage.add(key + " is left out: " + reason);
            });
      }
    }
  }

  private boolean isCut(JsonNode node) {
    return cut.contains(node);
  }

  private static void readRest(StoredObject json) throws DamageException {
    StoredData.of(json.object("data"));
    json.count("rate_rows");
    for (StoredObject rate : json.objects("row_rates")) {
      StoredRowRate.of(rate);
    }
    Verdicts.of(json);
    json.texts("reasons");
  }

  /** What a report cannot do without is in run.json as well. */
  private void head(ObjectNode json) {
    ObjectNode before = beforeTheRun();
    ObjectNode run = JsonNodeFactory.instance.objectNode();
    for (String key : List.of("id", "started", "seed", "versions", STEPS)) {
      run.set(key, before.path(key));
    }
    run.put("state", RunState.RUNNING.label());
    for (String key : List.of("workload", "database", "run")) {
      if (isCut(json.path(key)) || isUnusable(json, key)) {
        json.set(key, key.equals("run") ? run : before.path(key));
        damage.add(
            key.equals("run")
                ? "how the run ended is lost; what is known of it is from " + RUN_JSON
                : key + " is taken from " + RUN_JSON);
      }
    }
  }

  private static boolean isUnusable(ObjectNode json, String key) {
    return unusable(
            () -> {
              StoredObject stored = StoredObject.of(json);
              switch (key) {
                case "workload" -> stored.text(key);
                case "database" -> DatabaseInfo.of(required(stored, json, key));
                default -> RunReport.requireRun(required(stored, json, key));
              }
            })
        .isPresent();
  }

  private static StoredObject required(StoredObject stored, ObjectNode json, String key)
      throws DamageException {
    if (!json.path(key).isObject()) {
      throw new DamageException(key + " is missing");
    }
    return stored.object(key);
  }

  /** Empty where it cannot be read. */
  private ObjectNode beforeTheRun() {
    Path file = folder.resolve(RUN_JSON);
    if (!Files.isRegularFile(file)) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      JsonNode json = mapper.readTree(budget.read(file));
      return json instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    } catch (UnreadableResultException e) {
      damage.add(RUN_JSON + " " + e.reason());
      return JsonNodeFactory.instance.objectNode();
    } catch (IOException e) {
      damage.add(RUN_JSON + " cannot be read");
      return JsonNodeFactory.instance.objectNode();
    }
  }
}
