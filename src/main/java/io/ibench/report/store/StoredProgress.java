package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.report.store.ResultJson.DamageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * progress.json: how far a run is, and how fast it was in its last minute. Replaced every ten
 * seconds of a step, for readers of a run that goes on, and removed when it is over. Immutable.
 *
 * @param time the end of the last interval, or of the last step
 * @param step that is running; empty between steps
 * @param seconds the length of the step or repeat so far
 * @param done the share of its goal, 0 to 1; empty without a goal
 * @param leftSeconds at its average speed; empty if unknown
 * @param minute its last minute; empty before its first interval, and between steps
 * @param failures failed operations of the step or repeat
 * @param outages of the whole run
 * @param workersAway waited for the server at that time
 * @param waitsFor what an action waited for at that time, in words; empty if unknown
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StoredProgress(
    Instant time,
    Optional<Step> step,
    Optional<Number> seconds,
    Optional<Number> done,
    Optional<Number> leftSeconds,
    Optional<Minute> minute,
    long failures,
    long outages,
    long workersAway,
    Optional<String> waitsFor) {

  static final String NAME = "progress.json";

  private static final int MAX_BYTES = 1 << 16;

  /** Nothing has run yet. */
  public static StoredProgress between(Instant time, long outages) {
    return new StoredProgress(
        time,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0,
        outages,
        0,
        Optional.empty());
  }

  /**
   * A step or one repeat of it.
   *
   * @param repeat from 1
   */
  public record Step(String name, long repeat, long repeats) {}

  /**
   * The last minute of a step.
   *
   * @param seconds its length; less than 60 at the step's beginning
   * @param unit of the rate: qps or rows/s
   * @param p99Us service time of the operations that the rate counts; empty without one
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Minute(Number seconds, String unit, Number perSecond, Optional<Number> p99Us) {}

  /**
   * Replaces the file, so that a reader sees the old or the new one. It is not forced to disk:
   * after a crash of the machine nobody needs it.
   */
  public void write(Path folder) throws IOException {
    AtomicFile.replaceUnforced(folder.resolve(NAME), ResultJson.bytes(this));
  }

  /** Removes the file, if there is one. */
  public static void remove(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(NAME + ".new"));
    Files.deleteIfExists(folder.resolve(NAME));
  }

  /** Empty without a file that can be read. */
  public static Optional<StoredProgress> read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      byte[] json = ReadBudget.readSmall(file, MAX_BYTES);
      return ResultJson.damage(json).isPresent()
          ? Optional.empty()
          : Optional.of(ResultJson.read(ResultJson.tree(json), StoredProgress.class));
    } catch (DamageException | JsonProcessingException e) {
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
