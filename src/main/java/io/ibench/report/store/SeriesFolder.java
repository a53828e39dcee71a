package io.ibench.report.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of several runs of the same, one after the other: run-1, run-2 ... Stateless. */
public final class SeriesFolder {

  private static final Pattern RUN = Pattern.compile("run-([1-9][0-9]{0,8})");

  private SeriesFolder() {}

  /** The name of a run's folder. */
  public static String run(long number) {
    return "run-" + number;
  }

  /** The folders of the runs, in order; empty if it is no folder of several runs. */
  public static List<Path> runs(Path folder) {
    if (Files.exists(folder.resolve(ResultReader.SUMMARY))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> number(file) > 0 && Files.isDirectory(file))
          .sorted(Comparator.comparingLong(SeriesFolder::number))
          .toList();
    } catch (IOException e) {
      // The reader of the folder reports it.
      return List.of();
    }
  }

  /**
   * The folder itself if it has several runs, or else those inside that have: the sides of runs by
   * turns, in the order of their first runs. Empty if there is none.
   */
  public static List<Path> series(Path folder) {
    if (!runs(folder).isEmpty()) {
      return List.of(folder);
    }
    if (Files.exists(folder.resolve(ResultReader.SUMMARY))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> !runs(file).isEmpty())
          .sorted(Comparator.comparing(SeriesFolder::started).thenComparing(file -> file))
          .toList();
    } catch (IOException e) {
      // The reader of the folder reports it.
      return List.of();
    }
  }

  /** The single runs beside the folders of {@link #series}; empty if there is no such folder. */
  public static List<Path> beside(Path folder) {
    List<Path> series = series(folder);
    if (series.isEmpty() || series.contains(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> Files.exists(file.resolve(ResultReader.SUMMARY)))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The runs of a folder of several, also of several sides; else the folder itself. */
  public static List<Path> allRuns(Path folder) {
    List<Path> all = new ArrayList<>(beside(folder));
    series(folder).forEach(series -> all.addAll(runs(series)));
    return all.isEmpty() ? List.of(folder) : all;
  }

  /** Of the first run; unknown ones come last. */
  private static Instant started(Path series) {
    return RunFile.read(runs(series).get(0)).run().started().orElse(Instant.MAX);
  }

  /** 0 for another name. */
  private static long number(Path folder) {
    Matcher name = RUN.matcher(String.valueOf(folder.getFileName()));
    return name.matches() ? Long.parseLong(name.group(1)) : 0;
  }
}
