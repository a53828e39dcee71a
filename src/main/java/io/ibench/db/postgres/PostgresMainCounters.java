package io.ibench.db.postgres;

import io.ibench.db.MainCounter;
import java.util.ArrayList;
import java.util.List;

/**
 * The counters of PostgreSQL that explain most; versions before and since 17 name some of them
 * otherwise, so that each has some of them only. Stateless.
 */
final class PostgresMainCounters {

  private static final List<MainCounter> ALWAYS =
      MainCounter.list(
          """
          + pg_stat_database.blks_read blocks read from a file or the system's page cache
          + pg_stat_database.blks_hit blocks found in the shared buffers
          + pg_stat_database.xact_commit transactions that committed
          + pg_stat_database.xact_rollback transactions that rolled back
          + pg_stat_database.tup_returned rows that scans went over
          + pg_stat_database.tup_fetched rows that were fetched by an index
          + pg_stat_database.temp_bytes bytes written to temporary files
          + pg_stat_database.deadlocks deadlocks
          + pg_stat_bgwriter.buffers_alloc buffers taken for another block
          + pg_stat_bgwriter.buffers_clean buffers written by the background writer
          + pg_stat_bgwriter.maxwritten_clean times that the background writer stopped at its limit
          + pg_stat_database.tup_inserted rows inserted
          """);

  private static final List<MainCounter> LOG =
      MainCounter.list(
          """
          + pg_stat_wal.wal_records records written to the log
          + pg_stat_wal.wal_bytes bytes written to the log
          + pg_stat_wal.wal_fpi whole pages in the log, of the first change after a checkpoint
          + pg_stat_wal.wal_buffers_full times that the log was written as its buffers were full
          """);

  private static final List<MainCounter> WRITER =
      MainCounter.list(
          """
          + pg_stat_bgwriter.buffers_checkpoint buffers written by checkpoints
          + pg_stat_bgwriter.buffers_backend buffers that sessions had to write by themselves
          + pg_stat_bgwriter.checkpoints_req checkpoints because of the size of the log, or on request
          + pg_stat_bgwriter.checkpoints_timed checkpoints because it was time
          """);

  private static final List<MainCounter> CHECKPOINTER =
      MainCounter.list(
          """
          + pg_stat_checkpointer.buffers_written buffers written by checkpoints
          + pg_stat_io.client_backend.writes blocks that sessions had to write by themselves
          + pg_stat_checkpointer.num_requested checkpoints because of the size of the log, or on request
          + pg_stat_checkpointer.num_timed checkpoints because it was time
          """);

  private static final List<MainCounter> LOG_BEFORE_14 =
      MainCounter.list("+ pg_current_wal_lsn.bytes bytes written to the log");

  private PostgresMainCounters() {}

  static List<MainCounter> of(PostgresVersion version) {
    List<String> views =
        version.statistics().stream().map(PostgresVersion.Statistics::name).toList();
    List<MainCounter> all = new ArrayList<>(ALWAYS);
    all.addAll(views.contains("pg_stat_wal") ? LOG : LOG_BEFORE_14);
    all.addAll(views.contains("pg_stat_checkpointer") ? CHECKPOINTER : WRITER);
    return List.copyOf(all);
  }
}
