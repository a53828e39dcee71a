package io.ibench.cli;

import io.ibench.report.figures.SanitizedText;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command ibench. The only place that ends the process. */
@Command(
    name = "ibench",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Runs a workload on a database and reports what each operation cost.",
    subcommands = {
      RunCommand.class,
      StatusCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      VerifyCommand.class,
      CheckCommand.class,
      ExplainCommand.class,
      ListCommand.class,
      NewCommand.class,
      TestAdapterCommand.class,
      MachineCommand.class,
      CompletionCommand.class,
      HelpCommand.class
    },
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
public final class Main implements Runnable {

  private final ProcessEnvironment process;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Main(ProcessEnvironment process) {
    this.process = process;
  }

  ProcessEnvironment process() {
    return process;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "say what to do: run, status, report, compare, verify, check, explain, list, new, test-adapter,"
            + " machine, completion");
  }

  /** Runs the command and returns its exit code. */
  static int execute(
      ProcessEnvironment process, PrintWriter out, PrintWriter err, String... arguments) {
    InternalErrors internalErrors = new InternalErrors(process.environment(), err);
    try {
      return new CommandLine(new Main(process))
          .setOut(out)
          .setErr(err)
          .setCaseInsensitiveEnumValuesAllowed(true)
          .setParameterExceptionHandler(new UsageMistakes())
          .setExecutionExceptionHandler(new ErrorReporter(internalErrors))
          .execute(arguments);
    } catch (LinkageError e) {
      err.println("ibench: " + SanitizedText.of(PlugInRules.reason(e)));
      return ExitCode.USAGE;
    } catch (Error e) {
      internalErrors.print(e);
      return ExitCode.FAILED;
    }
  }

  public static void main(String[] arguments) {
    Logging.configure();
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
