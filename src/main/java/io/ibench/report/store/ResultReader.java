package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads what a run has left. Stateless. */
public final class ResultReader {

  static final String SUMMARY = "summary.json";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private ResultReader() {}

  /**
   * The run whose result folder this is, as of the end of its last step or report period; with the
   * latencies of a step up to its last minute, where no report period of it is over. Of a damaged
   * one what is left, with {@link RunReport#damage}.
   *
   * @throws UnreadableResultException when there is nothing to show
   */
  public static RunReport read(Path folder) throws UnreadableResultException {
    return read(folder, ReadBudget.ofHeap());
  }

  /** The same where several results are read, which share the memory. */
  static RunReport read(Path folder, ReadBudget budget) throws UnreadableResultException {
    if (!Files.isDirectory(folder)) {
      throw new UnreadableResultException(
          folder, Files.exists(folder) ? "is not a folder" : "does not exist");
    }
    RunReport run = readSummary(folder, budget);
    return SalvagedLatencies.areMissing(run) ? run.with(UnderWay.read(folder, run)) : run;
  }

  private static RunReport readSummary(Path folder, ReadBudget budget)
      throws UnreadableResultException {
    Path file = folder.resolve(SUMMARY);
    byte[] json = {};
    try {
      json = budget.read(file);
      return parse(file, json);
    } catch (UnreadableResultException e) {
      if (e.isTooLarge()) {
        throw e;
      }
      return Salvage.of(folder, MAPPER, json, budget, e);
    }
  }

  /**
   * What a summary.json holds.
   *
   * @param file for messages
   */
  public static RunReport parse(Path file, byte[] json) throws UnreadableResultException {
    if (json.length == 0) {
      throw new UnreadableResultException(file, "is empty");
    }
    try {
      JsonNode node = MAPPER.readTree(json);
      requireSchema(file, node);
      return RunReport.of(StoredObject.of(node));
    } catch (DamageException e) {
      throw new UnreadableResultException(file, "is damaged: " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new UnreadableResultException(file, "is damaged: no JSON" + place(e.getLocation()));
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can always be read", e);
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
