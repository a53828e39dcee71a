package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Writes the folder of a new plug-in. */
@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    description = "Writes a folder with a new workload or database that builds, tests and runs.",
    footer = {
      "",
      "  ibench new workload shop     shop/ with pom.xml, class, settings, test, README.md",
      "  ibench new database mydb     the same for a product with a JDBC driver"
    })
final class NewCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Parameters(index = "0", paramLabel = "KIND", description = "one of: ${COMPLETION-CANDIDATES}")
  private NewPlugIn.Kind kind;

  @Parameters(
      index = "1",
      paramLabel = "NAME",
      description = "its name in settings, and the name of the folder")
  private String name;

  @Override
  public Integer call() throws UsageException {
    Installation installation = Installation.of(ibench.process().environment());
    NewPlugIn plugIn = NewPlugIn.of(kind, name, installation);
    try {
      plugIn.write(Path.of(name));
    } catch (IOException e) {
      throw new UsageException("cannot write " + name + ": " + WriteFailure.reason(e));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("wrote " + name + "/ with a " + kind + "; next:");
    for (String command : List.of("cd " + name, "mvn package", plugIn.runCommand())) {
      out.println("  " + SanitizedText.of(command));
    }
    out.flush();
    return ExitCode.DONE;
  }
}
