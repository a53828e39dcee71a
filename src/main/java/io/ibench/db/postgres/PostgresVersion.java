package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every difference between versions of PostgreSQL, by {@code server_version}. Immutable.
 *
 * @param text the server's text
 * @param major 0 when the text does not begin with a version
 */
record PostgresVersion(String text, int major) {

  static final String SUPPORTED = "PostgreSQL 13 and later";

  private static final int OLDEST = 13;

  /** Has a view that counts I/O by kind of process. */
  private static final int WITH_IO_VIEW = 16;

  private static final int WITH_CHECKPOINTER_VIEW = 17;

  /** Counts bytes of I/O, and the log's I/O together with all other I/O. */
  private static final int WITH_IO_BYTES = 18;

  /** Counts the bytes of whole pages in the log. */
  private static final int WITH_PAGE_BYTES = 19;

  private static final Pattern LEADING = Pattern.compile("(\\d{1,4})(?:[^\\d].*)?");

  /** Kinds of processes with counters of their own; all others are counted together. */
  private static final String PROCESS =
      "CASE WHEN backend_type IN ('client backend', 'background worker', 'autovacuum worker',"
          + " 'background writer', 'checkpointer', 'io worker')"
          + " THEN replace(backend_type, ' ', '_') ELSE 'others' END";

  static PostgresVersion of(String serverVersion) {
    Matcher matcher = LEADING.matcher(serverVersion.strip());
    return new PostgresVersion(
        serverVersion, matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0);
  }

  boolean isSupported() {
    return major >= OLDEST;
  }

  /**
   * @throws DatabaseException when the version is too old
   */
  void requireSupported() throws DatabaseException {
    if (!isSupported()) {
      throw new DatabaseException(
          FailureKind.FATAL, "the server's version is " + text + "; supported: " + SUPPORTED);
    }
  }

  /**
   * A view of the server's statistics, whose counters only count up.
   *
   * @param name the start of its counters' names
   * @param part SQL for the name of a part, which follows the view's name; empty: no parts
   * @param counters SQL of each counter over the view's columns, by the counter's name
   * @param source the text after FROM
   */
  record Statistics(String name, String part, Map<String, String> counters, String source) {

    private static Statistics of(String view, List<String> columns, String condition) {
      Map<String, String> counters = new LinkedHashMap<>();
      columns.forEach(column -> counters.put(column, column));
      return new Statistics(view, "", counters, view + condition);
    }

    /** Selects a row for each part: its name and the counters in order, or NULL. */
    String question() {
      StringBuilder text = new StringBuilder("SELECT ").append(part.isEmpty() ? "''" : part);
      text.append(" AS part");
      counters.values().forEach(sql -> text.append(", sum(").append(sql).append(")::bigint"));
      return text.append(" FROM ").append(source).append(" GROUP BY 1 ORDER BY 1").toString();
    }
  }

  /** The views with counters of this version. */
  List<Statistics> statistics() {
    List<Statistics> all = new ArrayList<>();
    all.add(
        Statistics.of(
            "pg_stat_database",
            List.of(
                "xact_commit",
                "xact_rollback",
                "blks_read",
                "blks_hit",
                "tup_returned",
                "tup_fetched",
                "tup_inserted",
                "tup_updated",
                "tup_deleted",
                "temp_files",
                "temp_bytes",
                "deadlocks"),
            " WHERE datname = current_database()"));
    all.add(Statistics.of("pg_stat_bgwriter", writerColumns(), ""));
    if (major >= WITH_CHECKPOINTER_VIEW) {
      all.add(Statistics.of("pg_stat_checkpointer", checkpointerColumns(), ""));
    }
    if (major > OLDEST) {
      all.add(Statistics.of("pg_stat_wal", logColumns(), ""));
    }
    if (major >= WITH_IO_VIEW) {
      String part =
          major >= WITH_IO_BYTES
              ? "CASE WHEN object = 'wal' THEN 'wal' ELSE " + PROCESS + " END"
              : PROCESS;
      all.add(new Statistics("pg_stat_io", part, ioCounters(), "pg_stat_io"));
    }
    all.add(
        new Statistics(
            "pg_current_wal_lsn",
            "",
            Map.of("bytes", "position - '0/0'::pg_lsn"),
            "pg_current_wal_lsn() AS position"));
    return all;
  }

  /** The counters of older versions that this one does not have, and what counts instead. */
  List<String> gone() {
    List<String> lines = new ArrayList<>();
    if (major >= WITH_CHECKPOINTER_VIEW) {
      lines.add(
          "pg_stat_bgwriter.checkpoints_timed, .checkpoints_req, .buffers_checkpoint (since 17"
              + " pg_stat_checkpointer.num_timed, .num_requested, .buffers_written)");
      lines.add(
          "pg_stat_bgwriter.buffers_backend, .buffers_backend_fsync (since 17 only"
              + " pg_stat_io.client_backend.writes, .extends, .fsyncs and those of other processes)");
    }
    if (major >= WITH_IO_BYTES) {
      lines.add("pg_stat_wal.wal_write, .wal_sync (since 18 pg_stat_io.wal.writes, .fsyncs)");
    }
    return lines;
  }

  private List<String> writerColumns() {
    if (major >= WITH_CHECKPOINTER_VIEW) {
      return List.of("buffers_clean", "maxwritten_clean", "buffers_alloc");
    }
    return List.of(
        "checkpoints_timed",
        "checkpoints_req",
        "buffers_checkpoint",
        "buffers_clean",
        "maxwritten_clean",
        "buffers_backend",
        "buffers_backend_fsync",
        "buffers_alloc");
  }

  private List<String> checkpointerColumns() {
    return major >= WITH_IO_BYTES
        ? List.of("num_timed", "num_requested", "num_done", "buffers_written", "slru_written")
        : List.of("num_timed", "num_requested", "buffers_written");
  }

  private List<String> logColumns() {
    List<String> columns =
        new ArrayList<>(List.of("wal_records", "wal_fpi", "wal_bytes", "wal_buffers_full"));
    if (major < WITH_IO_BYTES) {
      columns.addAll(List.of("wal_write", "wal_sync"));
    }
    if (major >= WITH_PAGE_BYTES) {
      columns.add("wal_fpi_bytes");
    }
    return columns;
  }

  private Map<String, String> ioCounters() {
    Map<String, String> counters = new LinkedHashMap<>();
    for (String operation : List.of("read", "write", "extend")) {
      counters.put(operation + "s", operation + "s");
      counters.put(
          operation + "_bytes",
          major >= WITH_IO_BYTES ? operation + "_bytes" : operation + "s * op_bytes");
    }
    for (String column : List.of("hits", "evictions", "fsyncs")) {
      counters.put(column, column);
    }
    return counters;
  }
}
