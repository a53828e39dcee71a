package io.ibench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.ground.Version;
import io.ibench.cli.run.Probes;
import io.ibench.cli.setup.AdapterSetup;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.ServerHost;
import io.ibench.cli.setup.SettingKeys;
import io.ibench.db.DatabaseException;
import io.ibench.db.jdbc.BareAccess;
import io.ibench.overhead.ClientCosts;
import io.ibench.overhead.DatabaseCosts;
import io.ibench.overhead.OverheadFile;
import io.ibench.overhead.OverheadResult;
import io.ibench.overhead.OverheadRow;
import io.ibench.overhead.OverheadText;
import io.ibench.report.store.NewFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Says what ibench itself costs. */
@Command(
    name = "overhead",
    mixinStandardHelpOptions = true,
    description =
        "Measures in two minutes what ibench itself costs: alone, and with -d beside a bare loop of"
            + " the driver's calls.",
    footer = {
      "",
      "Exit codes: 0 measured; 1 the database failed; 2 usage or configuration; 130 interrupted.",
      "",
      "  ibench overhead --quick",
      "  ibench overhead -d conf/mariadb.properties"
    })
final class OverheadCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description = "the database's properties file; looked for here, then in the installation")
  private Optional<Path> database = Optional.empty();

  @Option(
      names = {"-s", "--set"},
      paramLabel = "key=value",
      completionCandidates = SettingKeys.class,
      description = "a setting on top of the file; may be given several times")
  private List<String> settings = new ArrayList<>();

  @Option(names = "--quick", description = "measure for 20 s; less exact")
  private boolean quick;

  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "a new folder for overhead.json; else in results, named after the time")
  private Optional<Path> output = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (output.isPresent()) {
      OutputFolder.requireNew(output.get());
    }
    if (database.isEmpty()) {
      if (!settings.isEmpty()) {
        throw new UsageException("-s sets keys of a database; name one with -d");
      }
      return measured(Optional.empty());
    }
    AdapterSetup setup = AdapterSetup.of(database.get(), settings, ibench.process().environment());
    requireBareAccess(setup);
    Optional<DatabaseCosts> costs = Optional.empty();
    try (BareAccess open = open(setup)) {
      costs = Optional.of(costs(open));
      return measured(costs);
    } finally {
      // A file that did not exist before.
      costs.ifPresent(DatabaseCosts::deleteIfNew);
    }
  }

  /** Before it is opened: an embedded database would make its files. */
  private static void requireBareAccess(AdapterSetup setup) throws UsageException {
    if (!(setup.target() instanceof BareAccess.Target)) {
      throw new UsageException(
          "database = "
              + setup.database()
              + " has no JDBC driver, and -d compares with a loop of JDBC calls; overhead without -d"
              + " measures the client and MongoDB's driver alone");
    }
  }

  /** A database that is away is as much the user's mistake as a wrong setting. */
  private static BareAccess open(AdapterSetup setup) throws UsageException {
    try {
      return (BareAccess) DatabaseOpener.open(setup);
    } catch (DatabaseException e) {
      throw new UsageException(ErrorReporter.line(e));
    }
  }

  /** A user without the rights is refused, as one who cannot make the tables. */
  private DatabaseCosts costs(BareAccess access) throws UsageException, InterruptedException {
    try {
      requireOwnTables(access);
      Probes probes = new Probes(access.location(), List.of(), ServerHost.none());
      return new DatabaseCosts(access, quick, probes.serverCpuNanos());
    } catch (DatabaseException e) {
      throw new UsageException("cannot look for the tables of overhead: " + ErrorReporter.line(e));
    }
  }

  private static void requireOwnTables(BareAccess access) throws UsageException, DatabaseException {
    List<String> foreign = DatabaseCosts.foreignTables(access);
    if (!foreign.isEmpty()) {
      throw new UsageException(
          "there are tables with names that overhead uses, and it has not made them: "
              + String.join(", ", foreign)
              + "; nothing was touched; rename or drop them");
    }
  }

  /** The folder is made first: a place that takes none is refused before two minutes are spent. */
  private int measured(Optional<DatabaseCosts> costs) throws Exception {
    NewFolder folder =
        output.isPresent() ? OutputFolder.named(output.get()) : OutputFolder.dated("overhead");
    try {
      return measured(costs, folder.path());
    } finally {
      folder.removeEmpty();
    }
  }

  private int measured(Optional<DatabaseCosts> costs, Path folder) throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    ClientCosts client = new ClientCosts(quick);
    Runnable stop =
        () -> {
          costs.ifPresent(DatabaseCosts::stop);
          client.stop();
        };
    Interrupts interrupts =
        Interrupts.install(stop, "ending the measurement", err, ibench.process().patienceMillis());
    interrupts.whenLate(
        () -> {
          err.println(
              "ibench: the measurement did not end in time; tables ibench_overhead_* may be left");
          err.flush();
        });
    try {
      List<OverheadRow> compared = costs.isPresent() ? compare(costs.get()) : List.of();
      if (costs.isEmpty()) {
        sayLength();
      }
      List<OverheadRow> rows = new ArrayList<>(client.measure());
      rows.addAll(compared);
      report(costs, rows, folder);
      return interrupts.exitCode(ExitCode.DONE);
    } catch (CancellationException e) {
      return ExitCode.INTERRUPTED;
    } finally {
      interrupts.finished();
    }
  }

  private void sayLength() {
    PrintWriter err = spec.commandLine().getErr();
    err.println("ibench: measuring for " + (quick ? "20 s" : "2 min") + " ...");
    err.flush();
  }

  /** Leaves no table behind. */
  private List<OverheadRow> compare(DatabaseCosts costs) throws DatabaseException, UsageException {
    try {
      load(costs);
      sayLength();
      return costs.measure();
    } finally {
      drop(costs);
    }
  }

  /** A failure is printed only: it must not hide why the measurement has ended. */
  private void drop(DatabaseCosts costs) {
    try {
      costs.drop();
    } catch (DatabaseException e) {
      ErrorReporter.say(
          spec.commandLine().getErr(),
          ExitCode.FAILED,
          List.of(
              "cannot drop the tables ibench_overhead_*, which are left: "
                  + ErrorReporter.line(e)));
    }
  }

  private static void load(DatabaseCosts costs) throws UsageException {
    try {
      costs.load();
    } catch (DatabaseException e) {
      throw new UsageException("cannot make the tables of overhead: " + ErrorReporter.line(e));
    }
  }

  /** Prints first: what was measured is not lost when the file cannot be written. */
  private void report(Optional<DatabaseCosts> costs, List<OverheadRow> rows, Path folder)
      throws JsonProcessingException {
    OverheadResult result =
        OverheadResult.of(
            Version.number(),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            quick,
            costs.map(DatabaseCosts::product).orElse(""),
            costs.map(DatabaseCosts::about).orElse(""),
            rows);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? OverheadFile.json(result) + "\n" : OverheadText.of(result));
    out.flush();
    try {
      OverheadFile.write(folder, result);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write overhead.json in " + folder, e);
    }
    spec.commandLine().getErr().println("ibench: overhead.json is in " + folder);
  }
}
