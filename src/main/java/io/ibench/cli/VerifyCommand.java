package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.RunInfos;
import io.ibench.cli.setup.Arguments;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.internal.TableRegister;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import io.ibench.measure.StepResult;
import io.ibench.report.console.Progress;
import io.ibench.report.figures.SanitizedText;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.ForwardingPlan;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Checks the data in a database; changes nothing. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = "Checks a workload's tables against themselves and ibench_tables.")
final class VerifyCommand implements Callable<Integer> {

  private static final int MAX_SHOWN = 20;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Mixin private Arguments arguments;

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description = "also check against what the run with this result folder has booked")
  private @Nullable Path against;

  /** A plan whose only step is the verification of another plan. */
  private static final class VerifyPlan extends ForwardingPlan {

    private final Step verification;

    VerifyPlan(Plan plan, String kind) {
      super(plan);
      verification = new Step.Action(kind, kind, Optional.empty(), TableUse.VERIFIES);
    }

    @Override
    public List<Step> steps() {
      return List.of(verification);
    }
  }

  private static Plan verifying(Plan plan, String workload) throws UsageException {
    String kind =
        plan.kinds().entrySet().stream()
            .filter(each -> each.getValue().use() == TableUse.VERIFIES)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        "the workload " + workload + " has no step that verifies its data"));
    return new VerifyPlan(plan, kind);
  }

  private final List<String> facts = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  @Override
  public Integer call()
      throws ConfigException, UsageException, DatabaseException, InterruptedException {
    Setup setup = Setup.of(arguments.given(), ibench.process().environment());
    Optional<PastRun> past =
        against == null ? Optional.empty() : Optional.of(PastRun.read(against));
    Plan plan = verifying(setup.plan(), setup.workload());
    try (Database database = DatabaseOpener.openLoaded(setup)) {
      RegisteredDataset dataset =
          RegisteredDataset.read(plan, database, setup.workload(), "verify");
      DatabaseOpener.requireTables(dataset, "verify", "");
      if (database.keepsData()) {
        checkRegister(plan, dataset);
        past.ifPresent(run -> compare(run, dataset, setup));
      }
      return verify(setup, plan, database, dataset);
    }
  }

  private void checkRegister(Plan plan, RegisteredDataset dataset) {
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
    plan.tables().stream()
        .findFirst()
        .flatMap(loaded -> dataset.row(loaded.table()))
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

  private void compare(PastRun run, RegisteredDataset dataset, Setup setup) {
    PastRun.Differences comparison =
        run.compare(dataset, setup.plan().dataSettings(), setup.workload());
    facts.addAll(comparison.facts());
    problems.addAll(comparison.problems());
  }

  private int verify(Setup setup, Plan plan, Database database, RegisteredDataset dataset)
      throws InterruptedException {
    RunControl control = new RunControl(Clock.system());
    PrintWriter err = spec.commandLine().getErr();
    Interrupts interrupts = Interrupts.install(control, err, ibench.process().patienceMillis());
    Progress progress =
        new Progress(
            err, ibench.process().screen(), RunInfos.roles(setup.plan()), RunInfos.failureKinds());
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
    String answer =
        interrupted
            ? "interrupted"
            : problems.isEmpty() ? "nothing wrong" : "problems: " + problems.size();
    out.printf(Locale.ROOT, "verify: %s on %s: %s%n", setup.workload(), setup.database(), answer);
    problems.stream()
        .limit(MAX_SHOWN)
        .forEach(problem -> out.println("  WRONG: " + SanitizedText.of(problem)));
    if (problems.size() > MAX_SHOWN) {
      out.println("  and " + (problems.size() - MAX_SHOWN) + " more");
    }
    facts.forEach(fact -> out.println("  " + SanitizedText.of(fact)));
    out.flush();
    if (interrupted) {
      return ExitCode.INTERRUPTED;
    }
    return problems.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
