package io.ibench.report.store;

import io.ibench.measure.OperationStats;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.IntervalSums;
import io.ibench.report.figures.RunInfo;
import io.ibench.series.StepHistograms;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes latency.hlog in HdrHistogram's own log format, in nanoseconds: every minute, and at the
 * end of each report period, a histogram per operation and latency, tagged OPERATION.service or
 * OPERATION.response; at the end of each step or repeat one for the whole of it, tagged
 * step.repeat.OPERATION.service. Without a target rate both latencies are the same, and only the
 * service time is written. Confined to the coordinating thread.
 */
final class LatencyLog implements RunListener, AutoCloseable {

  static final String NAME = "latency.hlog";

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final RunInfo run;
  private final Resumption resumption;
  private final OutputStream file;
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
    Path path = folder.resolve(NAME);
    try {
      file =
          Files.newOutputStream(
              path,
              continued ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW,
              StandardOpenOption.APPEND);
      hasHead = Files.size(path) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + path, e);
    }
    stream = new PrintStream(file, false, StandardCharsets.UTF_8);
    writer = new HistogramLogWriter(stream);
    writer.setBaseTime(run.startEpochMillis());
    if (!hasHead) {
      writeHead(writer, run);
      stream.flush();
    }
  }

  static void writeHead(HistogramLogWriter writer, RunInfo run) {
    writer.outputComment(
        "[latencies in nanoseconds, Interval_Max in milliseconds; ibench "
            + run.versions().get("ibench")
            + "]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(run.startEpochMillis());
    writer.outputLegend();
  }

  @Override
  public void stepStarted(StepStart step) {
    minute = new IntervalSums(run);
    whole = new IntervalSums(run);
    boolean underWay = resumption.isUnderWay(step.name(), step.repeat());
    if (underWay && !resumption.counts().isEmpty()) {
      addEarlier(step, resumption.counts().whole());
      writeEarlierMinute(step, resumption.counts().minute());
    }
  }

  /** The histograms of the whole step contain what an earlier process has counted. */
  private void addEarlier(StepStart step, byte[] counts) {
    whole.addEarlier(operations(step, counts), step.paced(), step.startEpochMillis());
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    minute.add(step, snapshot);
    if (minute.covers(MINUTE_NANOS)) {
      writeMinute();
    }
  }

  /** No minute is in two periods, so that percentiles of periods can be computed from minutes. */
  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {
    writeMinute();
  }

  private void writeMinute() {
    whole.add(minute);
    write(minute, "");
    minute.clear();
  }

  private void write(IntervalSums sums, String prefix) {
    histograms(sums, prefix).forEach(writer::outputIntervalHistogram);
    stream.flush();
    if (stream.checkError()) {
      throw new UncheckedIOException(new IOException("cannot write " + NAME));
    }
  }

  /** Copies of the histograms with any latencies, with their tags and times. */
  private List<Histogram> histograms(IntervalSums sums, String prefix) {
    List<Histogram> histograms = new ArrayList<>();
    for (int i = 0; i < sums.stats().size(); i++) {
      OperationStats stats = sums.stats().get(i);
      String tag = prefix + run.operations().get(i);
      add(histograms, sums, tag + ".service", stats.service());
      if (stats.isPaced()) {
        add(histograms, sums, tag + ".response", stats.response());
      }
      stats.poolWait().ifPresent(waits -> add(histograms, sums, tag + ".pool_wait", waits));
    }
    return histograms;
  }

  private static void add(
      List<Histogram> histograms, IntervalSums sums, String tag, Histogram histogram) {
    if (histogram.getTotalCount() > 0) {
      histogram.setTag(StepHistograms.inTag(tag));
      histogram.setStartTimeStamp(sums.startEpochMillis());
      histogram.setEndTimeStamp(sums.endEpochMillis());
      histograms.add(histogram);
    }
  }

  /** The counts of the minute under way, from which another process can write it. */
  byte[] minute() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      PeriodAccumulator.write(
          new DataOutputStream(bytes),
          minute.startEpochMillis(),
          minute.endEpochMillis(),
          minute.isEmpty() ? List.of() : minute.stats());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the counts", e);
    }
    return bytes.toByteArray();
  }

  /** The minute in which an earlier process ended is shorter. The whole has it already. */
  private void writeEarlierMinute(StepStart step, byte[] counts) {
    ByteBuffer times = ByteBuffer.wrap(counts);
    IntervalSums earlier = new IntervalSums(run);
    earlier.addEarlier(operations(step, counts), step.paced(), times.getLong(), times.getLong());
    write(earlier, "");
  }

  private List<OperationStats> operations(StepStart step, byte[] counts) {
    try {
      return PeriodAccumulator.operations(
          new DataInputStream(new ByteArrayInputStream(counts)),
          run.failureKinds().size(),
          step.paced());
    } catch (IOException e) {
      throw new UncheckedIOException("the counts of " + step.name() + " are damaged", e);
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
    try {
      // A stream that cannot write does not close its file.
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + NAME, e);
    }
  }
}
