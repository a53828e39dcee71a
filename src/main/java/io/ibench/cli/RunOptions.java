package io.ibench.cli;

import io.ibench.cli.ErrorReporter.UsageException;
import io.ibench.workload.internal.OverrideFlag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options of run. Check accepts them, too, so that it can replace run in any command line. */
final class RunOptions {

  private static final long MAX_RUNS = 1000;

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

  @Option(names = "--strict", description = "print the reasons of the verdict INVALID first")
  private boolean strict;

  @Option(names = "--lenient", description = "exit with 0 also when the verdict is INVALID")
  private boolean lenient;

  @Option(
      names = "--no-page",
      description = "write no report.html, of some 1 MB; report --html makes it at any time")
  private boolean noPage;

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

  boolean isOnLoaded() {
    return onLoaded;
  }

  /** Refuses options that contradict each other. */
  void check(int sides) throws UsageException {
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
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
  }

  Optional<Path> output() {
    return Optional.ofNullable(output);
  }

  Optional<Path> upstreamOutput() {
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
