package io.ibench.report.store;

import io.ibench.measure.OperationStats;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.IntervalSums;
import io.ibench.report.figures.RunInfo;
import io.ibench.series.StepHistograms;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes latency.hlog in HdrHistogram's own log format, in nanoseconds: every minute a histogram
 * per operation and latency, tagged OPERATION.service or OPERATION.response; at the end of each
 * step or repeat one for the whole of it, tagged step.repeat.OPERATION.service. Without a target
 * rate both latencies are the same, and only the service time is written. Confined to the
 * coordinating thread.
 */
final class LatencyLog implements RunListener, AutoCloseable {

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final RunInfo run;
  private final Resumption resumption;
  private final PrintStream stream;
  private final HistogramLogWriter writer;
  private final boolean hasHead;
  private IntervalSums minute;
  private IntervalSums whole;

  LatencyLog(Path folder, RunInfo run, Resumption resumption) {
    this.resumption = resumption;
    boolean continued = resumption.segment() > 0;
    this.run = run;
    this.minute = new IntervalSums(run);
    this.whole = new IntervalSums(run);
    Path file = folder.resolve("latency.hlog");
    try {
      stream =
          new PrintStream(
              Files.newOutputStream(
                  file,
                  continued ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW,
                  StandardOpenOption.APPEND),
              false,
              StandardCharsets.UTF_8);
      hasHead = Files.size(file) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + file, e);
    }
    writer = new HistogramLogWriter(stream);
    writer.setBaseTime(run.startEpochMillis());
    if (!hasHead) {
      writeHead();
    }
  }

  private void writeHead() {
    writer.outputComment(
        "[latencies in nanoseconds, Interval_Max in milliseconds; ibench "
            + run.versions().get("ibench")
            + "]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(run.startEpochMillis());
    writer.outputLegend();
    stream.flush();
  }

  @Override
  public void stepStarted(StepStart step) {
    minute = new IntervalSums(run);
    whole = new IntervalSums(run);
    boolean underWay = resumption.isUnderWay(step.name(), step.repeat());
    if (underWay && !resumption.counts().isEmpty()) {
      addEarlier(step, resumption.counts().whole());
    }
  }

  /** The histograms of the whole step contain what an earlier process has counted. */
  private void addEarlier(StepStart step, byte[] counts) {
    try {
      whole.addEarlier(
          PeriodAccumulator.operations(
              new DataInputStream(new ByteArrayInputStream(counts)),
              run.failureKinds().size(),
              step.paced()),
          step.paced(),
          step.startEpochMillis());
    } catch (IOException e) {
      throw new UncheckedIOException("the counts of " + step.name() + " are damaged", e);
    }
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    minute.add(step, snapshot);
    if (minute.covers(MINUTE_NANOS)) {
      writeMinute();
    }
  }

  private void writeMinute() {
    whole.add(minute);
    write(minute, "");
    minute.clear();
  }

  private void write(IntervalSums sums, String prefix) {
    for (int i = 0; i < sums.stats().size(); i++) {
      OperationStats stats = sums.stats().get(i);
      String tag = prefix + run.operations().get(i);
      write(sums, tag + ".service", stats.service());
      if (stats.isPaced()) {
        write(sums, tag + ".response", stats.response());
      }
      if (stats.poolWait().isPresent()) {
        write(sums, tag + ".pool_wait", stats.poolWait().get());
      }
    }
    stream.flush();
    if (stream.checkError()) {
      throw new UncheckedIOException(new IOException("cannot write latency.hlog"));
    }
  }

  private void write(IntervalSums sums, String tag, Histogram histogram) {
    if (histogram.getTotalCount() > 0) {
      Histogram copy = histogram.copy();
      copy.setTag(StepHistograms.inTag(tag));
      copy.setStartTimeStamp(sums.startEpochMillis());
      copy.setEndTimeStamp(sums.endEpochMillis());
      writer.outputIntervalHistogram(copy);
    }
  }

  @Override
  public void stepEnded(StepResult result) {
    writeMinute();
    write(whole, result.step().name() + "." + result.step().repeat() + ".");
  }

  @Override
  public void close() {
    stream.close();
  }
}
