package io.ibench.cli.run;

import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.CpuProfileKeys;
import io.ibench.cli.setup.ExpectationKeys;
import io.ibench.cli.setup.LabelKeys;
import io.ibench.config.ConfigLoader;
import io.ibench.monitor.HttpAddress;
import io.ibench.server.ServerKeys;
import io.ibench.workload.internal.OverrideFlag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of run. Check accepts them, too, so that it can replace run in any command line. */
public final class RunOptions {

  private static final long MAX_RUNS = 1000;

  /** The samples a second of --cpu-profile, which may be left out, also where a name follows it. */
  public static final class HzOrNone implements IParameterConsumer {
    @Override
    @SuppressWarnings("JdkObsolete") // the signature is picocli's
    public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
      boolean number = !arguments.isEmpty() && arguments.peek().matches("\\d+");
      option.setValue(number ? arguments.pop() : CpuProfileKeys.USUAL_HZ);
    }
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "the new result folder; else results/<UTC time>-<workload>-<database>")
  private @Nullable Path output;

  @Option(
      names = "--upstream-output",
      paramLabel = "DIR",
      description = "a folder for files as the original client of insert or kv writes them")
  private @Nullable Path upstreamOutput;

  @Option(
      names = "--as-is",
      description = "work on data that was loaded with other settings; the result says so")
  private boolean asIs;

  @Option(names = "--drop-foreign", description = "let drop remove tables that ibench did not make")
  private boolean dropForeign;

  @Option(names = "--force", description = "run also when the disk seems too small for the data")
  private boolean force;

  @Mixin private CommonRunOptions common = new CommonRunOptions();

  /**
   * Which of several agents this process is; empty in a run of one process.
   *
   * @throws UsageException with all mistakes
   */
  public Optional<TogetherOptions.Together> together(
      TogetherOptions together, Map<String, String> environment, int sides) throws UsageException {
    Optional<TogetherOptions.Together> read = together.read(environment);
    List<String> mistakes = new ArrayList<>();
    if (read.isPresent() && (runs > 1 || sides > 1)) {
      mistakes.add("--together is for one run of one workload on one database");
    }
    if (read.isPresent() && (server || !conf.isEmpty())) {
      mistakes.add("--together needs a server that all agents reach; leave out --server");
    }
    if (read.isPresent() && upstreamOutput != null) {
      mistakes.add("--upstream-output is for a run of one process; leave it out");
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    return read;
  }

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "this many whole runs, one after the other, and then their means with 95 %% intervals;"
              + " of several databases or workloads so many each, in the order A B B A A B ...")
  private long runs;

  @Option(names = "--fresh", description = "each of --runs does all steps; the default")
  private boolean fresh;

  @Option(
      names = "--on-loaded",
      description = "load once; each of --runs does the steps after the load, on the same tables")
  private boolean onLoaded;

  /** Whole runs of each workload on each database. */
  long runs() {
    return runs;
  }

  public boolean isOnLoaded() {
    return onLoaded;
  }

  /** Refuses options that contradict each other. */
  public void check(int sides) throws UsageException {
    List<String> mistakes = new ArrayList<>();
    if (runs < 1 || runs > MAX_RUNS) {
      mistakes.add("--runs " + runs + ": allowed: 1 to " + MAX_RUNS);
    }
    if (fresh && onLoaded) {
      mistakes.add("--fresh and --on-loaded contradict each other; name one of them");
    } else if ((fresh || onLoaded) && runs == 1) {
      mistakes.add((fresh ? "--fresh" : "--on-loaded") + " is for several runs; add --runs N");
    }
    if (upstreamOutput != null && (runs > 1 || sides > 1)) {
      mistakes.add("--upstream-output is for one run; leave it out");
    }
    if (junit != null && (runs > 1 || sides > 1)) {
      mistakes.add("--junit is for one run; leave it out");
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  @Option(
      names = "--label",
      paramLabel = "TEXT",
      description = "what you call the run in reports; short for -s label=TEXT")
  private @Nullable String label;

  @Option(
      names = "--tag",
      paramLabel = "NAME=VALUE",
      description =
          "a fact that distinguishes the run, such as redo=32G; short for -s tag.NAME=VALUE; may"
              + " be given several times")
  private List<String> tags = new ArrayList<>();

  @Option(
      names = "--expect",
      paramLabel = "STEP:LIMITS",
      description =
          "exit with 3 if a step breaks a limit, as in \"request: qps > 5000/s, p99 < 50 ms\";"
              + " replaces expect.STEP of the files; may be given several times")
  private List<String> expectations = new ArrayList<>();

  @Option(
      names = "--cpu-profile",
      paramLabel = "HZ",
      arity = "0..1",
      parameterConsumer = HzOrNone.class,
      description =
          "say which functions of the server use its CPU, in microseconds for each operation, by"
              + " perf; 99 samples a second without HZ; short for -s cpu_profile=HZ")
  private @Nullable String cpuProfile;

  @Option(
      names = "--http",
      paramLabel = "ADDRESS:PORT",
      description =
          "serve the run's page and /metrics for Prometheus while it goes on, such as"
              + " 127.0.0.1:9464; short for -s http=ADDRESS:PORT")
  private @Nullable String http;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "write the verdict and each expectation as test cases in JUnit's XML")
  private @Nullable Path junit;

  @Option(
      names = "--server",
      description =
          "run on a private server that ibench makes from the installed binaries, and removes"
              + " afterwards; short for -s server=true")
  private boolean server;

  @Option(
      names = "--conf",
      paramLabel = "OPTION=VALUE",
      description =
          "an option of that server, such as innodb_buffer_pool_size=1G; short for"
              + " -s conf.OPTION=VALUE; may be given several times")
  private List<String> conf = new ArrayList<>();

  @Option(names = "--keep-data", description = "keep the data folder of that server")
  private boolean keepData;

  public boolean keepsData() {
    return keepData;
  }

  /**
   * The settings that options are short for, as {@code key=value}.
   *
   * @throws UsageException for options of another form; names all of them
   */
  public List<String> settings() throws UsageException {
    List<String> mistakes = new ArrayList<>();
    List<String> settings = new ArrayList<>();
    if (label != null) {
      settings.add(LabelKeys.LABEL.name() + "=" + label);
    }
    if (cpuProfile != null) {
      settings.add(CpuProfileKeys.HZ.name() + "=" + cpuProfile);
    }
    if (http != null) {
      settings.add(HttpAddress.HTTP.name() + "=" + http);
    }
    if (server) {
      settings.add(ServerKeys.SERVER.name() + "=true");
    }
    for (String option : conf) {
      int equals = option.indexOf('=');
      String name = (equals < 0 ? option : option.substring(0, equals)).replace('-', '_');
      String value = equals < 0 ? "=" : option.substring(equals);
      String setting = ServerKeys.CONF + "." + name + value;
      settings.add(ConfigLoader.conf(setting));
    }
    for (String tag : tags) {
      if (tag.indexOf('=') < 1) {
        mistakes.add("--tag " + tag + " has no NAME=; allowed: NAME=VALUE, such as redo=32G");
      }
      settings.add(LabelKeys.TAG + "." + tag);
    }
    Map<String, String> limits = new LinkedHashMap<>();
    for (String expectation : expectations) {
      int colon = expectation.indexOf(':');
      if (colon < 1) {
        mistakes.add(
            "--expect "
                + expectation
                + " names no step; allowed: STEP: LIMITS, such as request: qps > 5000/s");
      }
      String step = expectation.substring(0, Math.max(colon, 0)).strip();
      limits.merge(step, expectation.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
    }
    limits.forEach((step, text) -> settings.add(ExpectationKeys.EXPECT + "." + step + "=" + text));
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    return settings;
  }

  CommonRunOptions common() {
    return common;
  }

  public Optional<Path> junit() {
    return Optional.ofNullable(junit);
  }

  public Optional<Path> output() {
    return Optional.ofNullable(output);
  }

  public Optional<Path> upstreamOutput() {
    return Optional.ofNullable(upstreamOutput);
  }

  /** What the user allows beside what is safe. */
  Set<OverrideFlag> consents() {
    Set<OverrideFlag> consents = EnumSet.noneOf(OverrideFlag.class);
    if (asIs) {
      consents.add(OverrideFlag.AS_IS);
    }
    if (dropForeign) {
      consents.add(OverrideFlag.DROP_FOREIGN);
    }
    return consents;
  }

  boolean isForced() {
    return force;
  }

  /** The folder of this run's result folder, and of earlier ones. */
  public Path results() {
    return output()
        .map(folder -> folder.toAbsolutePath().normalize().getParent())
        .orElse(OutputFolder.RESULTS);
  }
}
