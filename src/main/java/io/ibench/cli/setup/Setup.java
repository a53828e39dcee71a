package io.ibench.cli.setup;

import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.Arguments.Given;
import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.engine.RunSettings;
import io.ibench.monitor.HttpAddress;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.figures.SanitizedText;
import io.ibench.server.ServerKeys;
import io.ibench.workload.Plan;
import io.ibench.workload.PlanContext;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.Workload;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run as the user describes it, completely checked. Nothing has been touched yet.
 *
 * @param workload the workload's name
 * @param product the database's adapter
 * @param plugIns the run's plug-in jars, with version and checksum
 * @param results what the result folder has besides figures
 * @param together how several agents keep together
 */
@RecordBuilder
public record Setup(
    Config config,
    String workload,
    Adapter product,
    RunSettings settings,
    Plan plan,
    Adapter.Target target,
    Watching watching,
    Commands commands,
    Map<String, String> plugIns,
    Wording wording,
    ResultKeys results,
    TogetherKeys together) {

  /**
   * What is watched beside the work.
   *
   * @param rateRows the number of rows for each insert rate in the report; empty: no such rates
   * @param hostDevices disks that the user names; empty: those of the data directory
   * @param probesMachine whether the run begins with a probe of the machine
   * @param serverHost how the server's host is accessed, if it is another machine
   * @param http where the run can be watched
   * @param cpuProfile how CPU is sampled
   * @param plugIns finds the classes of fetched libraries
   */
  record Watching(
      OptionalLong rateRows,
      List<String> hostDevices,
      boolean probesMachine,
      ServerHost.HostAccess serverHost,
      Optional<HttpAddress> http,
      CpuProfileKeys cpuProfile,
      ClassLoader plugIns) {}

  /**
   * The user's commands.
   *
   * @param hooks around steps
   * @param events in the middle of steps
   */
  record Commands(HookSettings hooks, List<EventKeys.Event> events) {}

  /**
   * What the user says of the run.
   *
   * @param expectations of its steps
   */
  record Wording(RunLabel label, ExpectationKeys.Expectations expectations) {}

  public OptionalLong rateRows() {
    return watching.rateRows;
  }

  public List<String> hostDevices() {
    return watching.hostDevices;
  }

  public boolean probesMachine() {
    return watching.probesMachine;
  }

  public ServerHost.HostAccess serverHost() {
    return watching.serverHost;
  }

  public Optional<HttpAddress> http() {
    return watching.http;
  }

  public CpuProfileKeys cpuProfile() {
    return watching.cpuProfile;
  }

  /** Finds the classes of plug-ins and fetched libraries, and ibench's. */
  public ClassLoader classes() {
    return watching.plugIns;
  }

  public HookSettings hooks() {
    return commands.hooks;
  }

  public List<EventKeys.Event> events() {
    return commands.events;
  }

  public RunLabel label() {
    return wording.label;
  }

  public ExpectationKeys.Expectations expectations() {
    return wording.expectations;
  }

  static final Key<String> WORKLOAD = Key.text("workload", "the experiment");
  public static final Key<String> DATABASE =
      Key.text("database", "the product").withDefault("sqlite");
  static final Key<Long> REPORT_ROWS =
      Key.count(
              "report.rows",
              1_000,
              1_000_000_000_000L,
              "report the insert rate of every so many rows, over the whole run")
          .optional();
  public static final Key<String> HOST_DEVICE =
      Key.text("host.device", "disks to watch, such as nvme0n1; else that of the data directory")
          .optional();

  public static final Key<Boolean> MACHINE_PROBE =
      Key.flag("machine.probe", "measure the machine for 20 s before the run").withDefault("false");

  /** Reads and checks everything. */
  public static Setup of(Given given, Map<String, String> environment)
      throws ConfigException, UsageException {
    return of(given, new MainStepOptions(), environment);
  }

  /** The same with the options of the main steps. */
  public static Setup of(Given given, MainStepOptions options, Map<String, String> environment)
      throws ConfigException, UsageException {
    PlugIns plugIns = PlugIns.load(Installation.of(environment));
    return of(read(given, options, plugIns, environment), plugIns);
  }

  /** Reads the settings, with those of the options of the main steps, and checks none of them. */
  public static Config read(
      Given given, MainStepOptions options, PlugIns plugIns, Map<String, String> environment)
      throws UsageException {
    SettingFiles files = SettingFiles.find(given, Installation.of(environment));
    Config loaded =
        new ConfigLoader(environment).load(files.workload(), files.database(), given.settings());
    Config config =
        options.load(
            more -> loaded.with(Stream.concat(more.stream(), given.more().stream()).toList()),
            given.settings(),
            plugIns.workloads());
    files.database().ifPresent(file -> requireDatabase(file, config));
    return config;
  }

  /** The default SQLite is for users without -d; with a file it would be a surprise. */
  static void requireDatabase(Path file, Config config) {
    if (isRead(file, config) && !config.has(DATABASE.name())) {
      config.problem(
          "is only the default; the file of -d names no database: say which one there", DATABASE);
    }
  }

  /** An unreadable file has a problem without a key. */
  private static boolean isRead(Path file, Config config) {
    return config.problems().stream()
        .noneMatch(problem -> problem.where().equals(file.toString()) && problem.key().isEmpty());
  }

  /** Checks the settings. */
  public static Setup of(Config config, PlugIns plugIns) throws ConfigException, UsageException {
    RunSettings settings = RunSettings.from(config);
    readServer(config);
    Map<String, Workload> workloads = plugIns.workloads();
    Map<String, Adapter> adapters = plugIns.adapters();
    Optional<Workload> workload = choose(config, WORKLOAD, workloads, plugIns);
    Optional<Adapter> adapter = choose(config, DATABASE, adapters, plugIns);
    checkKind(config, workload, adapter);
    PlanContext context = context(adapter, adapters);
    Optional<Plan> plan = workload.map(found -> found.plan(config, context));
    Optional<Adapter.Target> target = adapter.map(found -> found.bind(config, plugIns.classes()));
    List<String> devices = devices(config);
    boolean probesMachine = config.get(MACHINE_PROBE);
    HookSettings hooks = HookSettings.from(config);
    ServerHost.HostAccess serverHost = ServerHost.HostAccess.from(config, settings.intervalNanos());
    Optional<Long> rateRows = config.find(REPORT_ROWS);
    RunLabel label = LabelKeys.read(config);
    Optional<HttpAddress> http = HttpAddress.from(config);
    CpuProfileKeys cpuProfile = CpuProfileKeys.from(config);
    ResultKeys results = ResultKeys.from(config);
    TogetherKeys together = TogetherKeys.from(config);
    Optional<ExpectationKeys.Expectations> expectations =
        plan.map(found -> ExpectationKeys.read(config, found, settings));
    Optional<List<EventKeys.Event>> events = plan.map(found -> EventKeys.read(config, found));
    plan.filter(found -> !found.dataSettings().containsKey(StepKeys.SEED.name()))
        .ifPresent(
            found ->
                config.problem(
                    "has data settings without the seed; its author must put "
                        + StepKeys.SEED.name()
                        + " into Plan.dataSettings",
                    WORKLOAD));
    plan.ifPresent(
        found -> HeapNeed.check(config, found, target, Runtime.getRuntime().maxMemory()));
    checkSnapshots(config, plan, target);
    declareOthers(config, workloads, adapters, adapter);
    if (workload.isEmpty()) {
      config.ignoreUnknown();
    }
    config.check();
    return new Setup(
        config,
        workload.orElseThrow().name(),
        adapter.orElseThrow(),
        settings,
        plan.orElseThrow(),
        target.orElseThrow(),
        new Watching(
            rateRows.stream().mapToLong(Long::longValue).findFirst(),
            devices,
            probesMachine,
            serverHost,
            http,
            cpuProfile,
            plugIns.classes()),
        new Commands(hooks, events.orElseThrow()),
        plugIns.versions(workload.get(), adapter.get(), target.get()),
        new Wording(label, expectations.orElseThrow()),
        results,
        together);
  }

  /** The keys of a server that ibench makes; those without a server are mistakes. */
  private static void readServer(Config config) {
    if (!config.get(ServerKeys.SERVER)) {
      ServerKeys.requireNone(config);
      return;
    }
    String adapter = config.get(DATABASE);
    ServerKeys.read(config, adapter, Optional.of(adapter));
    Key<String> socket = Key.text("socket", "").optional();
    if (config.has(socket.name())) {
      config.problem("leads to another server; leave it out with --server", socket);
    }
  }

  /** A folder of files keeps no tables, and other databases keep no files. */
  private static void checkKind(
      Config config, Optional<Workload> workload, Optional<Adapter> adapter) {
    if (workload.isEmpty() || adapter.isEmpty()) {
      return;
    }
    if (workload.get().needsFiles() && !adapter.get().keepsFiles()) {
      config.problem(
          "has tables, but workload "
              + workload.get().name()
              + " works on plain files; allowed: files, as in -d conf/files.properties",
          DATABASE);
    } else if (adapter.get().keepsFiles() && !workload.get().needsFiles()) {
      config.problem(
          "keeps no tables, which workload "
              + workload.get().name()
              + " needs; it is for workload io",
          DATABASE);
    }
  }

  /** What a workload knows of the database. */
  static PlanContext context(Optional<Adapter> adapter, Map<String, Adapter> adapters) {
    return adapter
        .map(
            found ->
                new PlanContext(found.name(), List.copyOf(adapters.keySet()), found.language()))
        .orElse(PlanContext.UNKNOWN);
  }

  private static void checkSnapshots(
      Config config, Optional<Plan> plan, Optional<Adapter.Target> target) {
    Optional<String> why = target.flatMap(Adapter.Target::whyNoSnapshots);
    if (plan.isEmpty() || why.isEmpty()) {
      return;
    }
    for (Step step : plan.get().steps()) {
      if (step instanceof Step.Work work
          && work.groups().stream().anyMatch(Step.Group::holdsSnapshots)) {
        config.problem("cannot be here: " + why.get(), StepKeys.SNAPSHOT.under(step.name()));
      }
    }
  }

  /** The same with another plan of the workload. */
  public Setup with(Plan other) {
    return SetupBuilder.builder(this).plan(other).build();
  }

  /** The adapter's name. */
  public String database() {
    return product.name();
  }

  /** The adapter's keys. */
  List<Key<?>> databaseKeys() {
    return product.keys();
  }

  /** The part of it that concerns the database. */
  AdapterSetup adapter() {
    return new AdapterSetup(config, product, target);
  }

  /** Prints warnings about settings that are allowed, but probably a mistake. */
  public void warn(PrintWriter err) {
    plan.warnings()
        .forEach(warning -> err.println("ibench: warning: " + SanitizedText.of(warning)));
    err.flush();
  }

  private static List<String> devices(Config config) {
    Optional<String> text = config.find(HOST_DEVICE);
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> devices = List.of(text.get().strip().split("\\s*,\\s*", -1));
    if (devices.contains("")) {
      config.problem("has an empty name; allowed: disks with commas between", HOST_DEVICE);
    }
    return devices;
  }

  /** Keys of other products are mistakes, unless the product itself is unknown. */
  static void declareOthers(
      Config config,
      Map<String, Workload> workloads,
      Map<String, Adapter> adapters,
      Optional<Adapter> chosen) {
    if (chosen.isEmpty()) {
      adapters.values().forEach(adapter -> adapter.keys().forEach(config::declare));
    } else {
      explainOthers(config, adapters, chosen.get());
    }
    workloads.values().forEach(workload -> workload.keys().forEach(config::declare));
  }

  /** Explains keys of other products, as the user may have forgotten -d or named the wrong file. */
  private static void explainOthers(Config config, Map<String, Adapter> adapters, Adapter chosen) {
    Map<Key<?>, List<String>> owners = new LinkedHashMap<>();
    for (Adapter adapter : adapters.values()) {
      for (Key<?> key : adapter.keys()) {
        owners.computeIfAbsent(key, none -> new ArrayList<>()).add(adapter.name());
      }
    }
    owners.forEach(
        (key, names) ->
            config.explain(
                key.name(),
                "it is a key of database "
                    + String.join(", ", names)
                    + ", and this run is on "
                    + chosen.name()));
  }

  static <T> Optional<T> choose(
      Config config, Key<String> key, Map<String, T> known, PlugIns plugIns) {
    String name = config.get(key);
    T found = known.get(name);
    if (found == null) {
      config.problem(
          "is not known; known: " + String.join(", ", known.keySet()) + "; " + plugIns.searched(),
          key);
    }
    return Optional.ofNullable(found);
  }

  /** The keys of every run, except {@link RunSettings#keys}. */
  public static List<Key<?>> keys() {
    List<Key<?>> keys =
        new ArrayList<>(
            List.of(WORKLOAD, DATABASE, StepKeys.STEPS, REPORT_ROWS, HOST_DEVICE, MACHINE_PROBE));
    keys.add(HttpAddress.HTTP);
    keys.addAll(CpuProfileKeys.keys());
    keys.addAll(ResultKeys.keys());
    keys.addAll(TogetherKeys.keys());
    keys.addAll(HookSettings.keys());
    keys.addAll(LabelKeys.keys());
    keys.addAll(ExpectationKeys.keys());
    keys.addAll(EventKeys.keys());
    keys.addAll(ServerHost.keys());
    keys.addAll(ServerKeys.keys());
    return keys;
  }

  /** ibench's own, by name. */
  public static Map<String, Workload> workloads() {
    return ServiceLoader.load(Workload.class).stream()
        .map(ServiceLoader.Provider::get)
        .collect(Collectors.toMap(Workload::name, w -> w, (a, b) -> a, TreeMap::new));
  }

  /** ibench's own, by name. */
  public static Map<String, Adapter> adapters() {
    return ServiceLoader.load(Adapter.class).stream()
        .map(ServiceLoader.Provider::get)
        .collect(Collectors.toMap(Adapter::name, a -> a, (a, b) -> a, TreeMap::new));
  }
}
