package io.ibench.report.store;

import io.ibench.report.figures.RunState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A stored run and its folder. Immutable. */
public record StoredRun(Path folder, RunReport report) {

  public static StoredRun read(Path folder) throws UnreadableResultException {
    return read(folder, ReadBudget.ofHeap());
  }

  /** Reads one of several runs that share the memory. */
  public static StoredRun read(Path folder, ReadBudget budget) throws UnreadableResultException {
    return new StoredRun(folder, ResultReader.read(folder, budget));
  }

  /** What every form says beside the figures of a damaged result, one line each. */
  public List<String> damage() {
    return report.damage().stream().map(what -> folder + " is DAMAGED: " + what).toList();
  }

  /** What a form without words must say of a run that has not ended; empty for others. */
  public Optional<String> unfinished() {
    return report.state() == RunState.RUNNING
        ? Optional.of(
            folder
                + ": the run goes on, or was killed; not over: "
                + (report.notOver().isEmpty()
                    ? "the run itself"
                    : String.join(", ", report.notOver())))
        : Optional.empty();
  }
}
