package io.ibench.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of run. Check accepts them, too, so that it can replace run in any command line. */
final class RunOptions {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "the new result folder; else results/<UTC time>-<workload>-<database>")
  private Path output;

  @Option(
      names = "--upstream-output",
      paramLabel = "DIR",
      description = "a folder for files such as the insert benchmark's own client writes")
  private Path upstreamOutput;

  @Option(
      names = "--as-is",
      description = "work on data that was loaded with other settings; the result says so")
  private boolean asIs;

  @Option(names = "--drop-foreign", description = "let drop remove tables that ibench did not make")
  private boolean dropForeign;

  @Option(names = "--force", description = "run also when the disk seems too small for the data")
  private boolean force;

  @Option(names = "--strict", description = "print the reasons of the verdict INVALID first")
  private boolean strict;

  @Option(names = "--lenient", description = "exit with 0 also when the verdict is INVALID")
  private boolean lenient;

  @Option(
      names = "--no-page",
      description = "write no report.html, of some 1 MB; report --html makes it at any time")
  private boolean noPage;

  Optional<Path> output() {
    return Optional.ofNullable(output);
  }

  Optional<Path> upstreamOutput() {
    return Optional.ofNullable(upstreamOutput);
  }

  boolean isAsIs() {
    return asIs;
  }

  boolean dropsForeign() {
    return dropForeign;
  }

  boolean isForced() {
    return force;
  }

  /** The folder of this run's result folder, and of earlier ones. */
  Path results() {
    return output()
        .map(folder -> folder.toAbsolutePath().normalize().getParent())
        .orElse(OutputFolder.RESULTS);
  }

  boolean isStrict() {
    return strict;
  }

  boolean isLenient() {
    return lenient;
  }

  boolean makesPage() {
    return !noPage;
  }
}
