package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.report.store.ResultJson.DamageException;
import io.ibench.report.store.RunReport.Period;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * position.periods.json: the report periods that earlier processes have counted of the step under
 * way. It is written once, when a run is resumed, as they may be many. Immutable.
 */
record EarlierPeriods(String step, long repeat, List<Period> periods) {

  static final String NAME = "position.periods.json";

  private static final long MAX_BYTES = 256L << 20;

  /** Replaces the file, if there are any. */
  static void write(Path folder, Position position) {
    if (!position.earlierPeriods().isEmpty()) {
      EarlierPeriods earlier =
          new EarlierPeriods(
              position.step().orElseThrow(), position.repeat(), position.earlierPeriods());
      AtomicFile.replace(folder.resolve(NAME), ResultJson.bytes(earlier));
    }
  }

  /**
   * Those of a step or repeat; empty without any.
   *
   * @throws UnreadableResultException when the file is damaged
   */
  static List<Period> read(Path folder, String step, long repeat) throws UnreadableResultException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        throw new UnreadableResultException(file, "is no file of a run");
      }
      byte[] json = Files.readAllBytes(file);
      EarlierPeriods earlier = ResultJson.read(ResultJson.tree(json), EarlierPeriods.class);
      if (ResultJson.damage(json).isPresent()) {
        throw new UnreadableResultException(file, ResultJson.damage(json).get());
      }
      return earlier.step().equals(step) && earlier.repeat() == repeat
          ? earlier.periods()
          : List.of();
    } catch (DamageException e) {
      throw new UnreadableResultException(file, "is damaged: " + e.getMessage());
    } catch (JsonProcessingException e) {
      throw new UnreadableResultException(file, "is damaged: no JSON");
    } catch (IOException e) {
      throw new UnreadableResultException(file, "cannot be read: " + WriteFailure.reason(e));
    }
  }
}
