package io.ibench.learn.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads query logs, whose format it finds. */
public final class Logs {

  /** From so many statements on, one of them is short. */
  private static final int MANY = 100;

  /** No server needs so long for each of its statements. */
  private static final long LONG_MICROS = 1000;

  private Logs() {}

  /** Reads files, of which none is standard input. */
  public static LogSummary read(List<Path> files, LogFilter filter, LogSink sink)
      throws LogException {
    return read(files, InputStream.nullInputStream(), filter, sink);
  }

  /**
   * Reads the files of one server, in the order of their times, and gives the sink each statement.
   *
   * @param files may be compressed by gzip; {@code -} is standard input
   * @throws LogException with all mistakes of the files' beginnings, or with the first one after
   *     these; the sink has then taken some statements
   */
  public static LogSummary read(
      List<Path> files, InputStream standardInput, LogFilter filter, LogSink sink)
      throws LogException {
    List<LogSource> sources = open(files, standardInput);
    LogFormat format = format(sources);
    sort(sources, format);
    sink.begins(format);
    Outlet outlet = new Outlet(filter, sink, format.reusesNumbers());
    long bytes = 0;
    LogReader reader = reader(format, outlet, filter);
    reader.prepare(sources.get(0).beginning());
    for (int file = 0; file < sources.size(); file++) {
      LogSource source = sources.get(file);
      outlet.file(source.name());
      try (InputStream input = source.open()) {
        ByteFeed feed = new ByteFeed(input);
        reader.read(feed, file);
        bytes += feed.bytesRead();
      } catch (IOException failure) {
        throw new LogException(LogSource.mistake(source.name(), failure));
      }
    }
    reader.finish();
    LogSummary summary =
        outlet.summary(
            format, reader.version(), sources.stream().map(LogSource::name).toList(), bytes);
    checkStatements(summary, outlet.seen());
    checkShortest(summary);
    return summary;
  }

  private static List<LogSource> open(List<Path> files, InputStream standardInput)
      throws LogException {
    List<String> mistakes = new ArrayList<>();
    List<LogSource> sources = new ArrayList<>();
    for (Path file : files) {
      try {
        LogSource source = LogSource.of(file, standardInput);
        sources.add(source);
        if (source.beginning().length == 0) {
          mistakes.add(source.name() + ": is empty; right: a log with statements");
        }
      } catch (IOException failure) {
        mistakes.add(LogSource.mistake(file.toString(), failure));
      }
    }
    if (files.isEmpty()) {
      mistakes.add("no log is named");
    }
    refuse(mistakes);
    return sources;
  }

  private static LogFormat format(List<LogSource> sources) throws LogException {
    List<String> mistakes = new ArrayList<>();
    Set<LogFormat> formats = EnumSet.noneOf(LogFormat.class);
    for (LogSource source : sources) {
      Optional<LogFormat> format = LogProbe.format(source.beginning());
      format.ifPresent(formats::add);
      if (format.isEmpty()) {
        mistakes.add(source.name() + ": " + LogProbe.mistake(source.beginning()));
      }
    }
    if (formats.size() > 1) {
      mistakes.add(
          "the files are of several formats: "
              + String.join(", ", formats.stream().map(LogFormat::title).toList())
              + "; right: files of one");
    }
    refuse(mistakes);
    return formats.iterator().next();
  }

  private static void refuse(List<String> mistakes) throws LogException {
    if (!mistakes.isEmpty()) {
      throw new LogException(mistakes);
    }
  }

  private static void sort(List<LogSource> sources, LogFormat format) {
    if (sources.size() > 1) {
      sources.sort(Comparator.comparingLong(source -> firstEnd(source, format)));
    }
  }

  /** When the first statement ended that is whole in the beginning. */
  private static long firstEnd(LogSource source, LogFormat format) {
    long[] end = {Long.MAX_VALUE};
    LogSink first =
        entry -> {
          if (end[0] == Long.MAX_VALUE && entry.startMicros != LogEntry.UNKNOWN) {
            end[0] = entry.startMicros + Math.max(0, entry.durationMicros);
          }
        };
    Outlet outlet = new Outlet(LogFilter.ALL, first, format.reusesNumbers());
    try {
      reader(format, outlet, LogFilter.ALL)
          .read(new ByteFeed(new ByteArrayInputStream(source.beginning())), 0);
    } catch (IOException | LogException mistake) {
      // It is told when the file is read.
    }
    return end[0];
  }

  static LogReader reader(LogFormat format, Outlet outlet, LogFilter filter) {
    return switch (format) {
      case SLOW_LOG -> new SlowLogReader(outlet, filter);
      case CSVLOG -> new CsvLogReader(outlet, filter);
      case JSONLOG -> new JsonLogReader(outlet, filter);
      case STDERR -> new StderrLogReader(outlet, filter);
      case GENERAL_LOG -> new GeneralLogReader(outlet, filter);
    };
  }

  private static void checkStatements(LogSummary summary, long seen) throws LogException {
    if (seen == 0) {
      throw new LogException(
          summary.files().get(0)
              + ": it has no statement; right: "
              + (summary.format() == LogFormat.SLOW_LOG
                  ? "long_query_time = 0 for all connections"
                  : "log_min_duration_statement = 0 or log_transaction_sample_rate, and"
                      + " lc_messages = 'C'"));
    }
  }

  private static void checkShortest(LogSummary summary) throws LogException {
    if (summary.statements() >= MANY && summary.shortestMicros().orElse(0) >= LONG_MICROS) {
      String setting =
          summary.format() == LogFormat.SLOW_LOG ? "long_query_time" : "log_min_duration_statement";
      throw new LogException(
          summary.files().get(0)
              + ": no statement is shorter than "
              + summary.shortestMicros().getAsLong() / 1000
              + " ms, so short ones are missing; right: "
              + setting
              + " = 0");
    }
  }
}
