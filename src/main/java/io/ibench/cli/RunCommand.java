package io.ibench.cli;

import io.ibench.cli.Mistakes.UsageException;
import io.ibench.config.ConfigException;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.report.Progress;
import io.ibench.report.ResultFolder;
import io.ibench.report.RunInfo;
import io.ibench.report.RunState;
import io.ibench.workload.Consent;
import io.ibench.workload.Dataset;
import io.ibench.workload.Plan;
import io.ibench.workload.RefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs a workload on a database. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Runs a workload on a database and writes a result folder.")
final class RunCommand implements Callable<Integer> {

  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Main main;

  @Mixin private Arguments arguments;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "the new result folder; else results/<UTC time>-<workload>-<database>")
  private Path output;

  @Option(
      names = "--as-is",
      description = "work on data that was loaded with other settings; the result says so")
  private boolean asIs;

  @Option(names = "--drop-foreign", description = "let drop remove tables that ibench did not make")
  private boolean dropForeign;

  @Override
  public Integer call()
      throws ConfigException,
          UsageException,
          RefusedException,
          DatabaseException,
          InterruptedException {
    Setup setup = Setup.of(arguments, main.surroundings().environment());
    setup.warn(spec.commandLine().getErr());
    Path folder = createFolder(setup);
    boolean begun = false;
    try (Database database = setup.target().open()) {
      Dataset dataset = Dataset.read(setup.plan(), database, setup.workload(), RunInfos.id(folder));
      dataset.admit(consents());
      begun = true;
      return run(setup, database, dataset, folder);
    } finally {
      if (!begun) {
        ResultFolder.removeEmpty(folder);
      }
    }
  }

  private Set<Consent> consents() {
    Set<Consent> consents = EnumSet.noneOf(Consent.class);
    if (asIs) {
      consents.add(Consent.AS_IS);
    }
    if (dropForeign) {
      consents.add(Consent.DROP_FOREIGN);
    }
    return consents;
  }

  private Path createFolder(Setup setup) throws UsageException {
    if (output != null) {
      return create(output)
          .orElseThrow(
              () ->
                  new UsageException(
                      "-o "
                          + output
                          + " exists already; results are never overwritten: name a new folder"));
    }
    String name =
        FOLDER_TIME.format(Instant.now()) + "-" + setup.workload() + "-" + setup.database();
    Optional<Path> folder = create(Path.of("results", name));
    for (int i = 2; folder.isEmpty(); i++) {
      folder = create(Path.of("results", name + "-" + i));
    }
    return folder.get();
  }

  /** Empty when there is something of that name. */
  private static Optional<Path> create(Path folder) throws UsageException {
    try {
      return Optional.of(ResultFolder.create(folder));
    } catch (FileAlreadyExistsException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UsageException("cannot create the result folder " + folder + ": " + e);
    }
  }

  private int run(Setup setup, Database database, Dataset dataset, Path folder)
      throws InterruptedException {
    Probes probes = new Probes(database.place(), setup.hostDevices());
    RunInfo info = RunInfos.of(setup, database, dataset, folder, probes.cpus());
    begin(info, folder);
    RunControl control = new RunControl();
    PrintWriter err = spec.commandLine().getErr();
    Interrupts interrupts = Interrupts.install(control, err);
    Progress progress = new Progress(err, main.surroundings().screen(), info.failureKinds());
    try (ResultFolder results = new ResultFolder(folder, info, () -> books(dataset))) {
      Engine engine =
          new Engine(
              Clock.system(),
              setup.settings(),
              new Listeners(List.of(results, progress)),
              control,
              probes.everyInterval(),
              List.of(Probes.size(database, tables(setup.plan()))));
      engine.run(setup.plan(), database, dataset);
      results.finish();
      // On a terminal, progress on stderr stands above the result.
      progress.finish();
      ReportCommand.print(spec.commandLine().getOut(), results.report(), folder);
      return interrupts.exitCode(exitCode(results.state()));
    } finally {
      interrupts.finished();
      progress.finish();
    }
  }

  private static RunInfo.Books books(Dataset dataset) {
    return new RunInfo.Books(dataset.runsServed(), dataset.totals());
  }

  private void begin(RunInfo info, Path folder) {
    Map<String, String> versions = info.versions();
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        "ibench %s: %s on %s%n  results in %s%n",
        versions.get("ibench"), info.workload(), versions.get("server"), folder);
    err.flush();
  }

  private static List<Table> tables(Plan plan) {
    return plan.tables().stream().map(Plan.LoadedTable::table).toList();
  }

  private static int exitCode(RunState state) {
    return switch (state) {
      case DONE -> ExitCode.DONE;
      case FAILED -> ExitCode.FAILED;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
      case RUNNING -> throw new IllegalStateException("the run is not over");
    };
  }
}
