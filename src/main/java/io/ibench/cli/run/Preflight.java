package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.MachineReport;
import io.ibench.cli.setup.Setup;
import io.ibench.cli.setup.SizeEstimate;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.ServerLocation;
import io.ibench.db.Table;
import io.ibench.host.machine.ProbeFile;
import io.ibench.report.figures.SanitizedText;
import io.ibench.workload.Plan;
import io.ibench.workload.TableUse;
import io.ibench.workload.internal.ConnectionCheck;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a run looks at before it makes a table: the space on the disk, and the machine. */
final class Preflight {

  private Preflight() {}

  /**
   * Refuses a load that does not fit on the disk; what drop removes makes room.
   *
   * @param results the folder of the results of earlier runs
   */
  static void requireSpace(
      Setup setup, Path results, Database database, RegisteredDataset dataset, Probes probes)
      throws DatabaseException, UsageException {
    Optional<Path> folder = probes.dataFolder();
    if (folder.isEmpty()) {
      return;
    }
    Optional<SizeEstimate> size = SizeEstimate.of(setup, results);
    if (size.isEmpty()) {
      return;
    }
    OptionalLong free = SizeEstimate.freeBytes(folder.get());
    if (free.isEmpty() || size.get().refusal(folder.get(), free.getAsLong()).isEmpty()) {
      return;
    }
    long room = free.getAsLong() + droppedBytes(setup.plan(), database, dataset);
    Optional<String> refusal = size.get().refusal(folder.get(), room);
    if (refusal.isPresent()) {
      throw new UsageException(refusal.get());
    }
  }

  /**
   * Refuses a plan with more threads than the server has connections for; warns of those that
   * others have.
   *
   * @param agents the processes of the run
   * @param looks whether the run looks at the server's sessions
   */
  static void requireConnections(
      Plan plan, Database database, int agents, boolean looks, RunTerminal terminal)
      throws DatabaseException, RefusedException {
    ConnectionCheck check = new ConnectionCheck(plan, database, agents, looks);
    check.requireEnough();
    check.warnings().forEach(line -> terminal.say("ibench: warning: " + line));
  }

  private static long droppedBytes(Plan plan, Database database, RegisteredDataset dataset)
      throws DatabaseException {
    if (plan.steps().stream().noneMatch(step -> step.use() == TableUse.DROPS)) {
      return 0;
    }
    List<Table> existing =
        new ArrayList<>(plan.tables().stream().map(Plan.LoadedTable::table).toList());
    existing.removeAll(dataset.missing());
    return existing.isEmpty() ? 0 : database.size(existing).bytes().orElse(0);
  }

  /**
   * Measures the disk of an embedded database, else that of the results.
   *
   * @param results the folder of the run's results
   */
  static MachineReport probe(
      ServerLocation place, Path results, StartupGuard guard, PrintWriter err)
      throws UsageException, InterruptedException {
    Path folder =
        place.directories().stream()
            .filter(any -> place.embedded())
            .findFirst()
            .map(MachineReport::existing)
            .orElse(results);
    err.println("ibench: measures the machine for 20 s, in " + SanitizedText.of("" + folder));
    err.flush();
    try (ProbeFile file = MachineReport.createFile(folder)) {
      guard.removes(file::remove);
      file.fill();
      MachineReport report = MachineReport.of(MachineReport.probe(file).measure(folder));
      err.println(SanitizedText.of(report.line()));
      err.flush();
      return report;
    } catch (IOException e) {
      throw MachineReport.unusable(folder, e);
    }
  }
}
