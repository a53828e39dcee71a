package io.ibench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.MachineReport;
import io.ibench.host.machine.MachineProbe;
import io.ibench.host.machine.ProbeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says whether this machine is fit for benchmarks. */
@Command(
    name = "machine",
    mixinStandardHelpOptions = true,
    description =
        "Measures syncs, reads, CPUs and the clock for 20 s, judges the kernel's settings, and says"
            + " whether this machine is fit for benchmarks.",
    footer = {
      "",
      "Exit codes: 0 measured; 2 usage, or a folder that cannot be used; 130 interrupted.",
      "",
      "  ibench machine /var/lib/mysql      the disk of a database"
    })
final class MachineCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description =
          "a folder on the disk to measure, where a file of 256 MB is made and removed; else the"
              + " current folder")
  private Path folder = Path.of("");

  @Option(names = "--json", description = "print the figures and the judgements as JSON")
  private boolean json;

  @Override
  public Integer call() throws UsageException, InterruptedException, JsonProcessingException {
    PrintWriter err = spec.commandLine().getErr();
    try (ProbeFile file = MachineReport.createFile(folder)) {
      MachineProbe probe = MachineReport.probe(file);
      Interrupts interrupts =
          Interrupts.install(
              () -> end(probe, file), "ending the probe", err, ibench.process().patienceMillis());
      try {
        return interrupts.exitCode(measure(probe, file));
      } finally {
        file.remove();
        interrupts.finished();
      }
    } catch (IOException e) {
      throw MachineReport.unusable(folder, e);
    }
  }

  /** Removes the file first: a second signal ends the process at once. */
  private static void end(MachineProbe probe, ProbeFile file) {
    file.remove();
    probe.stop();
  }

  private int measure(MachineProbe probe, ProbeFile file) throws IOException, InterruptedException {
    try {
      file.fill();
      print(MachineReport.of(probe.measure(folder)));
      return ExitCode.DONE;
    } catch (CancellationException e) {
      return ExitCode.INTERRUPTED;
    }
  }

  private void print(MachineReport report) throws JsonProcessingException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonText.of(report.facts()));
    } else {
      out.print(report.text());
    }
    out.flush();
  }
}
