package io.ibench.cli.run;

import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Setup;
import io.ibench.engine.RunControl;
import io.ibench.report.store.NewFolder;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The frame of a run that is no part of a series.
 *
 * @param output the folder that the user names
 */
record SingleRun(Setup setup, Optional<Path> output, RunTerminal terminal) implements RunFrame {

  @Override
  public NewFolder createFolder() throws UsageException {
    return output.isPresent()
        ? OutputFolder.named(output.get())
        : OutputFolder.dated(setup.workload() + "-" + setup.database());
  }

  @Override
  public String id(Path folder) {
    return RunInfos.id(folder);
  }

  @Override
  public void admit(RegisteredDataset dataset, Plan plan) {}

  @Override
  public Interrupts begin(RunControl control) {
    return Interrupts.install(control, terminal.err(), terminal.process().patienceMillis());
  }

  @Override
  public void end(Interrupts interrupts) {
    interrupts.finished();
  }
}
