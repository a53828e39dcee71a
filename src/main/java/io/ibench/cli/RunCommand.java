package io.ibench.cli;

import io.ibench.cli.Mistakes.UsageException;
import io.ibench.config.ConfigException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import io.ibench.measure.StepResult;
import io.ibench.report.Progress;
import io.ibench.report.ResultFolder;
import io.ibench.report.RunInfo;
import io.ibench.report.TextReport;
import io.ibench.workload.Plan;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a workload on a database. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Runs a workload on a database and writes a result folder.")
final class RunCommand implements Callable<Integer> {

  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private Arguments arguments;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "the new result folder; else results/<UTC time>-<workload>-<database>")
  private Path output;

  @Override
  public Integer call()
      throws ConfigException, UsageException, DatabaseException, InterruptedException {
    Setup setup = Setup.of(arguments, System.getenv());
    Path folder = createFolder(setup);
    try (Database database = setup.target().open()) {
      return run(setup, database, folder);
    }
  }

  private Path createFolder(Setup setup) throws UsageException {
    String name =
        FOLDER_TIME.format(Instant.now()) + "-" + setup.workload() + "-" + setup.database();
    Path folder = output != null ? output : Path.of("results", name);
    try {
      return ResultFolder.create(folder);
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          "-o " + folder + " exists already; results are never overwritten: name a new folder");
    } catch (IOException e) {
      throw new UsageException("cannot create the result folder " + folder + ": " + e);
    }
  }

  private int run(Setup setup, Database database, Path folder) throws InterruptedException {
    Probes probes = new Probes(database.place(), setup.hostDevices());
    RunInfo info = RunInfos.of(setup, database, folder, probes.cpus());
    PrintStream progress = System.err;
    progress.println(
        "ibench "
            + info.versions().get("ibench")
            + ": "
            + setup.workload()
            + " on "
            + info.database().get("product")
            + " "
            + info.database().get("version")
            + ", results in "
            + folder);
    RunControl control = new RunControl();
    Interrupts interrupts = Interrupts.install(control);
    List<StepResult> results;
    try (ResultFolder resultFolder = new ResultFolder(folder, info)) {
      results =
          new Engine(
                  Clock.system(),
                  setup.settings(),
                  new Listeners(
                      List.of(resultFolder, new Progress(progress, System.console() != null))),
                  control,
                  probes.everyInterval(),
                  List.of(Probes.size(database, tables(setup.plan()))))
              .run(setup.plan(), database);
      resultFolder.finish();
    }
    spec.commandLine().getOut().print(new TextReport(info).text(results, true));
    spec.commandLine().getOut().println("results in " + folder);
    spec.commandLine().getOut().flush();
    interrupts.finished();
    return exitCode(results);
  }

  private static List<Table> tables(Plan plan) {
    return plan.tables().stream().map(Plan.LoadedTable::table).toList();
  }

  private static int exitCode(List<StepResult> results) {
    if (results.stream().anyMatch(r -> r.failure().isPresent() || !r.problems().isEmpty())) {
      return ExitCode.FAILED;
    }
    return results.stream().allMatch(StepResult::succeeded) ? ExitCode.DONE : ExitCode.INTERRUPTED;
  }
}
