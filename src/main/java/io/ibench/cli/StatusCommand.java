package io.ibench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ibench.cli.ground.ErrorReporter;
import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.JsonText;
import io.ibench.cli.ground.UsageException;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.SeriesFolder;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.status.StatusText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says how far a run is, from its files. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description =
        "Says how far a run is, from the files of its result folder: whether it runs, its step,"
            + " its speed in the last minute, when the step ends.")
final class StatusCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "a result folder, or one of several runs")
  private Path folder;

  @Option(names = "--json", description = "print a list of JSON objects, one for each run")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    return HeapGuard.call(folder.toString(), this::status);
  }

  private int status() throws UsageException, JsonProcessingException {
    List<StatusText> all = new ArrayList<>();
    for (Path run : SeriesFolder.allRuns(folder)) {
      all.add(of(run));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonText.of(all.stream().map(StatusText::json).toList()));
    } else if (all.size() == 1) {
      all.get(0).lines().forEach(out::println);
    } else {
      for (StatusText one : all) {
        Path name = folder.relativize(one.status().folder());
        out.println(SanitizedText.of(name.toString()) + "  " + one.line());
      }
    }
    out.flush();
    List<String> damage =
        all.stream()
            .map(StatusText::status)
            .flatMap(run -> new StoredRun(run.folder(), run.report()).damage().stream())
            .toList();
    return ErrorReporter.say(
        spec.commandLine().getErr(), damage.isEmpty() ? ExitCode.DONE : ExitCode.FAILED, damage);
  }

  private static StatusText of(Path run) throws UsageException {
    try {
      return StatusText.now(run);
    } catch (UnreadableResultException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
