package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.report.store.ResultJson.DamageException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * position.json: how far a run has come, so that {@code resume} can go on from there. Immutable.
 *
 * @param number each position of a run has a higher one than those before
 * @param segment how many processes have worked on the run before
 * @param stepsDone the planned steps that are over
 * @param time of the last interval that is counted; of an action, that has passed
 * @param lastingRows the rows that the database has acknowledged, without those that operations may
 *     delete; empty if unknown
 * @param intervalNanos the length of an interval
 * @param token of the run's lease of its tables, in hexadecimal digits
 */
@RecordBuilder
public record Position(
    long schema,
    long number,
    long segment,
    long stepsDone,
    @JsonUnwrapped StepUnderWay underWay,
    Instant time,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Long> lastingRows,
    @JsonUnwrapped GrowingFiles growing,
    long intervalNanos,
    String token) {

  /**
   * The step of workers that is under way.
   *
   * @param step empty between steps and in an action
   * @param repeat the repeat that is under way; 0 without such a step
   * @param stepStarted when it began
   * @param nanos the time that is counted of the step or repeat
   * @param periodsEnded the report periods that are over, those of earlier processes included
   * @param rowsAtStart the rows at its start that the database had acknowledged, as {@code
   *     lastingRows}
   * @param slot the number of the file position-N.bin that has the counts of the step; empty when
   *     nothing is counted
   */
  @RecordBuilder
  public record StepUnderWay(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> step,
      long repeat,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Instant> stepStarted,
      long nanos,
      long periodsEnded,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Long> rowsAtStart,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Long> slot) {}

  /**
   * The files that grow.
   *
   * @param files their lengths, in bytes
   * @param sums the checksums of these parts of the files, as {@link FileSums} makes them
   */
  public record GrowingFiles(Map<String, Number> files, Map<String, String> sums) {}

  public static final String NAME = "position.json";

  private static final long MAX_BYTES = 1L << 20;

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
      return position;
    } catch (DamageException e) {
      throw new UnreadableResultException(file, "is damaged: " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new UnreadableResultException(file, "is damaged: no JSON");
    } catch (IOException e) {
      throw new UnreadableResultException(file, "cannot be read: " + WriteFailure.reason(e));
    }
  }

  public Optional<String> step() {
    return underWay.step;
  }

  public long repeat() {
    return underWay.repeat;
  }

  public Optional<Instant> stepStarted() {
    return underWay.stepStarted;
  }

  public long nanos() {
    return underWay.nanos;
  }

  public long periodsEnded() {
    return underWay.periodsEnded;
  }

  public Optional<Long> rowsAtStart() {
    return underWay.rowsAtStart;
  }

  public Optional<Long> slot() {
    return underWay.slot;
  }

  public Map<String, Number> files() {
    return growing.files;
  }

  public Map<String, String> sums() {
    return growing.sums;
  }

  /** A value that no run writes. */
  Optional<String> impossible() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("segment", segment);
    counts.put("steps_done", stepsDone);
    counts.put("repeat", repeat());
    counts.put("periods_ended", periodsEnded());
    counts.put("slot", slot().orElse(0L));
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      if (count.getValue() < 0 || count.getValue() > Integer.MAX_VALUE) {
        return Optional.of("is damaged: " + count.getKey() + " is " + count.getValue());
      }
    }
    boolean negative =
        nanos() < 0
            || intervalNanos < 0
            || files().values().stream().anyMatch(length -> length.longValue() < 0);
    return negative || !token.matches("[0-9a-f]{1,16}")
        ? Optional.of("is damaged: it has values that no run writes")
        : Optional.empty();
  }

  /** The length of a file that grows, in bytes; 0 without the file. */
  long length(String name) {
    return files().getOrDefault(name, 0).longValue();
  }

  /**
   * The same for the next process.
   *
   * @param periods the report periods of earlier processes
   */
  Position resumed(int nextSegment, long leaseToken, int periods) {
    return PositionBuilder.builder(this)
        .number(number + 1)
        .segment(nextSegment)
        .underWay(PositionStepUnderWayBuilder.builder(underWay).periodsEnded(periods).build())
        .token(Long.toHexString(leaseToken))
        .build();
  }

  /** The same, later: of an action nothing else is kept. */
  Position at(long laterNumber, Instant later, Optional<Long> rows) {
    return PositionBuilder.builder(this)
        .number(laterNumber)
        .underWay(PositionStepUnderWayBuilder.builder().periodsEnded(periodsEnded()).build())
        .time(later)
        .lastingRows(rows)
        .build();
  }

  /** The same with its counts in a slot. */
  Position inSlot(int where) {
    return PositionBuilder.builder(this)
        .underWay(
            PositionStepUnderWayBuilder.builder(underWay).slot(Optional.of((long) where)).build())
        .build();
  }

  /** The rows that the database has acknowledged, without those that operations may delete. */
  @JsonIgnore
  public OptionalLong acknowledgedRows() {
    return lastingRows.stream().mapToLong(Long::longValue).findFirst();
  }

  /** The number of its slot. */
  @JsonIgnore
  Optional<Integer> slotNumber() {
    return slot().map(Math::toIntExact);
  }

  /** The token as a number. */
  @JsonIgnore
  public long leaseToken() {
    return Long.parseUnsignedLong(token, 16);
  }
}
