package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.ResultJson.DamageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads result folders. Stateless. */
public final class ResultReader {

  static final String SUMMARY = "summary.json";

  private static final String PERIODS = "periods";

  private ResultReader() {}

  /**
   * Reads a run, as of the end of its last step or report period. If no report period of the
   * running step is over, the run has the step's latencies up to its last minute. For a damaged
   * folder it returns what is left; {@link RunReport#damage} names the rest.
   *
   * @throws UnreadableResultException if there is nothing to show
   */
  public static RunReport read(Path folder) throws UnreadableResultException {
    return read(folder, ReadBudget.ofHeap());
  }

  /** Reads one of several results that share the memory. */
  static RunReport read(Path folder, ReadBudget budget) throws UnreadableResultException {
    if (!Files.isDirectory(folder)) {
      throw new UnreadableResultException(
          folder, Files.exists(folder) ? "is not a folder" : "does not exist");
    }
    RunReport stored = readSummary(folder, budget);
    boolean underWay =
        stored.state() == RunState.RUNNING && Files.exists(folder.resolve(Position.NAME));
    RunReport run = underWay ? withDamageOf(folder, stored) : stored;
    Optional<InProgressLatencies> latencies =
        SalvagedLatencies.areMissing(run)
            ? InProgressLatencies.read(folder, run)
            : SavedLatencies.of(folder, run);
    return run.with(latencies.filter(each -> each.isAhead(run)));
  }

  /** Of a running step there is less to show if its position or its files are damaged. */
  private static RunReport withDamageOf(Path folder, RunReport run) {
    try {
      SavedPositions.newest(folder);
      return run;
    } catch (UnreadableResultException e) {
      List<String> damage = new ArrayList<>(run.damage());
      damage.add(e.line());
      return run.with(run.steps(), damage);
    }
  }

  private static RunReport readSummary(Path folder, ReadBudget budget)
      throws UnreadableResultException {
    Path file = folder.resolve(SUMMARY);
    byte[] json = {};
    try {
      json = budget.read(file);
      return checked(parse(file, json), json);
    } catch (UnreadableResultException e) {
      if (!e.isSalvageable()) {
        throw e;
      }
      return Salvage.of(folder, json, budget, e);
    }
  }

  /**
   * Reads a run without its report periods, which are most of the file after a week. For a damaged
   * folder it returns what is left.
   *
   * @throws UnreadableResultException if there is nothing to show
   */
  public static RunReport readOutline(Path folder) throws UnreadableResultException {
    Path file = folder.resolve(SUMMARY);
    try {
      byte[] json = ReadBudget.ofHeap().read(file);
      JsonNode node = ResultJson.tree(json);
      requireSchema(file, node);
      for (JsonNode step : node.path("steps")) {
        if (step instanceof ObjectNode outline && outline.path(PERIODS).isArray()) {
          outline.putArray(PERIODS);
        }
      }
      return checked(run(node), json);
    } catch (DamageException | IOException | UnreadableResultException e) {
      return read(folder); // It says why, or shows what is left.
    }
  }

  /** Names a number that was changed: nothing else shows it. */
  private static RunReport checked(RunReport run, byte[] json) {
    return ResultJson.damage(json)
        .map(why -> run.with(run.steps(), List.of(SUMMARY + " " + why)))
        .orElse(run);
  }

  /**
   * Parses the content of a summary.json.
   *
   * @param file for messages
   */
  public static RunReport parse(Path file, byte[] json) throws UnreadableResultException {
    if (json.length == 0) {
      throw new UnreadableResultException(file, "is empty");
    }
    try {
      JsonNode node = ResultJson.tree(json);
      requireSchema(file, node);
      return run(node);
    } catch (DamageException e) {
      throw new UnreadableResultException(file, "is damaged: " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new UnreadableResultException(file, "is damaged: no JSON" + place(e.getLocation()));
    }
  }

  private static RunReport run(JsonNode summary) throws DamageException {
    summary.path("steps").forEach(ResultReader::renewMegabytes);
    return ResultJson.read(summary, RunReport.class);
  }

  /**
   * Version 0.2.0 wrote MB of 1024 KB: beside them new ones would differ by 2.4 %.
   *
   * @param figures of a step, a period, or a disk of one
   */
  static void renewMegabytes(JsonNode figures) {
    renewMegabytes(figures, "rkbps", "rmbps");
    renewMegabytes(figures, "wkbps", "wmbps");
    figures.path("disks").forEach(ResultReader::renewMegabytes);
    figures.path(PERIODS).forEach(ResultReader::renewMegabytes);
  }

  private static void renewMegabytes(JsonNode figures, String kilobytes, String megabytes) {
    double kb = figures.path(kilobytes).doubleValue();
    double mb = figures.path(megabytes).doubleValue();
    if (figures instanceof ObjectNode object && mb < kb / 1000 * 0.99) {
      object.put(megabytes, kb / 1000);
    }
  }

  private static void requireSchema(Path file, JsonNode node) throws UnreadableResultException {
    JsonNode schema = node.path("schema");
    if (!schema.isIntegralNumber()) {
      throw new UnreadableResultException(file, "has no schema: it is not a summary of ibench");
    }
    if (!schema.canConvertToLong() || schema.longValue() != RunReport.SCHEMA) {
      throw UnreadableResultException.forGood(
          file, "has schema " + schema + "; this ibench reads schema " + RunReport.SCHEMA);
    }
  }

  private static String place(JsonLocation location) {
    return location == null
        ? ""
        : " from line " + location.getLineNr() + ", column " + location.getColumnNr() + " on";
  }
}
