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

  /** A kill damages nothing: the file is replaced as a whole. */
  private static final String CURE = "; copy the folder again from where the run wrote it";

  private ResultReader() {}

  /**
   * Reads a run, as of the end of its last step or report period. The running step has its
   * latencies up to its newest saved position. Of a run that is not over {@link RunReport#damage}
   * says what cannot be shown, because a file is missing or damaged.
   *
   * @throws UnreadableResultException if there is nothing to show, or summary.json is damaged
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
    Path file = folder.resolve(SUMMARY);
    if (Files.notExists(file) && Files.exists(folder.resolve(RunFile.NAME))) {
      return withLatencies(folder, begun(folder, budget));
    }
    byte[] json = budget.read(file);
    return withLatencies(folder, checked(parse(file, json), json));
  }

  private static RunReport withLatencies(Path folder, RunReport run) {
    if (run.state() != RunState.RUNNING) {
      return run;
    }
    try {
      return run.with(SavedLatencies.of(folder, run));
    } catch (UnreadableResultException e) {
      List<String> damage = new ArrayList<>(run.damage());
      damage.add(e.line() + ": latencies of a step that is not over cannot be shown");
      return run.with(run.steps(), damage);
    }
  }

  /** A run without a summary, which loses nothing as long as nothing of it is over. */
  private static RunReport begun(Path folder, ReadBudget budget) throws UnreadableResultException {
    RunFile file = RunFile.read(folder, budget);
    Optional<RunReport> known = file.trouble().isPresent() ? Optional.empty() : file.begun();
    RunReport run =
        known.orElseThrow(
            () ->
                new UnreadableResultException(
                    folder.resolve(SUMMARY),
                    "does not exist, and "
                        + file.trouble().orElse(RunFile.NAME + " does not name the run")));
    return isFirstPeriod(folder)
        ? run
        : run.with(
            List.of(),
            List.of(SUMMARY + " does not exist: steps and report periods that are over are lost"));
  }

  private static boolean isFirstPeriod(Path folder) {
    try {
      Position position = SavedPositions.newest(folder).position();
      return position.segment() == 0
          && position.stepsDone() == 0
          && position.repeat() <= 1
          && position.periodsEnded() == 0;
    } catch (UnreadableResultException e) {
      return false; // Reading the latencies says why.
    }
  }

  /**
   * Reads a run without its report periods, which are most of the file after a week, and without
   * latencies of a running step.
   *
   * @throws UnreadableResultException if there is nothing to show, or summary.json is damaged
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
      return read(folder); // It says why, or shows a run that has no summary.
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
      throw new UnreadableResultException(file, "is empty" + CURE);
    }
    try {
      JsonNode node = ResultJson.tree(json);
      requireSchema(file, node);
      return run(node);
    } catch (DamageException e) {
      throw new UnreadableResultException(file, "is damaged: " + e.getMessage() + CURE);
    } catch (JsonProcessingException e) {
      throw new UnreadableResultException(
          file, "is damaged: no JSON" + place(e.getLocation()) + CURE);
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
  private static void renewMegabytes(JsonNode figures) {
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
      throw new UnreadableResultException(
          file, "has schema " + schema + "; this ibench reads schema " + RunReport.SCHEMA);
    }
  }

  private static String place(JsonLocation location) {
    return location == null
        ? ""
        : " from line " + location.getLineNr() + ", column " + location.getColumnNr() + " on";
  }
}
