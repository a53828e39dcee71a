package io.ibench.cli.run;

import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.cli.setup.MainStepOptions;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import io.ibench.db.DatabaseException;
import io.ibench.workload.internal.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Runs a workload on a database. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Runs a workload on a database and writes a result folder.")
public final class RunCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Mixin private RunArguments arguments;

  @Mixin private RunOptions options;

  @Mixin private MainStepOptions mainSteps;

  @Mixin private TogetherOptions agents;

  @Override
  public Integer call()
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    List<Given> given = arguments.given(options.settings());
    options.check(given.size());
    Map<String, String> environment = ibench.process().environment();
    Optional<TogetherOptions.Together> together =
        options.together(agents, environment, given.size());
    Optional<RunServer> server = RunServer.plan(given, options.keepsData(), environment);
    boolean known = server.isPresent() && server.get().isKnownBefore();
    List<RunSide> sides = known ? sides(server.get(), given) : sides(given, environment);
    if (options.output().isPresent() && server.isPresent()) {
      OutputFolder.requireNew(options.output().get());
    }
    if (options.junit().isPresent()) {
      JunitFile.requirePlace(options.junit().get());
    }
    ProcessEnvironment process =
        server.isPresent() ? RunServer.patient(ibench.process()) : ibench.process();
    RunTerminal terminal = RunTerminal.of(spec.commandLine(), process);
    HostLock.warn(environment, terminal.err());
    for (RunSide side : sides) {
      side.setup().warn(terminal.err());
      Probes.requireDisks(side.setup());
    }
    if (server.isEmpty()) {
      if (together.isPresent()) {
        return run(together.get(), sides.get(0).setup(), terminal);
      }
      return run(sides, terminal, server);
    }
    RunServer own = server.get();
    if (together.isPresent()) {
      throw new UsageException(
          "--together needs a server that all agents reach; leave out server = true");
    }
    return own.around(terminal, () -> run(known ? sides : sides(own, given), terminal, server));
  }

  private List<RunSide> sides(RunServer server, List<Given> given)
      throws ConfigException, UsageException {
    return sides(server.on(given), server.environment(ibench.process().environment()));
  }

  private List<RunSide> sides(List<Given> given, Map<String, String> environment)
      throws ConfigException, UsageException {
    return RunSide.all(given, mainSteps, options.isOnLoaded(), environment);
  }

  private int run(TogetherOptions.Together agent, Setup setup, RunTerminal terminal)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    AgentGroup.check(agent, setup);
    agent.source().ifPresent(source -> terminal.say("ibench: agent by " + source));
    NewRun runner = new NewRun(options, terminal, RunSequel.NONE, Optional.empty());
    SingleRun single = new SingleRun(setup, options.output(), terminal);
    return runner.run(setup, new AgentFrame(agent, single, options.output()));
  }

  private int run(List<RunSide> sides, RunTerminal terminal, Optional<RunServer> server)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    NewRun runner = new NewRun(options, terminal, RunSequel.NONE, server);
    if (sides.size() > 1 || options.runs() > 1) {
      return new RunSeries(options, terminal.process(), spec.commandLine(), runner).run(sides);
    }
    Setup setup = sides.get(0).setup();
    return runner.run(setup, new SingleRun(setup, options.output(), terminal));
  }
}
