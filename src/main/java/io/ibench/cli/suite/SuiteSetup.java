package io.ibench.cli.suite;

import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.DuetCommand;
import io.ibench.cli.run.MaxCommand;
import io.ibench.cli.setup.CpuProfileKeys;
import io.ibench.cli.setup.PlannedTime;
import io.ibench.cli.setup.PlugIns;
import io.ibench.cli.setup.SettingFiles;
import io.ibench.cli.setup.SettingKeys;
import io.ibench.cli.setup.Setup;
import io.ibench.cli.setup.SizeEstimate;
import io.ibench.config.Config;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.config.OptionSetting;
import io.ibench.config.Problem;
import io.ibench.config.Setting;
import io.ibench.server.BroughtPrograms;
import io.ibench.server.Installed;
import io.ibench.server.ServerInstance;
import io.ibench.server.ServerKeys;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerProducts;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Area;
import io.ibench.suite.DataMode;
import io.ibench.suite.Suite;
import io.ibench.suite.SuiteKeys;
import io.ibench.suite.SuiteReader;
import io.ibench.suite.SuiteState;
import io.ibench.suite.Variant;
import io.ibench.suite.VariantServer;
import io.ibench.suite.Work;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A suite's file, with the run of each variant, completely checked. Nothing has been touched yet.
 *
 * @param settings of -s, as the suite's own keys
 * @param works what the cells of each variant run, by its name
 * @param servers of each variant, by its name
 * @param cpuProfiles of the variants whose cells take some
 */
public record SuiteSetup(
    Path file,
    Config config,
    Suite suite,
    List<String> settings,
    Map<String, Work> works,
    Map<String, ServerSpec> servers,
    Set<CpuProfileKeys> cpuProfiles) {

  private static final Set<TableUse> BEFORE_DATA =
      Set.of(TableUse.DROPS, TableUse.CREATES, TableUse.LOADS, TableUse.INDEXES);

  private static final int LONGEST_LABEL = 60;
  private static final int LONGEST_TAG = 40;

  /** Where the file of this name is. */
  public static Path find(Path named, Installation installation) {
    return installation.findSettings(named, SettingFiles.SUITES);
  }

  /** Where the workload of this name is, as run finds it. */
  private static Path findWorkload(Path named, Installation installation) {
    return installation.findSettings(named, "workloads");
  }

  /**
   * The suite that a name means where it may also mean a workload: {@code run NAME} and {@code
   * check NAME} take the same file. Empty if it means a workload.
   *
   * @param isAsked whether an option says that a suite is meant
   */
  public static Optional<Path> find(Path named, boolean isAsked, Map<String, String> environment) {
    Installation installation = Installation.of(environment);
    Path suite = find(named, installation);
    Path workload = findWorkload(named, installation);
    boolean isBoth = Files.isRegularFile(workload) && !workload.equals(suite);
    return isSuite(suite, environment) && (isAsked || !isBoth)
        ? Optional.of(suite)
        : Optional.empty();
  }

  /** Whether a file's settings are those of a suite; false if it cannot be read. */
  static boolean isSuite(Path file, Map<String, String> environment) {
    return Files.isRegularFile(file)
        && SuiteReader.isSuite(
            new ConfigLoader(environment).load(file, Optional.empty(), List.of()));
  }

  /** Programs of a server that came with the files; see {@link BroughtPrograms}. */
  public List<String> brought(ServerSpec server) {
    ServerProduct product = ServerProducts.named(server.product()).orElseThrow();
    return BroughtPrograms.of(product, server, List.of(file), settings);
  }

  /** Reads and checks everything; all mistakes come at once. */
  public static SuiteSetup read(
      Path file, Optional<String> scale, List<String> given, Map<String, String> environment)
      throws ConfigException, UsageException {
    if (Files.isDirectory(file)) {
      throw new UsageException(
          file
              + " is a folder without "
              + SuiteState.NAME
              + ": no suite has run in it; name a suite's file, and a new folder with -o");
    }
    if (!Files.isRegularFile(file)) {
      boolean isWorkload = Files.isRegularFile(findWorkload(file, Installation.of(environment)));
      throw new UsageException(
          "there is no file "
              + file
              + (isWorkload ? "; " + file + " is a workload: ibench run " + file : ""));
    }
    List<String> settings = given.stream().map(SuiteSetup::ofSuite).toList();
    Config config = new ConfigLoader(environment).load(file, Optional.empty(), settings);
    explainSettings(config);
    Suite suite = SuiteReader.read(config, scale);
    Map<String, Work> works = new LinkedHashMap<>();
    Map<String, ServerSpec> servers = new LinkedHashMap<>();
    Set<CpuProfileKeys> cpuProfiles = new LinkedHashSet<>();
    Reader reader = new Reader(file, config, suite, environment, works, servers, cpuProfiles);
    if (config.problems().stream().noneMatch(problem -> problem.key().equals("workload"))) {
      reader.read();
    }
    config.check();
    return new SuiteSetup(file, config, suite, settings, works, servers, cpuProfiles);
  }

  /** A setting of the run without {@code set.} is the first mistake of many files. */
  private static void explainSettings(Config config) {
    config.given().stream()
        .map(Setting::name)
        .filter(name -> !SuiteKeys.isOfSuite(name) && SettingKeys.isOfRun(name))
        .forEach(
            name -> config.explain(name, "write set." + name + ": it is a setting of the run"));
  }

  /** The suite of a folder, with the settings of its command line. */
  public static SuiteSetup stored(Path folder, Map<String, String> environment)
      throws ConfigException, UsageException, IOException {
    SuiteState state = SuiteState.read(folder);
    return read(folder.resolve(SuiteState.SETTINGS), state.scale(), state.settings(), environment);
  }

  /**
   * A workload's file: beside the file with the line that names it, beside the suite's, or where
   * every command finds it; absolute.
   */
  static Path workload(Config config, Path file, String named, Installation installation) {
    Stream<Path> files =
        config.given().stream()
            .filter(given -> isWorkload(given) && given.value().equals(named))
            .flatMap(given -> given.origin().file().stream());
    return Stream.concat(files, Stream.of(file))
        .map(each -> each.toAbsolutePath().resolveSibling(named))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseGet(() -> findWorkload(Path.of(named), installation))
        .toAbsolutePath()
        .normalize();
  }

  /** Whether it names a workload, of some scale. */
  static boolean isWorkload(Setting setting) {
    return setting.name().equals("workload") || setting.name().endsWith(".workload");
  }

  /** A setting that is none of the suite's is one of its workload or database. */
  private static String ofSuite(String setting) {
    int equals = setting.indexOf('=');
    String key = setting.substring(0, Math.max(0, equals)).strip();
    boolean conf = setting.startsWith(ConfigLoader.conf(""));
    return conf || key.isEmpty() || SuiteKeys.isOfSuite(key) ? setting : "set." + setting.strip();
  }

  /** Collects the works, the servers and the mistakes of all variants. */
  private record Reader(
      Path file,
      Config config,
      Suite suite,
      Map<String, String> environment,
      Map<String, Work> works,
      Map<String, ServerSpec> servers,
      Set<CpuProfileKeys> cpuProfiles) {

    void read() throws UsageException {
      Installation installation = Installation.of(environment);
      PlugIns plugIns = PlugIns.load(installation);
      Optional<Path> workload = workload(installation);
      Map<String, ServerProduct> products = ServerProducts.all();
      Optional<MaxCommand> search = search();
      Optional<DuetCommand> duet = duet();
      Map<String, Setup> setups = new LinkedHashMap<>();
      Map<String, List<String>> mistakes = new LinkedHashMap<>();
      for (Variant variant : suite.variants()) {
        List<String> own = new ArrayList<>();
        Map<String, String> set = variant.of(Area.SET);
        Optional<ServerSpec> spec = VariantServer.of(variant, products, set, own::add);
        spec.ifPresent(found -> servers.put(variant.name(), found));
        if (spec.isPresent() && workload.isPresent()) {
          ServerProduct product = products.get(spec.get().product());
          work(
                  variant,
                  workload.get(),
                  access(Objects.requireNonNull(product), spec.get()),
                  plugIns,
                  search,
                  own)
              .ifPresent(setup -> setups.put(variant.name(), setup));
          requireCopy(variant, spec.get(), own);
        }
        tell(mistakes, own, variant);
      }
      if (duet.isPresent()) {
        requirePairs(duet.get(), setups, mistakes);
      }
      mistakes.forEach(this::problem);
    }

    /** Each variant must do the work of its base. */
    private void requirePairs(
        DuetCommand duet, Map<String, Setup> setups, Map<String, List<String>> mistakes) {
      for (Variant variant : suite.variantsWithCells()) {
        Setup b = setups.get(variant.name());
        Setup a = setups.get(suite.base(variant).orElseThrow().name());
        if (a == null || b == null) {
          continue; // its mistakes are told
        }
        try {
          duet.check(a, b);
        } catch (UsageException e) {
          tell(mistakes, ErrorReporter.mistakes(e), variant);
        }
      }
    }

    /** Each mistake is told once, with all its variants. */
    private static void tell(
        Map<String, List<String>> mistakes, List<String> lines, Variant variant) {
      lines.forEach(
          line -> mistakes.computeIfAbsent(line, none -> new ArrayList<>()).add(variant.name()));
    }

    /** The duet of each cell, if its options have no mistake. */
    private Optional<DuetCommand> duet() {
      if (!suite.isOfDuets()) {
        return Optional.empty();
      }
      List<String> options = suite.matter().duet();
      try {
        return Optional.of(DuetCommand.ofSuite(options));
      } catch (UsageException e) {
        ErrorReporter.mistakes(e)
            .forEach(line -> config.problem("", "duet", String.join(" ", options), line));
        return Optional.empty();
      }
    }

    /** The search of each cell, if its options have no mistake. */
    private Optional<MaxCommand> search() {
      if (suite.search().isEmpty()) {
        return Optional.empty();
      }
      try {
        return Optional.of(MaxCommand.ofSuite(suite.search()));
      } catch (UsageException e) {
        config.problem("", "max", String.join(" ", suite.search()), String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }

    private Optional<Path> workload(Installation installation) {
      Path found = SuiteSetup.workload(config, file, suite.workload(), installation);
      if (Files.isRegularFile(found)) {
        return Optional.of(found);
      }
      String where =
          config.given().stream()
              .filter(given -> given.value().equals(suite.workload()))
              .map(given -> given.origin().description())
              .findFirst()
              .orElse(file.toString());
      config.problem(where, "workload", suite.workload(), "there is no such file");
      return Optional.empty();
    }

    /** As it will be when the server runs; only place and password are not known yet. */
    private static Map<String, String> access(ServerProduct product, ServerSpec spec) {
      Path nowhere = Path.of(System.getProperty("java.io.tmpdir"));
      return product
          .access(
              new ServerInstance(
                  "cell",
                  spec,
                  new Installed("not started", Map.of()),
                  nowhere,
                  nowhere,
                  nowhere,
                  1,
                  "secret",
                  Optional.empty()))
          .settings();
    }

    private Optional<Setup> work(
        Variant variant,
        Path workload,
        Map<String, String> access,
        PlugIns plugIns,
        Optional<MaxCommand> search,
        List<String> mistakes)
        throws UsageException {
      List<String> settings = new ArrayList<>();
      variant.of(Area.SET).forEach((key, value) -> settings.add(key + "=" + value));
      Map<String, String> server = suite.isOfDuets() ? ownServer(variant, access) : Map.of();
      settings.addAll(suite.isOfDuets() ? List.of() : labels(variant));
      List<OptionSetting> options =
          Stream.of(access, server)
              .flatMap(of -> of.entrySet().stream())
              .map(each -> new OptionSetting("the server", each.getKey(), plain(each.getValue())))
              .toList();
      Config run =
          new ConfigLoader(environment).load(workload, Optional.empty(), settings, options);
      try {
        Setup setup = Setup.of(run, plugIns);
        if (search.isPresent()) {
          search.get().check(setup.plan());
        }
        server.forEach((key, value) -> settings.add(key + "=" + value));
        works.put(variant.name(), of(setup, workload, settings));
        if (setup.cpuProfile().isOn()) {
          cpuProfiles.add(setup.cpuProfile());
        }
        return Optional.of(setup);
      } catch (UsageException e) {
        mistakes.add("max: " + e.getMessage());
      } catch (ConfigException e) {
        e.problems().forEach(problem -> mistakes.add(text(problem)));
      }
      return Optional.empty();
    }

    /** A duet makes the servers of its sides. */
    private static Map<String, String> ownServer(Variant variant, Map<String, String> access) {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put(ServerKeys.SERVER.name(), "true");
      settings.put(
          Setup.DATABASE.name(), Objects.requireNonNull(access.get(Setup.DATABASE.name())));
      for (Area area : List.of(Area.SERVER, Area.CONF, Area.LIMIT)) {
        variant.of(area).forEach((key, value) -> settings.put(area.word() + "." + key, value));
      }
      return settings;
    }

    /** Shared data needs a load before it and steps after it, and a folder of its own. */
    private void requireCopy(Variant variant, ServerSpec spec, List<String> mistakes) {
      Work work = works.get(variant.name());
      if (suite.matter().data() == DataMode.FRESH || work == null) {
        return;
      }
      String mode = suite.matter().data().name().toLowerCase(Locale.ROOT);
      if (work.loadSteps().isEmpty() || work.laterSteps().isEmpty()) {
        mistakes.add(
            "data = "
                + mode
                + " needs steps that load and steps after them; they are "
                + String.join(", ", work.loadSteps())
                + " and "
                + String.join(", ", work.laterSteps()));
      }
      if (spec.data().isPresent() || spec.log().isPresent()) {
        mistakes.add("data = " + mode + ": server.data and server.log cannot be given with it");
      }
    }

    /** The password is a variable of the cell's own process. */
    private static String plain(String value) {
      return value.startsWith("${") ? "secret" : value;
    }

    private Work of(Setup setup, Path workload, List<String> settings) {
      List<String> words = new ArrayList<>(Ibench.itself());
      words.addAll(List.of(suite.isOfDuets() ? "duet" : "run", workload.toString()));
      words.addAll(suite.matter().duet());
      List<String> search = new ArrayList<>();
      if (!suite.search().isEmpty()) {
        search.addAll(Ibench.itself());
        search.addAll(List.of("max", workload.toString()));
        search.addAll(suite.search());
      }
      List<Step> steps = setup.plan().steps();
      int later = steps.size();
      while (later > 0 && !BEFORE_DATA.contains(steps.get(later - 1).use())) {
        later--;
      }
      List<String> names = steps.stream().map(Step::name).toList();
      PlannedTime time =
          search.isEmpty() && !suite.isOfDuets()
              ? PlannedTime.of(setup.plan(), OptionalDouble.empty())
              : new PlannedTime(0, List.of());
      long bytes =
          SizeEstimate.of(setup, Path.of("results"))
              .map(size -> Math.round((suite.isOfDuets() ? 2 : 1) * size.bytes()))
              .orElse(0L);
      return new Work(
          words,
          search,
          settings,
          names.subList(0, later),
          names.subList(later, names.size()),
          time.nanos() / 1e9,
          time.unknown(),
          bytes);
    }

    private List<String> labels(Variant variant) {
      List<String> labels = new ArrayList<>();
      String title = suite.title(variant);
      if (title.length() <= LONGEST_LABEL) {
        labels.add("label=" + title);
      }
      variant
          .levels()
          .forEach(
              (factor, level) -> {
                if (factor.length() <= LONGEST_TAG && level.length() <= LONGEST_TAG) {
                  labels.add("tag." + factor + "=" + level);
                }
              });
      return labels;
    }

    /** The line of the suite's file that the mistake of a run comes from, if it is one. */
    private String text(Problem problem) {
      String end = "set." + problem.key();
      Optional<Setting> from =
          problem.where().equals("-s")
              ? config.given().stream()
                  .filter(given -> given.name().equals(end) || given.name().endsWith("." + end))
                  .reduce((before, after) -> after)
              : Optional.empty();
      return from.map(
              found ->
                  new Problem(
                          found.origin().description(),
                          found.name(),
                          problem.value(),
                          problem.message())
                      .toString())
          .orElse(problem.toString());
    }

    private void problem(String line, List<String> variants) {
      config.problem("", "", "", suite.withVariants(line, variants));
    }
  }
}
