package io.ibench.cli.run;

import io.ibench.cli.ground.Version;
import io.ibench.cli.setup.MachineReport;
import io.ibench.cli.setup.Setup;
import io.ibench.config.Secrets;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.host.HostInfo;
import io.ibench.host.Proc;
import io.ibench.measure.Role;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.RunFile;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collects the head of a result. */
public final class RunInfos {

  private RunInfos() {}

  static RunInfo of(
      Setup setup,
      Database database,
      RegisteredDataset dataset,
      String id,
      Probes probes,
      Optional<MachineReport> machine) {
    return of(setup, database, dataset, id, System.currentTimeMillis(), probes, machine);
  }

  /**
   * The same for a run that began earlier.
   *
   * @param startEpochMillis when its first process began
   */
  static RunInfo of(
      Setup setup,
      Database database,
      RegisteredDataset dataset,
      String id,
      long startEpochMillis,
      Probes probes,
      Optional<MachineReport> machine) {
    Description description = database.description();
    return new RunInfo(
        new RunInfo.Identity(id, setup.workload(), setup.settings().seed(), startEpochMillis),
        versions(description, setup.plugIns()),
        database(description, dataset.unrecorded()),
        settings(setup),
        new RunInfo.Names(
            setup.plan().steps().stream().map(Step::name).toList(),
            setup.plan().operations(),
            roles(setup.plan()),
            failureKinds(),
            setup.plan().counters(),
            mainCounters(database)),
        new RunInfo.Cadence(
            setup.settings().intervalNanos(),
            setup.settings().latencyEveryNanos(),
            setup.rateRows()),
        new RunInfo.Machine(host(probes, machine), probes.cpus(), probes.serverPlace()),
        new RunInfo.Data(
            dataset.ordinal(), dataset.loadedBy(), setup.plan().dataSettings(), dataset.remarks()),
        setup.label(),
        setup.expectations().all(),
        Optional.empty());
  }

  /** None of a server that cannot be asked: what it lacks, its own failures tell. */
  private static List<RunInfo.ServerCounter> mainCounters(Database database) {
    try {
      return database.mainCounters().stream()
          .map(one -> new RunInfo.ServerCounter(one.name(), one.rising(), one.meaning()))
          .toList();
    } catch (DatabaseException e) {
      return List.of();
    }
  }

  /** A database's description for results; possible passwords are masked. */
  public static DatabaseInfo database(Description description) {
    return database(description, Optional.empty());
  }

  /** The same with a further warning. */
  private static DatabaseInfo database(Description description, Optional<String> further) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("name", description.name());
    fields.put("product", description.product());
    fields.put("version", description.version());
    fields.put("engine", description.engine());
    fields.put("driver", description.driver());
    fields.put("batch", description.batch());
    fields.put("durability", description.durability());
    fields.put("isolation", description.isolation());
    Map<String, String> settings = new LinkedHashMap<>();
    description.settings().forEach((name, value) -> settings.put(name, Secrets.mask(value)));
    return new DatabaseInfo(
        fields,
        settings,
        Stream.concat(description.warnings().stream(), further.stream())
            .map(Secrets::mask)
            .toList());
  }

  private static Map<String, Object> host(Probes probes, Optional<MachineReport> machine) {
    Map<String, Object> facts =
        new LinkedHashMap<>(HostInfo.read(new Proc(), probes.serverPid().get()));
    facts.put("storage", probes.storage().orElse(null));
    facts.put("server_host", probes.serverHost().orElse(null));
    machine.ifPresent(report -> facts.put(RunFile.MACHINE_PROBE, report.facts()));
    return facts;
  }

  /** The run's id, in results and in {@code ibench_tables}. */
  static String id(Path folder) {
    return String.valueOf(folder.getFileName());
  }

  /** The roles of the operations, by number. */
  public static List<Role> roles(Plan plan) {
    return IntStream.range(0, plan.operations().size()).mapToObj(plan::role).toList();
  }

  /** The kinds of failure, by number. */
  public static List<String> failureKinds() {
    return Arrays.stream(FailureKind.values()).map(FailureKind::label).toList();
  }

  private static Map<String, String> versions(
      Description description, Map<String, String> plugIns) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("ibench", Version.number());
    versions.put(
        "jvm",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    versions.put("driver", description.driver());
    versions.put("server", description.product() + " " + description.version());
    versions.putAll(plugIns);
    return versions;
  }

  /** Those that took effect, and those that follow from the workload's own files. */
  static List<RunInfo.Setting> settings(Setup setup) {
    Stream<RunInfo.Setting> given =
        setup.config().effective().stream()
            .map(
                setting ->
                    RunInfo.Setting.of(
                        setting.name(),
                        setting.value(),
                        setting.masked(),
                        setting.origin().description(),
                        setting.masked() ? setting.variables().set() : List.of()));
    Stream<RunInfo.Setting> derived =
        setup.plan().workSettings().entrySet().stream()
            .map(work -> new RunInfo.Setting(work.getKey(), work.getValue(), "default"));
    return Stream.concat(given, derived).toList();
  }
}
