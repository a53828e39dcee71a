package io.ibench.cli.run;

import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.UsageException;
import io.ibench.engine.RunControl;
import io.ibench.report.store.NewFolder;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/** What differs between a single run and one of several. */
interface RunFrame {

  /** Which of several agents this process is; empty in a run of one process. */
  default Optional<TogetherOptions.Together> together() {
    return Optional.empty();
  }

  /** The random number of its leases of tables. */
  default long leaseToken() {
    return new SecureRandom().nextLong();
  }

  /** Creates the folder of the run. */
  NewFolder createFolder() throws UsageException;

  /** The run's id, in results and in {@code ibench_tables}. */
  String id(Path folder);

  /** Refuses tables that other runs still need. */
  void admit(RegisteredDataset dataset, Plan plan) throws UsageException;

  /** From now on a signal ends the run. */
  Interrupts begin(RunControl control);

  /** The run is over and everything is written. */
  void end(Interrupts interrupts);
}
