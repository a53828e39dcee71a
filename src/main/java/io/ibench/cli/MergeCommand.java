package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.run.Pages;
import io.ibench.merge.AgentMerge;
import io.ibench.merge.MergeException;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.WriteFailure;
import io.ibench.report.text.TextReport;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Makes one result of those of a run's agents, from their files. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description =
        "Merges the result folders of all agents of a run (run --together) into one, which report,"
            + " compare and other commands read as any other. Counts and histograms are added up"
            + " exactly. The agents' folders are not changed.")
final class MergeCommand implements Callable<Integer> {

  @ParentCommand private Ibench ibench;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "the result folder of each agent, in any order")
  private List<Path> folders;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "the new folder for the result of all")
  private Path output;

  @Override
  public Integer call() throws Exception {
    return HeapGuard.call(output.toString(), this::merge);
  }

  private int merge() throws UsageException {
    if (output.toString().isEmpty() || folders.contains(Path.of(""))) {
      throw new UsageException("DIR is empty; allowed: a folder");
    }
    RunReport report;
    try {
      report = AgentMerge.merge(folders, output);
      Files.writeString(output.resolve("summary.txt"), TextReport.of(report));
    } catch (MergeException e) {
      throw new UsageException(e.mistakes());
    } catch (IOException e) {
      throw new UsageException("cannot merge into " + output + ": " + WriteFailure.reason(e));
    }
    PrintWriter out = spec.commandLine().getOut();
    TextReport.Options options = TextReport.Options.usual(ibench.process().resultColumns());
    OutputFolder.print(out, TextReport.of(report, options), output);
    PrintWriter err = spec.commandLine().getErr();
    Pages.writeBeside(new StoredRun(output, report))
        .ifPresent(why -> err.println(SanitizedText.of("ibench: " + why)));
    err.flush();
    return report.verdict().equals(Optional.of(Verdict.INVALID)) ? ExitCode.FAILED : ExitCode.DONE;
  }
}
