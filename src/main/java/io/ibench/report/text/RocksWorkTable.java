package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.List;

/** What RocksDB did within an operation of each step, as its perf contexts count it. Stateless. */
public final class RocksWorkTable {

  private static final double BYTES_PER_KB = 1024;
  private static final double NANOS_PER_MICRO = 1000;

  /**
   * A column.
   *
   * @param counter RocksDB's name of it, without the prefix
   * @param unit so many of the counter are 1 in the table
   */
  private record Work(String above, String name, String counter, double unit, String definition) {

    TableColumn head() {
      return new TableColumn(
          above, name, definition + " Per operation; RocksDB calls it " + counter + ".", false);
    }

    double of(Step step) {
      Number counted = step.whole().serverCounters().get("rocksdb.perf." + counter);
      return counted == null
          ? Double.NaN
          : counted.doubleValue() / unit / RocksWorkTable.operations(step);
    }

    boolean isIn(Step step) {
      return of(step) > 0;
    }
  }

  private static final List<Work> ALL =
      List.of(
          count("keys", "cmp", "user_key_comparison_count", "Keys that were compared."),
          count("cache", "hits", "block_cache_hit_count", "Blocks that the block cache had."),
          count("block", "reads", "block_read_count", "Blocks that were read from files."),
          new Work(
              "block", "KB", "block_read_byte", BYTES_PER_KB, "KB of the blocks that were read."),
          count("mem", "gets", "get_from_memtable_count", "Memtables that gets asked."),
          count("files", "read", "bloom_sst_hit_count", "Files whose filter let a get read."),
          count("files", "spared", "bloom_sst_miss_count", "Files whose filter spared a read."),
          count("", "seeks", "seek_child_seek_count", "Files and levels that seeks went into."),
          count("keys", "passed", "internal_key_skipped_count", "Keys that iterators passed."),
          count(
              "dels", "passed", "internal_delete_skipped_count", "Deletes that iterators passed."),
          time("read", "block_read_time", "Reads of blocks."),
          time("mem get", "get_from_memtable_time", "Gets in memtables."),
          time("file get", "get_from_output_files_time", "Gets in files."),
          time("WAL", "write_wal_time", "Writes of the log."),
          time("put", "write_memtable_time", "Writes into memtables."),
          time("delay", "write_delay_time", "Writes that RocksDB delayed."));

  private RocksWorkTable() {}

  private static Work count(String above, String name, String counter, String definition) {
    return new Work(above, name, counter, 1, definition);
  }

  private static Work time(String above, String counter, String definition) {
    return new Work(above, "us", counter, NANOS_PER_MICRO, definition + " Unit: us.");
  }

  /** Those of the table's threads, with a writer's beside readers; or its rows while it loads. */
  private static double operations(Step step) {
    double writes = step.unit() == Unit.ROWS ? 0 : step.counted(Figure.IPS);
    return step.costedOperations() + (writes > 0 ? writes : 0);
  }

  /** Empty on other products. A column of zeros is left out. */
  public static Table of(RunReport run) {
    List<Step> steps =
        run.steps().stream()
            .filter(step -> step.unit() != Unit.NONE)
            .filter(step -> ALL.stream().anyMatch(work -> work.isIn(step)))
            .toList();
    List<Work> shown = ALL.stream().filter(work -> steps.stream().anyMatch(work::isIn)).toList();
    return new Columns<Step>()
        .text("step", Step::title)
        .addAll(shown, Work::head, (step, work) -> NumberText.figure(work.of(step)))
        .table("RocksDB's work per operation", steps);
  }
}
