package io.ibench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.overhead.ClientCosts;
import io.ibench.overhead.OverheadFile;
import io.ibench.overhead.OverheadResult;
import io.ibench.overhead.OverheadRow;
import io.ibench.overhead.OverheadText;
import io.ibench.report.store.NewFolder;
import java.io.IOException;
import java.io.PrintWriter;
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

  @ParentCommand private Main main;

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
  public Integer call() throws UsageException, JsonProcessingException {
    if (output.isPresent()) {
      OutputFolder.requireNew(output.get());
    }
    PrintWriter err = spec.commandLine().getErr();
    ClientCosts client = new ClientCosts(quick);
    Interrupts interrupts =
        Interrupts.install(
            client::stop, "ending the measurement", err, main.process().patienceMillis());
    try {
      return interrupts.exitCode(measure(client));
    } catch (CancellationException e) {
      return ExitCode.INTERRUPTED;
    } finally {
      interrupts.finished();
    }
  }

  private int measure(ClientCosts client) throws UsageException, JsonProcessingException {
    List<OverheadRow> rows = new ArrayList<>(client.measure());
    OverheadResult result =
        OverheadResult.of(
            Version.number(),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            quick,
            "",
            "",
            rows);
    Path folder = write(result);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? OverheadFile.json(result) + "\n" : OverheadText.of(result));
    out.flush();
    spec.commandLine().getErr().println("ibench: overhead.json is in " + folder);
    return ExitCode.DONE;
  }

  private Path write(OverheadResult result) throws UsageException {
    NewFolder folder =
        output.isPresent()
            ? OutputFolder.named(output.get())
            : OutputFolder.dated("overhead");
    try {
      OverheadFile.write(folder.path(), result);
      return folder.path();
    } catch (IOException e) {
      folder.remove();
      throw OutputFolder.unusable(folder.path(), e);
    }
  }
}
