package io.ibench.report.store;

import java.nio.file.Path;

/** A stored run and its folder. Immutable. */
public record StoredRun(Path folder, RunReport report) {

  public static StoredRun read(Path folder) throws UnreadableResultException {
    return read(folder, ReadBudget.ofHeap());
  }

  /** Reads one of several runs that share the memory. */
  public static StoredRun read(Path folder, ReadBudget budget) throws UnreadableResultException {
    return new StoredRun(folder, ResultReader.read(folder, budget));
  }
}
