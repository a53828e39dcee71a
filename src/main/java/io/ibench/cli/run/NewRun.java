package io.ibench.cli.run;

import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.TogetherOptions.Together;
import io.ibench.cli.setup.DatabaseOpener;
import io.ibench.cli.setup.MachineReport;
import io.ibench.cli.setup.ServerHost;
import io.ibench.cli.setup.Setup;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.NewFolder;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.RunLock;
import io.ibench.workload.internal.RefusedException;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Begins runs: makes their folder, checks the database and takes the tables. */
final class NewRun {

  private final RunOptions options;
  private final RunTerminal terminal;
  private final RunSequel sequel;

  private final Optional<RunServer> server;

  /**
   * @param sequel what the run does beside its plan
   * @param server made for the run; removed if a signal ends it before it begins
   */
  NewRun(RunOptions options, RunTerminal terminal, RunSequel sequel, Optional<RunServer> server) {
    this.sequel = sequel;
    this.options = options;
    this.terminal = terminal;
    this.server = server;
  }

  /** Does one run, and returns its exit code. */
  int run(Setup setup, RunFrame frame)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    try (StartupGuard before = new StartupGuard(terminal.err())) {
      server.ifPresent(own -> before.removes(own::abandon));
      if (options.upstreamOutput().isPresent()) {
        UpstreamOutput.prepare(options.upstreamOutput().get()).ifPresent(before::made);
      }
      NewFolder folder = frame.createFolder();
      before.made(folder);
      String id = frame.id(folder.path());
      try (LivePage live = LivePage.serve(setup.http());
          ServerHost host = ServerHost.reach(setup.serverHost(), setup.hostDevices());
          Database database = DatabaseOpener.open(setup)) {
        Probes probes = new Probes(database.location(), setup.hostDevices(), host);
        Optional<Together> agent = frame.together();
        boolean leads = agent.map(Together::rank).orElse(0) == 0;
        String owner = agent.map(Together::name).orElse(id);
        TableLocks locks = locks(setup, database, owner, frame.leaseToken());
        if (leads) {
          locks.requireFree(options.common().breaksLock());
        }
        RegisteredDataset dataset =
            RegisteredDataset.read(setup.plan(), database, setup.workload(), owner);
        if (!leads) {
          dataset.followLeader();
        }
        int clients = agent.map(Together::of).orElse(1);
        Preflight.requireConnections(
            setup.plan(), database, clients, setup.results().looksAtWaits(), terminal);
        if (!options.isForced()) {
          Preflight.requireSpace(setup, options.results(), database, dataset, probes);
        }
        frame.admit(dataset, setup.plan());
        dataset.admit(options.consents());
        if (agent.isPresent()) {
          try (AgentGroup agents = AgentGroup.of(agent.get(), setup, database);
              locks) {
            before.removes(agents::close);
            agents.join(dataset, terminal);
            ReadyRun ready =
                ready(setup, database, dataset, id, folder.path(), probes, locks, before, leads)
                    .with(agents);
            return run(ready, folder, frame, live, before);
          }
        }
        try (locks) {
          ReadyRun ready =
              ready(setup, database, dataset, id, folder.path(), probes, locks, before, true);
          return run(ready, folder, frame, live, before);
        }
      }
    }
  }

  private int run(
      ReadyRun ready, NewFolder folder, RunFrame frame, LivePage live, StartupGuard before)
      throws UsageException, InterruptedException {
    live.begin(ready.info(), Map.of(), folder.path(), terminal.err());
    return new RunExecution(
            ready, terminal, RunEnding.of(options, terminal), sequel, server.map(RunServer::watch))
        .run(
            () -> {
              // From now on a signal ends the run; until now it ended the process.
              before.begins();
              return openResults(ready, folder);
            },
            frame,
            options.upstreamOutput(),
            live);
  }

  private static TableLocks locks(Setup setup, Database database, String id, long token) {
    return new TableLocks(database, setup.plan(), id, Instant.now(), token, OptionalLong.empty());
  }

  /** Takes the tables, if this process leads. */
  private ReadyRun ready(
      Setup setup,
      Database database,
      RegisteredDataset dataset,
      String id,
      Path folder,
      Probes probes,
      TableLocks locks,
      StartupGuard before,
      boolean leads)
      throws UsageException, RefusedException, DatabaseException, InterruptedException {
    if (leads) {
      WriteAccess.take(locks, setup.plan(), dataset, options.common().breaksLock(), terminal);
      dataset.requireUnchanged();
    }
    WriteAccess.begin(database, setup.plan());
    Optional<MachineReport> machine =
        setup.probesMachine()
            ? Optional.of(Preflight.probe(database.location(), folder, before, terminal.err()))
            : Optional.empty();
    RunInfo info = RunInfos.of(setup, database, dataset, id, probes, machine);
    Resumed fromBeginning = Resumed.newRun(setup.plan());
    return new ReadyRun(setup, fromBeginning, database, dataset, folder, probes, locks, info);
  }

  private static ResultFolder openResults(ReadyRun run, NewFolder folder) throws UsageException {
    RunLock lock = lock(folder);
    try {
      PlanFiles.write(run.setup().plan(), folder.path());
      return run.openResults(lock);
    } catch (UncheckedIOException e) {
      folder.remove();
      throw OutputFolder.unusable(folder.path(), Objects.requireNonNull(e.getCause()));
    }
  }

  private static RunLock lock(NewFolder folder) throws UsageException {
    try {
      return RunLock.take(folder.path(), ProcessIdentity.here(new Proc(), Instant.now()));
    } catch (IOException e) {
      folder.remove();
      throw OutputFolder.unusable(folder.path(), e);
    } catch (RunLock.HeldException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
