package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.config.ConfigException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import io.ibench.measure.StepResult;
import io.ibench.report.console.Progress;
import io.ibench.report.figures.SanitizedText;
import io.ibench.workload.Dataset;
import io.ibench.workload.Plan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Checks what is in a database; changes nothing. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = "Checks a workload's tables against themselves and ibench_tables.")
final class VerifyCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Main main;

  @Mixin private Arguments arguments;

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description = "also check against what the run with this result folder has booked")
  private Path against;

  private final List<String> facts = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  @Override
  public Integer call()
      throws ConfigException, UsageException, DatabaseException, InterruptedException {
    Setup setup = Setup.of(arguments, main.surroundings().environment());
    Optional<PastRun> past =
        against == null ? Optional.empty() : Optional.of(PastRun.read(against));
    Plan plan = new VerifyPlan(setup.plan());
    try (Database database = DatabaseOpener.open(setup)) {
      Dataset dataset = Dataset.read(plan, database, setup.workload(), "verify");
      requireTables(dataset);
      if (database.keepsData()) {
        checkRegister(plan, dataset);
        past.ifPresent(run -> compare(run, dataset, setup));
      }
      return verify(setup, plan, database, dataset);
    }
  }

  private static void requireTables(Dataset dataset) throws UsageException, DatabaseException {
    List<Table> missing = dataset.missing();
    if (!missing.isEmpty()) {
      throw new UsageException(
          "there is nothing to verify: no table "
              + missing.stream().map(Table::name).collect(Collectors.joining(", ")));
    }
  }

  private void checkRegister(Plan plan, Dataset dataset) {
    for (Plan.LoadedTable loaded : plan.tables()) {
      Optional<TableRegister.Row> row = dataset.row(loaded.table());
      String name = loaded.table().name();
      if (row.isEmpty()) {
        problems.add(name + ": no row in ibench_tables, ibench did not load it");
      } else if (row.get().state() != TableRegister.State.LOADED) {
        problems.add(name + ": its load was not completed, by run " + row.get().runId());
      }
    }
    problems.addAll(dataset.contradictions());
    dataset
        .row(plan.tables().get(0).table())
        .filter(row -> row.state() == TableRegister.State.LOADED)
        .ifPresent(
            row ->
                facts.add(
                    String.format(
                        Locale.ROOT,
                        "loaded by run %s, data of %s; runs that worked on it: %,d",
                        row.runId(),
                        Instant.ofEpochMilli(row.loadMillis()),
                        row.runsServed())));
  }

  private void compare(PastRun run, Dataset dataset, Setup setup) {
    PastRun.Comparison comparison =
        run.compare(dataset, setup.plan().dataSettings(), setup.workload());
    facts.addAll(comparison.facts());
    problems.addAll(comparison.problems());
  }

  private int verify(Setup setup, Plan plan, Database database, Dataset dataset)
      throws InterruptedException {
    RunControl control = new RunControl();
    PrintWriter err = spec.commandLine().getErr();
    Interrupts interrupts = Interrupts.install(control, err, main.surroundings().patienceMillis());
    Progress progress =
        new Progress(
            err,
            main.surroundings().screen(),
            RunInfos.roles(setup.plan()),
            RunInfos.failureKinds());
    try {
      Engine engine =
          new Engine(Clock.system(), setup.settings(), progress, control, List.of(), List.of());
      List<StepResult> results = engine.run(plan, database, dataset);
      for (StepResult result : results) {
        facts.addAll(result.facts());
        problems.addAll(result.problems());
        result.failure().ifPresent(failure -> problems.add("verification failed: " + failure));
      }
      progress.finish();
      boolean interrupted = results.isEmpty() || results.stream().anyMatch(StepResult::interrupted);
      return interrupts.exitCode(print(setup, interrupted));
    } finally {
      interrupts.finished();
      progress.finish();
    }
  }

  private int print(Setup setup, boolean interrupted) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("verify: %s on %s%n", setup.workload(), setup.database());
    facts.forEach(fact -> out.println("  " + SanitizedText.of(fact)));
    problems.forEach(problem -> out.println("  WRONG: " + SanitizedText.of(problem)));
    if (interrupted) {
      out.println("interrupted");
    } else {
      out.println(problems.isEmpty() ? "nothing wrong" : "problems: " + problems.size());
    }
    out.flush();
    if (interrupted) {
      return ExitCode.INTERRUPTED;
    }
    return problems.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
