package io.ibench.cli.setup;

import io.ibench.config.Setting;
import io.ibench.measure.StepPurpose;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The load of an earlier run of the same workload on the same product. Immutable.
 *
 * @param folder of its results
 * @param bytesPerRow of the tables with their indexes, after load and index
 * @param grownBytes what the tables grew by in later steps
 * @param seconds of load and index
 */
record EarlierLoad(Path folder, long rows, double bytesPerRow, long grownBytes, double seconds) {

  /** Reading a summary takes milliseconds, that of a week a second. */
  private static final int MAX_READ = 10;

  private static final String ENGINE = "engine";

  /** Settings of the data that change the number of rows, and hardly their size. */
  private static final Pattern ROWS =
      Pattern.compile("seed|(.*\\.)?(rows|startid1|maxid1|clients)(\\..*)?");

  /**
   * The largest load among the newest results that fit: small tables have more bytes per row.
   *
   * @param results the folder of result folders; need not exist
   */
  static Optional<EarlierLoad> find(Path results, Setup setup) {
    return newestFirst(results).stream()
        .filter(folder -> isAlike(RunFile.read(folder), setup))
        .limit(MAX_READ)
        .flatMap(folder -> read(folder).stream())
        .max(Comparator.comparingLong(EarlierLoad::rows));
  }

  /**
   * Runs and the runs of series, by the names of dated folders; other names come in the reverse
   * order of the alphabet.
   */
  private static List<Path> newestFirst(Path results) {
    List<Path> runs = new ArrayList<>();
    for (Path folder : folders(results)) {
      if (isRun(folder)) {
        runs.add(folder);
      } else {
        folders(folder).stream().filter(EarlierLoad::isRun).forEach(runs::add);
      }
    }
    runs.sort(Collections.reverseOrder());
    return runs;
  }

  private static boolean isRun(Path folder) {
    return Files.exists(folder.resolve("summary.json"));
  }

  /** None if they cannot be read: without an earlier run there is a default. */
  private static List<Path> folders(Path parent) {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, Files::isDirectory)) {
      entries.forEach(folders::add);
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    return folders;
  }

  private static boolean isAlike(RunFile run, Setup setup) {
    return run.workload().equals(Optional.of(setup.workload()))
        && run.database()
            .filter(found -> setup.database().equals(found.fields().get("name")))
            .isPresent()
        && engine(run.settings()).equals(engine(setup))
        && run.data()
            .filter(found -> isAlike(found.settings(), setup.plan().dataSettings()))
            .isPresent();
  }

  private static boolean isAlike(Map<String, String> then, Map<String, String> now) {
    return then.keySet().equals(now.keySet())
        && now.entrySet().stream()
            .filter(setting -> !ROWS.matcher(setting.getKey()).matches())
            .allMatch(setting -> setting.getValue().equals(then.get(setting.getKey())));
  }

  private static Optional<String> engine(List<RunInfo.Setting> settings) {
    return settings.stream()
        .filter(setting -> setting.name().equals(ENGINE))
        .map(RunInfo.Setting::value)
        .findFirst();
  }

  private static Optional<String> engine(Setup setup) {
    return setup.config().effective().stream()
        .filter(setting -> setting.name().equals(ENGINE))
        .map(Setting::value)
        .findFirst();
  }

  private static Optional<EarlierLoad> read(Path folder) {
    try {
      return of(folder, StoredRun.read(folder).report());
    } catch (UnreadableResultException e) {
      return Optional.empty(); // report says why; an estimate can do without it
    }
  }

  /** Empty if the run did not load, or its sizes are unknown. */
  static Optional<EarlierLoad> of(Path folder, RunReport run) {
    long bytes = 0;
    long rows = 0;
    long most = 0;
    double seconds = 0;
    boolean loading = true;
    boolean loaded = false;
    for (RunReport.Step step : run.steps()) {
      StepPurpose purpose = step.purpose().orElse(StepPurpose.MAIN);
      loading &= purpose == StepPurpose.LOAD || purpose == StepPurpose.ACTION;
      if (loading && step.state() != RunState.DONE) {
        return Optional.empty();
      }
      Figures figures = step.whole().figures();
      most = Math.max(most, (long) figures.valueOr(Figure.DB_BYTES, 0));
      if (loading) {
        loaded |= purpose == StepPurpose.LOAD;
        seconds += figures.valueOr(Figure.SECONDS, 0);
        bytes = (long) figures.valueOr(Figure.DB_BYTES, 0);
        rows = (long) figures.valueOr(Figure.ROWS_IN_TABLES, 0);
      }
    }
    return loaded && bytes > 0 && rows > 0
        ? Optional.of(new EarlierLoad(folder, rows, (double) bytes / rows, most - bytes, seconds))
        : Optional.empty();
  }
}
