package io.ibench.workload.io;

import io.ibench.config.Config;
import io.ibench.config.Problem;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.files.FilesAdapter;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.RunListener;
import io.ibench.workload.WorkloadTrial;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs of io by the real engine, one after the other in one folder. */
final class IoTrial extends WorkloadTrial<IoPlan, IoTrial> {

  static final int PAGE_BYTES = 4096;
  static final int PAGES = 64;

  IoTrial(Database database, RunListener... listeners) {
    super("io", database, listeners);
  }

  /** Opens a folder. */
  static Database open(Path folder) throws DatabaseException {
    return new FilesAdapter().bind(Config.of(Map.of("dir", folder.toString()))).open();
  }

  /**
   * One thread, 64 pages of 4 KB in two files, through the page cache, unless settings differ; 100
   * operations unless {@code io.until} is given.
   */
  static Config config(String steps, String... settings) {
    Map<String, String> defaults = new HashMap<>();
    defaults.put("seed", "7");
    defaults.put("io.files", "2");
    defaults.put("io.size", "256KB");
    defaults.put("io.page", "4KB");
    defaults.put("io.direct", "false");
    defaults.put("fill.threads", "2");
    defaults.put("io.threads", "1");
    if (Arrays.stream(settings).noneMatch(setting -> setting.startsWith("io.until="))) {
      defaults.put("io.operations", "100");
    }
    return config(defaults, steps, settings);
  }

  static IoPlan plan(String steps, String... settings) {
    Config config = config(steps, settings);
    return checked(new IoPlan(config, new Memory(0)), new IoWorkload(), config);
  }

  /** The mistakes of settings, one line each. */
  static List<String> mistakes(String steps, String... settings) {
    Config config = config(steps, settings);
    new IoPlan(config, new Memory(0));
    new IoWorkload().keys().forEach(config::declare);
    return config.problems().stream().map(Problem::toString).toList();
  }

  @Override
  protected IoPlan newPlan(String steps, String... settings) {
    return plan(steps, settings);
  }

  @Override
  protected IoTrial self() {
    return this;
  }

  /** What the workers of all steps have counted. */
  long counted(IoCounter counter) {
    return results().stream()
        .mapToLong(
            result ->
                result.whole().workloadCounters().length == 0
                    ? 0
                    : result.whole().workloadCounters()[counter.ordinal()])
        .sum();
  }

  /** The successes of an operation in all steps. */
  long successes(IoOperation operation) {
    return results().stream()
        .flatMap(result -> result.whole().operations().stream())
        .filter(summary -> summary.operation() == operation.ordinal())
        .mapToLong(OperationSummary::count)
        .sum();
  }
}
