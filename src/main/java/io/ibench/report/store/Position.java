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
 * @param earlierPeriods the report periods of earlier processes
 * @param counts of the step or repeat, in base 64
 * @param files the lengths of the files that grow, in bytes
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
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Period> earlierPeriods,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> counts,
    Map<String, Number> files,
    String token) {

  public static final String NAME = "position.json";

  private static final long MAX_BYTES = 16L << 20;

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
      Position position =
          ResultJson.read(ResultJson.tree(Files.readAllBytes(file)), Position.class);
      if (position.schema() != RunReport.SCHEMA) {
        throw new UnreadableResultException(
            file,
            "has schema " + position.schema() + "; this ibench reads schema " + RunReport.SCHEMA);
      }
      return position;
    } catch (DamageException e) {
      throw new UnreadableResultException(file, "is damaged: " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new UnreadableResultException(file, "is damaged: no JSON");
    } catch (IOException e) {
      throw new UnreadableResultException(file, "cannot be read: " + WriteFailure.reason(e));
    }
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
