package io.ibench.report.store;

import io.ibench.measure.RunListener;
import io.ibench.report.figures.RunInfo;
import java.nio.file.Path;
import java.util.Optional;

/** Writes files in the format of a benchmark's original client, for tools that read them. */
public interface UpstreamFiles extends RunListener, AutoCloseable {

  /** The workload whose original is db_bench. */
  String KEY_VALUE = "kv";

  /**
   * The files of the run's workload.
   *
   * @param folder an empty one
   */
  static UpstreamFiles of(Path folder, RunInfo run) {
    return run.workload().equals(KEY_VALUE)
        ? new DbBenchReport(folder, run)
        : new UpstreamFolder(folder, run);
  }

  /** Why the files are incomplete, if they are. */
  Optional<String> failure();

  @Override
  void close();
}
