package io.ibench.report.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the position from which a run can go on. Stateless. */
final class SavedPositions {

  private SavedPositions() {}

  /**
   * The newest position that is whole, and whose files are as the run had written them: after the
   * death of the process alone it is in a slot that was not forced to the disk.
   *
   * @throws UnreadableResultException without one
   */
  static PositionSlots.Saved newest(Path folder) throws UnreadableResultException {
    Position forced = Position.read(folder);
    List<PositionSlots.Saved> all = new ArrayList<>(slots(folder, forced));
    if (forced.slotNumber().isEmpty()) {
      all.add(new PositionSlots.Saved(forced, StepCounts.NONE));
    }
    all.sort(
        Comparator.comparingLong((PositionSlots.Saved saved) -> saved.position().number())
            .reversed());
    Optional<UnreadableResultException> why = Optional.empty();
    for (PositionSlots.Saved saved : all) {
      why = difference(folder, saved.position());
      if (why.isEmpty()) {
        return saved;
      }
    }
    throw why.orElseGet(
        () ->
            new UnreadableResultException(
                folder.resolve("position-" + forced.slotNumber().orElseThrow() + ".bin"),
                "is damaged or missing"));
  }

  /** The slots that are whole, and not older than position.json. */
  private static List<PositionSlots.Saved> slots(Path folder, Position forced)
      throws UnreadableResultException {
    PositionSlots slots = new PositionSlots(folder);
    List<PositionSlots.Saved> whole = new ArrayList<>();
    try {
      for (int slot = 0; slot < PositionSlots.COUNT; slot++) {
        slots
            .read(slot)
            .filter(saved -> saved.position().number() >= forced.number())
            .ifPresent(whole::add);
      }
      return whole;
    } catch (IOException e) {
      throw new UnreadableResultException(
          folder.resolve(Position.NAME),
          "has counts that cannot be read: " + WriteFailure.reason(e));
    }
  }

  private static Optional<UnreadableResultException> difference(Path folder, Position position) {
    for (String name : PositionWriter.FILES) {
      Optional<String> difference = FileSums.difference(folder, name, position);
      if (difference.isPresent()) {
        return Optional.of(new UnreadableResultException(folder.resolve(name), difference.get()));
      }
    }
    return Optional.empty();
  }
}
