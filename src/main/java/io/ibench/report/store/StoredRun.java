package io.ibench.report.store;

import java.nio.file.Path;

/** A stored run, and where it was found. */
public record StoredRun(Path folder, RunReport report) {

  public static StoredRun read(Path folder) throws UnreadableResultException {
    return read(folder, ReadBudget.ofHeap());
  }

  /** The same where several are read. */
  public static StoredRun read(Path folder, ReadBudget budget) throws UnreadableResultException {
    return new StoredRun(folder, ResultReader.read(folder, budget));
  }
}
