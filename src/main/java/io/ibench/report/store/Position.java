package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.report.store.ResultJson.DamageException;
import io.ibench.report.store.RunReport.Period;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * position.json: how far a run has come, so that {@code resume} can go on from there. Immutable.
 *
 * @param segment how many processes have worked on the run before
 * @param stepsDone the planned steps that are over
 * @param step the step that is under way; empty between steps
 * @param repeat the repeat that is under way; 0 between steps
 * @param stepStarted when it began
 * @param time of the last interval that is counted
 * @param nanos the time that is counted of the step or repeat
 * @param periodsEnded the report periods that are over, those of earlier processes included
 * @param period the report period under way
 * @param earlierPeriods the report periods of earlier processes, from {@link EarlierPeriods}
 * @param counts of the step or repeat, in base 64
 * @param files the lengths of the files that grow, in bytes
 * @param sums the checksums of these parts of the files, as {@link FileSums} makes them
 * @param intervalNanos the length of an interval
 * @param token of the run's lease of its tables, in hexadecimal digits
 */
public record Position(
    long schema,
    long segment,
    long stepsDone,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> step,
    long repeat,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Instant> stepStarted,
    Instant time,
    long nanos,
    long periodsEnded,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Period> period,
    @JsonIgnore List<Period> earlierPeriods,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> counts,
    Map<String, Number> files,
    Map<String, String> sums,
    long intervalNanos,
    String token) {

  public static final String NAME = "position.json";

  private static final long MAX_BYTES = 16L << 20;

  public Position {
    earlierPeriods = earlierPeriods == null ? List.of() : earlierPeriods;
  }

  /**
   * Reads the position of a run.
   *
   * @throws UnreadableResultException when there is none, or it is damaged
   */
  public static Position read(Path folder) throws UnreadableResultException {
    Path file = folder.resolve(NAME);
    try {
      if (!Files.isRegularFile(file)) {
        throw new UnreadableResultException(file, "does not exist");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new UnreadableResultException(file, "is larger than any run writes");
      }
      byte[] json = Files.readAllBytes(file);
      Position position = ResultJson.read(ResultJson.tree(json), Position.class);
      if (position.schema() != RunReport.SCHEMA) {
        throw new UnreadableResultException(
            file,
            "has schema " + position.schema() + "; this ibench reads schema " + RunReport.SCHEMA);
      }
      Optional<String> damage = ResultJson.damage(json).or(position::impossible);
      if (damage.isPresent()) {
        throw new UnreadableResultException(file, damage.get());
      }
      return position.step().isPresent()
          ? position.with(
              position.sums(),
              EarlierPeriods.read(folder, position.step().get(), position.repeat()))
          : position;
    } catch (DamageException e) {
      throw new UnreadableResultException(file, "is damaged: " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new UnreadableResultException(file, "is damaged: no JSON");
    } catch (IOException e) {
      throw new UnreadableResultException(file, "cannot be read: " + WriteFailure.reason(e));
    }
  }

  /** A value that no run writes. */
  private Optional<String> impossible() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("segment", segment);
    counts.put("steps_done", stepsDone);
    counts.put("repeat", repeat);
    counts.put("nanos", nanos);
    counts.put("periods_ended", periodsEnded);
    counts.put("interval_nanos", intervalNanos);
    files.forEach((name, length) -> counts.put("files." + name, length.longValue()));
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      boolean large = count.getKey().endsWith("nanos") || count.getKey().startsWith("files.");
      long most = large ? Long.MAX_VALUE : Integer.MAX_VALUE;
      if (count.getValue() < 0 || count.getValue() > most) {
        return Optional.of("is damaged: " + count.getKey() + " is " + count.getValue());
      }
    }
    try {
      countedBytes();
      leaseToken();
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("is damaged: counts or token are not encoded properly");
    }
  }

  /** The length of a file that grows, in bytes; 0 without the file. */
  long length(String name) {
    return files.getOrDefault(name, 0).longValue();
  }

  /** The same with the checksums of the files. */
  Position with(Map<String, String> checked) {
    return with(checked, earlierPeriods);
  }

  private Position with(Map<String, String> checked, List<Period> earlier) {
    return new Position(
        schema,
        segment,
        stepsDone,
        step,
        repeat,
        stepStarted,
        time,
        nanos,
        periodsEnded,
        period,
        earlier,
        counts,
        files,
        checked,
        intervalNanos,
        token);
  }

  /** The same for the next process. */
  Position resumed(int nextSegment, long leaseToken, List<Period> periods) {
    return new Position(
        schema,
        nextSegment,
        stepsDone,
        step,
        repeat,
        stepStarted,
        time,
        nanos,
        periods.size(),
        Optional.empty(),
        periods,
        counts,
        files,
        sums,
        intervalNanos,
        Long.toHexString(leaseToken));
  }

  /** The counts as they were written; empty if nothing is counted. */
  @JsonIgnore
  public Optional<byte[]> countedBytes() {
    return counts.map(text -> Base64.getDecoder().decode(text));
  }

  /** The token as a number. */
  @JsonIgnore
  public long leaseToken() {
    return Long.parseUnsignedLong(token, 16);
  }
}
