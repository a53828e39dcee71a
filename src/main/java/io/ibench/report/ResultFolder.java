package io.ibench.report;

import io.ibench.measure.Listeners;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The folder of one run: run.json before the first operation, rows as they come, and the summary
 * anew after each step, so that a run that dies leaves everything it had. Never overwrites a
 * folder. Used by the coordinating thread.
 */
public final class ResultFolder implements RunListener, AutoCloseable {

  private final Path folder;
  private final RunInfo run;
  private final Supplier<RunInfo.Books> books;
  private final SummaryJson json;
  private final IntervalCsv intervals;
  private final OperationCsv operations;
  private final LatencyLog latencies;
  private final RunListener writers;
  private final List<StepResult> results = new ArrayList<>();
  private RunReport report;

  /**
   * Opens the files in a folder that {@link #create} has made.
   *
   * @param books asked for now and after each step; must not wait for a database
   */
  public ResultFolder(Path folder, RunInfo run, Supplier<RunInfo.Books> books) {
    this.folder = folder;
    this.run = run;
    this.books = books;
    this.json = new SummaryJson(run);
    replace("run.json", bytes(json.runJson()));
    intervals = new IntervalCsv(folder);
    operations = new OperationCsv(folder, run);
    latencies = new LatencyLog(folder, run);
    writers = new Listeners(List.of(intervals, operations, latencies));
    report = writeSummary(false);
  }

  /**
   * Makes a new folder, with the folders above it.
   *
   * @throws FileAlreadyExistsException when there is something of this name
   */
  public static Path create(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      createParents(parent);
    }
    return Files.createDirectory(folder);
  }

  private static void createParents(Path parent) throws IOException {
    try {
      Files.createDirectories(parent);
    } catch (FileAlreadyExistsException e) {
      throw new NotDirectoryException(e.getFile());
    }
  }

  /** Removes a folder that nothing was written to; leaves any other as it is. */
  public static void removeEmpty(Path folder) {
    try {
      Files.delete(folder);
    } catch (IOException e) {
      // It has contents, or somebody has removed it: both are for others to deal with.
      return;
    }
  }

  @Override
  public void stepStarted(StepStart step) {
    writers.stepStarted(step);
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    writers.interval(step, snapshot);
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period) {
    writers.periodEnded(step, period);
  }

  @Override
  public void stepEnded(StepResult result) {
    writers.stepEnded(result);
    results.add(result);
    report = writeSummary(false);
  }

  /** Writes the summary for the last time. */
  public void finish() {
    report = writeSummary(true);
  }

  /** How the run went; call it when it is over. */
  public RunState state() {
    return report.state();
  }

  /** The run as the folder tells it now. */
  public RunReport report() {
    return report;
  }

  /** Made from the bytes of the file, so that what is shown now and later is the same. */
  private RunReport writeSummary(boolean ended) {
    byte[] summary = bytes(json.summaryJson(results, ended, books.get()));
    replace(ResultReader.SUMMARY, summary);
    try {
      RunReport read = ResultReader.parse(folder.resolve(ResultReader.SUMMARY), summary);
      replace("summary.txt", bytes(TextReport.of(read)));
      return read;
    } catch (UnreadableResultException e) {
      throw new IllegalStateException("a summary that was just written can be read", e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Replaces a file as a whole: whoever reads it sees the old or the new one. */
  private void replace(String name, byte[] content) {
    Path file = folder.resolve(name);
    Path next = folder.resolve(name + ".new");
    try {
      Files.write(next, content);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  @Override
  public void close() {
    intervals.close();
    operations.close();
    latencies.close();
  }
}
