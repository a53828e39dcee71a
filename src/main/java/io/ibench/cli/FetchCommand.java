package io.ibench.cli;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Ibench;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.FetchedLibrary;
import io.ibench.report.figures.SanitizedText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Fetches a library that is not in the distribution. */
@Command(
    name = "fetch",
    mixinStandardHelpOptions = true,
    description = "Fetches a library that is not in the distribution into plugins/.",
    footer = {
      "",
      "  ibench fetch rocksdb                       from Maven Central: 92 MB, of which 7 MB stay",
      "  ibench fetch rocksdb --mirror ~/.m2/repository     from a folder with the same layout",
      "  ibench fetch async-profiler                for CPU profiles of ibench: 1 MB",
      "",
      "IBENCH_MIRROR names a mirror as well. The file's SHA-256 is checked, and that of",
      "what stays is checked again before each use."
    })
final class FetchCommand implements Callable<Integer> {

  private static final String MIRROR = "IBENCH_MIRROR";
  private static final String CENTRAL = "https://repo1.maven.org/maven2";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ParentCommand private Ibench ibench;

  @Parameters(index = "0", paramLabel = "LIBRARY", description = "one of: ${COMPLETION-CANDIDATES}")
  private FetchedLibrary library;

  @Option(
      names = "--mirror",
      paramLabel = "URL",
      description = "a Maven repository: its URL, or a folder")
  private Optional<String> mirror = Optional.empty();

  @Override
  public Integer call() throws UsageException {
    Map<String, String> environment = ibench.process().environment();
    String from =
        mirror
            .or(() -> Optional.ofNullable(environment.get(MIRROR)))
            .filter(name -> !name.isEmpty())
            .orElse(CENTRAL);
    PrintWriter out = spec.commandLine().getOut();
    Path folder = folder(Installation.of(environment));
    String done = library.jar().fetch(from, folder, spec.commandLine().getErr());
    out.println(SanitizedText.of(done));
    out.flush();
    return ExitCode.DONE;
  }

  /** The user's own folder of plug-ins comes first: that of the installation may be read-only. */
  private static Path folder(Installation installation) throws UsageException {
    return installation.plugInFolders().stream()
        .filter(each -> !installation.isOwn(each))
        .findFirst()
        .or(installation::ownPlugIns)
        .orElseThrow(
            () ->
                new UsageException(
                    "no folder of plug-ins is known: " + Installation.PLUGINS + " names one"));
  }
}
