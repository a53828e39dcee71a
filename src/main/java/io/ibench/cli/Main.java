package io.ibench.cli;

import io.ibench.cli.bisect.BisectCommand;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.ProcessEnvironment;
import io.ibench.cli.ground.UsageMistakes;
import io.ibench.cli.ground.Version;
import io.ibench.cli.learn.LearnCommand;
import io.ibench.cli.list.ListCommand;
import io.ibench.cli.run.DuetCommand;
import io.ibench.cli.run.MaxCommand;
import io.ibench.cli.run.ResumeCommand;
import io.ibench.cli.run.RunCommand;
import io.ibench.cli.setup.PlugInRules;
import io.ibench.cli.suite.SuiteCommand;
import io.ibench.report.figures.SanitizedText;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command ibench. The only place that ends the process. */
@Command(
    name = "ibench",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Runs a workload on a database and reports what each operation cost.",
    footer = {
      "",
      "Exit codes: 0 done; 1 a step failed, data is wrong or the run is INVALID; 2 usage or"
          + " configuration; 3 a limit of --expect or --fail-if is broken; 130 interrupted.",
      "",
      "First steps:",
      "  ibench run linkbench",
      "  ibench run linkbench -d mariadb",
      "  ibench report results/*",
      "  ibench compare results/OLD results/NEW"
    })
public final class Main implements Ibench, Runnable {

  private static final Map<String, Class<?>> COMMANDS = commands();

  /** Commands that describe the other ones. */
  private static final Set<String> DESCRIBING = Set.of("completion", "man", "help");

  private final ProcessEnvironment process;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Main(ProcessEnvironment process) {
    this.process = process;
  }

  @Override
  public ProcessEnvironment process() {
    return process;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "say what to do, as in ibench run linkbench: "
            + COMMANDS.keySet().stream()
                .filter(name -> !name.equals("help"))
                .collect(Collectors.joining(", ")));
  }

  /** Runs the command and returns its exit code. */
  static int execute(
      ProcessEnvironment process, PrintWriter out, PrintWriter err, String... arguments) {
    if (isVersion(arguments)) {
      out.println(Version.line());
      return ExitCode.DONE;
    }
    InternalErrors internalErrors = new InternalErrors(process.environment(), err);
    try {
      return commandLine(process, arguments)
          .setOut(out)
          .setErr(err)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .setParameterExceptionHandler(new UsageMistakes())
          .setExecutionExceptionHandler(new ErrorReporter(internalErrors::print))
          .execute(isUnknown(arguments) ? new String[] {arguments[0]} : arguments);
    } catch (LinkageError e) {
      err.println("ibench: " + SanitizedText.of(PlugInRules.reason(e)));
      return ExitCode.USAGE;
    } catch (Error e) {
      internalErrors.print(e);
      return ExitCode.FAILED;
    }
  }

  /** No command: what follows it, such as --help, is for none. */
  private static boolean isUnknown(String... arguments) {
    return arguments.length > 0
        && !arguments[0].startsWith("-")
        && !COMMANDS.containsKey(arguments[0]);
  }

  /** Scripts and package managers ask often: it takes no time to learn all options before. */
  private static boolean isVersion(String... arguments) {
    return arguments.length == 1 && (arguments[0].equals("--version") || arguments[0].equals("-V"));
  }

  /** In the order of the help. */
  private static Map<String, Class<?>> commands() {
    Map<String, Class<?>> commands = new LinkedHashMap<>();
    commands.put("run", RunCommand.class);
    commands.put("suite", SuiteCommand.class);
    commands.put("max", MaxCommand.class);
    commands.put("duet", DuetCommand.class);
    commands.put("bisect", BisectCommand.class);
    commands.put("resume", ResumeCommand.class);
    commands.put("status", StatusCommand.class);
    commands.put("report", ReportCommand.class);
    commands.put("merge", MergeCommand.class);
    commands.put("compare", CompareCommand.class);
    commands.put("trend", TrendCommand.class);
    commands.put("learn", LearnCommand.class);
    commands.put("verify", VerifyCommand.class);
    commands.put("check", CheckCommand.class);
    commands.put("explain", ExplainCommand.class);
    commands.put("list", ListCommand.class);
    commands.put("new", NewCommand.class);
    commands.put("fetch", FetchCommand.class);
    commands.put("test-adapter", TestAdapterCommand.class);
    commands.put("machine", MachineCommand.class);
    commands.put("overhead", OverheadCommand.class);
    commands.put("completion", CompletionCommand.class);
    commands.put("man", ManCommand.class);
    commands.put("help", HelpCommand.class);
    return Collections.unmodifiableMap(commands);
  }

  /** Reading the options of a command takes time: only those of the command that is called. */
  static CommandLine commandLine(ProcessEnvironment process, String... arguments) {
    CommandLine ibench = new CommandLine(new Main(process));
    String called = arguments.length == 0 ? "" : arguments[0];
    boolean all = !COMMANDS.containsKey(called) || DESCRIBING.contains(called);
    COMMANDS.forEach(
        (name, type) -> {
          if (all || name.equals(called)) {
            ibench.addSubcommand(name, type);
          }
        });
    // For all commands: @x is a value like others, and names no file of arguments.
    return ibench.setExpandAtFiles(false);
  }

  @SuppressWarnings("DefaultCharset") // the terminal's
  public static void main(String[] arguments) {
    if (!isVersion(arguments)) {
      Logging.configure();
    }
    PrintWriter out = new PrintWriter(System.out, true);
    PrintWriter err = new PrintWriter(System.err, true);
    ProcessEnvironment process = ProcessEnvironment.ofProcess();
    Thread.setDefaultUncaughtExceptionHandler(new InternalErrors(process.environment(), err));
    int code = execute(process, out, err, arguments);
    System.exit(out.checkError() ? lost(err, code) : code);
  }

  /** The reader of a pipe may stop early, which is no failure; an incomplete file is one. */
  private static int lost(PrintWriter err, int code) {
    if (ProcessEnvironment.printsToPipe()) {
      return code;
    }
    err.println("ibench: not everything could be written to stdout: is its disk full?");
    return code == ExitCode.DONE ? ExitCode.FAILED : code;
  }
}
