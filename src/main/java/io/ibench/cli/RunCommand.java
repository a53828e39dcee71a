package io.ibench.cli;

import io.ibench.cli.Arguments.Given;
import io.ibench.cli.ErrorReporter.UsageException;
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
final class RunCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Main main;

  @Mixin private RunArguments arguments;

  @Mixin private RunOptions options;

  @Mixin private MainStepOptions mainSteps;

  @Override
  public Integer call()
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    List<Given> given = arguments.given(options.settings());
    options.check(given.size());
    Map<String, String> environment = main.process().environment();
    Optional<RunServer> server = RunServer.plan(given, options.keepsData(), environment);
    List<RunSide> sides =
        server.isPresent()
            ? RunSide.all(
                server.get().on(given),
                mainSteps,
                options.isOnLoaded(),
                server.get().environment(environment))
            : RunSide.all(given, mainSteps, options.isOnLoaded(), environment);
    if (options.junit().isPresent()) {
      JunitFile.requirePlace(options.junit().get());
    }
    RunTerminal terminal = RunTerminal.of(spec.commandLine(), main.process());
    for (RunSide side : sides) {
      side.setup().warn(terminal.err());
      Probes.requireDisks(side.setup());
    }
    if (server.isEmpty()) {
      return run(sides, terminal, () -> {});
    }
    return server
        .get()
        .around(terminal, () -> run(sides, terminal, server.get()::abandon));
  }

  private int run(List<RunSide> sides, RunTerminal terminal, Runnable abandon)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    NewRun runner = new NewRun(options, terminal, abandon);
    if (sides.size() > 1 || options.runs() > 1) {
      return new RunSeries(options, main.process(), spec.commandLine(), runner).run(sides);
    }
    Setup setup = sides.get(0).setup();
    return runner.run(setup, new SingleRun(setup, options.output(), terminal));
  }
}
