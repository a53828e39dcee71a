package io.ibench.cli.run;

import io.ibench.cli.ground.ExitCode;
import io.ibench.cli.ground.Interrupts;
import io.ibench.cli.ground.OutputFolder;
import io.ibench.report.console.Progress;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredExpectation;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.WriteFailure;
import io.ibench.report.text.TextReport;
import io.ibench.status.StatusText;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The end of a run: prints its report, writes its page, and decides its exit code. Stateless.
 *
 * @param junit the file for test cases in JUnit's XML
 */
record RunEnding(CommonRunOptions options, Optional<Path> junit, RunTerminal terminal) {

  static RunEnding of(RunOptions options, RunTerminal terminal) {
    return new RunEnding(options.common(), options.junit(), terminal);
  }

  /** Ends a run whose steps are over, or that broke off. */
  void end(
      Path folder,
      ResultFolder results,
      Progress progress,
      UpstreamOutput upstream,
      Interrupts interrupts)
      throws InterruptedException {
    results.finish();
    // On a terminal, progress on stderr comes before the result.
    progress.finish();
    StoredRun run = new StoredRun(folder, results.report());
    print(results, run);
    upstream.complain(terminal.err());
    writeJunit(run.report());
    writePage(run, interrupts);
    if (results.state() == RunState.INTERRUPTED) {
      RunFile file = RunFile.read(folder);
      if (ResumeCommand.refusal(file).isEmpty()) {
        terminal.say("ibench: " + StatusText.resume(folder, file.secretVariables()));
      }
    }
  }

  int exitCode(ResultFolder results) {
    return ExitCode.of(
        results.state(),
        results.report().verdict(),
        options.isLenient(),
        results.report().expectations().stream().allMatch(StoredExpectation::passed));
  }

  private void print(ResultFolder results, StoredRun run) {
    RunReport report = run.report();
    boolean invalid = report.verdict().equals(Optional.of(Verdict.INVALID));
    if (options.isStrict() && invalid) {
      report.reasons().forEach(reason -> terminal.say("ibench: INVALID: " + reason));
    }
    TextReport.Options shown = TextReport.Options.usual(terminal.process().resultColumns());
    OutputFolder.print(terminal.out(), TextReport.withFiles(run, shown), run.folder());
    results
        .failure()
        .ifPresent(why -> terminal.say("ibench: " + why + "; the run was ended, see its report"));
    boolean refused = ExitCode.isRefused(results.state(), report.verdict(), options.isLenient());
    if (refused) {
      terminal.say("ibench: exits with 1, as the verdict is INVALID; --lenient exits with 0");
    }
    long broken = report.expectations().stream().filter(each -> !each.passed()).count();
    if (broken > 0 && results.state() == RunState.DONE && !refused) {
      int all = report.expectations().size();
      terminal.say("ibench: exits with 3, as " + broken + " of " + all + " expectations failed");
    }
  }

  private void writeJunit(RunReport run) {
    junit
        .flatMap(file -> JunitFile.write(run, options.isLenient(), file))
        .ifPresent(why -> terminal.say("ibench: " + why));
  }

  /**
   * Writes the page, after the text. For a run of a week this takes seconds, and an interrupt
   * aborts it. If the folder is missing, the run's failure has reported it.
   */
  private void writePage(StoredRun run, Interrupts interrupts) {
    if (!options.makesPage() || !Files.isDirectory(run.folder())) {
      return;
    }
    interrupts.whenLate(() -> giveUpPage(run.folder()));
    terminal.say(
        Pages.writeBeside(run)
            .map(why -> "ibench: " + why)
            .orElse("page in " + run.folder().resolve(Pages.NAME)));
  }

  private void giveUpPage(Path folder) {
    Path page = folder.resolve(Pages.NAME);
    terminal.say(
        "ibench: the page was not ready in time, all else is; ibench report "
            + folder
            + " --html "
            + page
            + " makes it");
    try {
      Pages.removePart(folder);
    } catch (IOException e) {
      terminal.say("ibench: half of it is left: " + WriteFailure.reason(e));
    }
  }
}
