package io.ibench.cli.run;

import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.TogetherOptions.Together;
import io.ibench.engine.RunControl;
import io.ibench.report.store.NewFolder;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The frame of a run that is one of several agents: its folder is in that of the whole run.
 *
 * @param output the folder of the whole run, if the user names it
 */
record AgentFrame(Together agent, SingleRun run, Optional<Path> output) implements RunFrame {

  @Override
  public Optional<Together> together() {
    return Optional.of(agent);
  }

  @Override
  public NewFolder createFolder() throws UsageException {
    Path whole = output.orElse(OutputFolder.RESULTS.resolve(agent.name()));
    return OutputFolder.named(whole.resolve(agent.folder()));
  }

  @Override
  public String id(Path folder) {
    return agent.name() + "/" + agent.folder();
  }

  @Override
  public void admit(RegisteredDataset dataset, Plan plan) {}

  @Override
  public Interrupts begin(RunControl control) {
    return run.begin(control);
  }

  @Override
  public void end(Interrupts interrupts) {
    run.end(interrupts);
  }
}
