package io.ibench.report;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ibench.report.StoredObject.DamageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads what a run has left. Stateless. */
public final class ResultReader {

  static final String SUMMARY = "summary.json";

  /** Ten thousand hours of ten operations are a tenth of it. */
  private static final long MAX_BYTES = 1L << 30;

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
    if (!Files.isDirectory(folder)) {
      throw new UnreadableResultException(
          folder, Files.exists(folder) ? "is not a folder" : "does not exist");
    }
    RunReport run = readSummary(folder);
    return SalvagedLatencies.areMissing(run) ? run.with(UnderWay.read(folder, run)) : run;
  }

  private static RunReport readSummary(Path folder) throws UnreadableResultException {
    Path file = folder.resolve(SUMMARY);
    byte[] json = {};
    try {
      json = bytes(file);
      return parse(file, json);
    } catch (UnreadableResultException e) {
      return Salvage.of(folder, MAPPER, json, e);
    }
  }

  private static byte[] bytes(Path file) throws UnreadableResultException {
    if (Files.notExists(file)) {
      throw new UnreadableResultException(
          file, "does not exist: the folder holds no result of a run");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UnreadableResultException(file, "is not a file");
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new UnreadableResultException(file, "is larger than 1 GB, which no run writes");
      }
      return Files.readAllBytes(file);
    } catch (AccessDeniedException e) {
      throw new UnreadableResultException(file, "may not be read by this user");
    } catch (IOException e) {
      throw new UnreadableResultException(file, "cannot be read: " + e.getMessage());
    }
  }

  /**
   * What a summary.json holds.
   *
   * @param file for messages
   */
  static RunReport parse(Path file, byte[] json) throws UnreadableResultException {
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
