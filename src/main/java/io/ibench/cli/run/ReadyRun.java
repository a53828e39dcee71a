package io.ibench.cli.run;

import io.ibench.cli.setup.Setup;
import io.ibench.db.Database;
import io.ibench.db.Table;
import io.ibench.engine.Peers;
import io.ibench.measure.Clock;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.RunLock;
import io.ibench.report.text.TextReport;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A run that may begin, or go on: all checks are over, and it has its tables.
 *
 * @param folder of the results
 * @param locks of the tables, which are taken
 * @param agents of which this process is one; empty in a run of one process
 */
record ReadyRun(
    Setup setup,
    Resumed resumed,
    Database database,
    RegisteredDataset dataset,
    Path folder,
    Probes probes,
    TableLocks locks,
    RunInfo info,
    Optional<AgentGroup> agents) {

  /** A run of one process. */
  ReadyRun(
      Setup setup,
      Resumed resumed,
      Database database,
      RegisteredDataset dataset,
      Path folder,
      Probes probes,
      TableLocks locks,
      RunInfo info) {
    this(setup, resumed, database, dataset, folder, probes, locks, info, Optional.empty());
  }

  /** Whether this process does the actions and hooks, and reads what the server tells of itself. */
  boolean leads() {
    return agents.isEmpty() || peers().leads();
  }

  /** The other processes of the run. */
  Peers peers() {
    return agents.map(AgentGroup::peers).orElse(Peers.NONE);
  }

  /** The same as one of several agents. */
  ReadyRun with(AgentGroup group) {
    String host = String.valueOf(info.host().get("hostname"));
    return new ReadyRun(
        setup,
        resumed,
        database,
        dataset,
        folder,
        probes,
        locks,
        info.with(group.info(host)),
        Optional.of(group));
  }

  /** The tables of the plan. */
  List<Table> tables() {
    return setup.plan().tables().stream().map(Plan.LoadedTable::table).toList();
  }

  /** The time that loaded rows get, in milliseconds since 1970 UTC. */
  long loadMillis() {
    if (agents.isPresent()) {
      return agents.get().loadMillis().orElseThrow();
    }
    return resumed
        .loadMillis()
        .orElseGet(() -> setup.settings().rowTimeMillis().orElseGet(Clock.system()::epochMillis));
  }

  /**
   * Opens the files of the run.
   *
   * @param lock of the folder
   * @throws UncheckedIOException when that fails
   */
  ResultFolder openResults(RunLock lock) {
    ResultFolder results =
        new ResultFolder(
            folder,
            info,
            () -> new RunInfo.Books(dataset.runsServed(), dataset.totals()),
            TextReport::of,
            lock,
            locks.token(),
            resumed.resumption());
    try {
      results.reserve(setup.results().reserveBytes());
      return results;
    } catch (UncheckedIOException e) {
      results.close();
      throw e;
    }
  }
}
