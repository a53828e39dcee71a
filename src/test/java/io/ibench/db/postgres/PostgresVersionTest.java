package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.postgres.PostgresVersion.Statistics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from the version that a server reports. */
class PostgresVersionTest {

  private static final Pattern WORD = Pattern.compile("[a-z_]+");
  private static final Pattern LITERAL = Pattern.compile("'[^']*'");

  /** The words of the queries besides columns and names of views. */
  private static final Set<String> NO_COLUMNS =
      Set.of("sum", "bigint", "part", "replace", "current_database", "pg_lsn", "position");

  private static final String DATABASE =
      "datid datname numbackends xact_commit xact_rollback blks_read blks_hit tup_returned"
          + " tup_fetched tup_inserted tup_updated tup_deleted conflicts temp_files temp_bytes"
          + " deadlocks checksum_failures checksum_last_failure blk_read_time blk_write_time"
          + " stats_reset";
  private static final String SESSIONS =
      " session_time active_time idle_in_transaction_time sessions sessions_abandoned"
          + " sessions_fatal sessions_killed";
  private static final String WRITER = "buffers_clean maxwritten_clean buffers_alloc stats_reset";
  private static final String FORMER_WRITER =
      WRITER
          + " checkpoints_timed checkpoints_req checkpoint_write_time checkpoint_sync_time"
          + " buffers_checkpoint buffers_backend buffers_backend_fsync";
  private static final String CHECKPOINTER =
      "num_timed num_requested restartpoints_timed restartpoints_req restartpoints_done write_time"
          + " sync_time buffers_written stats_reset";
  private static final String LOG = "wal_records wal_fpi wal_bytes wal_buffers_full stats_reset";
  private static final String FORMER_LOG = LOG + " wal_write wal_sync wal_write_time wal_sync_time";
  private static final String IO =
      "backend_type object context reads read_time writes write_time writebacks writeback_time"
          + " extends extend_time hits evictions reuses fsyncs fsync_time stats_reset";

  private static final String BYTES = " read_bytes write_bytes extend_bytes";

  /** The columns of each version's views, as its documentation lists them. */
  private static final Map<Integer, Map<String, String>> VIEWS =
      Map.of(
          13, Map.of("pg_stat_database", DATABASE, "pg_stat_bgwriter", FORMER_WRITER),
          14, former(),
          15, former(),
          16,
              Map.of(
                  "pg_stat_database",
                  DATABASE + SESSIONS,
                  "pg_stat_bgwriter",
                  FORMER_WRITER,
                  "pg_stat_wal",
                  FORMER_LOG,
                  "pg_stat_io",
                  IO + " op_bytes"),
          17,
              Map.of(
                  "pg_stat_database", DATABASE + SESSIONS,
                  "pg_stat_bgwriter", WRITER,
                  "pg_stat_checkpointer", CHECKPOINTER,
                  "pg_stat_wal", FORMER_LOG,
                  "pg_stat_io", IO + " op_bytes"),
          18,
              Map.of(
                  "pg_stat_database",
                      DATABASE + SESSIONS + " parallel_workers_to_launch parallel_workers_launched",
                  "pg_stat_bgwriter", WRITER,
                  "pg_stat_checkpointer", CHECKPOINTER + " num_done slru_written",
                  "pg_stat_wal", LOG,
                  "pg_stat_io", IO + BYTES),
          19,
              Map.of(
                  "pg_stat_database",
                      DATABASE + SESSIONS + " parallel_workers_to_launch parallel_workers_launched",
                  "pg_stat_bgwriter", WRITER,
                  "pg_stat_checkpointer", CHECKPOINTER + " num_done slru_written",
                  "pg_stat_wal", LOG + " wal_fpi_bytes",
                  "pg_stat_io", IO + BYTES));

  private static Map<String, String> former() {
    return Map.of(
        "pg_stat_database", DATABASE + SESSIONS,
        "pg_stat_bgwriter", FORMER_WRITER,
        "pg_stat_wal", FORMER_LOG);
  }

  private static PostgresVersion version(int major) {
    return PostgresVersion.of(major + ".1");
  }

  @ParameterizedTest
  @CsvSource({
    "15.18 (Debian 15.18-0+deb12u1), 15, true",
    "18.0, 18, true",
    "17beta1, 17, true",
    "19devel, 19, true",
    "16rc1 (Ubuntu 16~rc1-1), 16, true",
    "14.9 - Aurora, 14, true",
    "15.2-YB-2.25.0.0-b0, 15, true",
    "13.0, 13, true",
    "13, 13, true",
    "12.20, 12, false",
    "11.2-YB-2.20.1.0-b0, 11, false",
    "9.6.24, 9, false",
    "'', 0, false",
    "unknown, 0, false"
  })
  void readsTheMajorVersion(String text, int major, boolean supported) {
    PostgresVersion version = PostgresVersion.of(text);
    assertThat(version.major()).isEqualTo(major);
    assertThat(version.isSupported()).isEqualTo(supported);
  }

  @Test
  void refusesWhatIsTooOldInOneLine() throws DatabaseException {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> PostgresVersion.of("12.20 (Ubuntu 12.20-1)").requireSupported())
        .withMessage(
            "the server's version is 12.20 (Ubuntu 12.20-1); supported: PostgreSQL 13 and later")
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.FATAL));
    PostgresVersion.of("13.0").requireSupported();
  }

  @ParameterizedTest
  @ValueSource(ints = {13, 14, 15, 16, 17, 18, 19})
  void theMainCountersAreAmongThoseOfTheVersion(int major) {
    List<String> told =
        version(major).statistics().stream()
            .flatMap(
                one ->
                    one.counters().keySet().stream()
                        .map(name -> one.name() + (one.part().isEmpty() ? "." : ".*.") + name))
            .toList();
    assertThat(PostgresMainCounters.of(version(major)))
        .hasSizeLessThanOrEqualTo(20)
        .extracting(one -> one.name().replace(".client_backend.", ".*."))
        .isSubsetOf(told);
  }

  @ParameterizedTest
  @ValueSource(ints = {13, 14, 15, 16, 17, 18, 19})
  void asksForNoColumnThatTheVersionDoesNotHave(int major) {
    for (Statistics one : version(major).statistics()) {
      Set<String> known = new HashSet<>(NO_COLUMNS);
      known.add(one.name());
      known.addAll(List.of(VIEWS.get(major).getOrDefault(one.name(), "").split(" ")));
      Matcher words = WORD.matcher(LITERAL.matcher(one.question()).replaceAll(""));
      assertThat(words.results().map(MatchResult::group).toList())
          .as(one.question())
          .isNotEmpty()
          .allSatisfy(word -> assertThat(known).contains(word));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {13, 14, 15, 16, 17, 18, 19})
  void asksEveryViewThatTheVersionHas(int major) {
    Set<String> asked =
        version(major).statistics().stream().map(Statistics::name).collect(Collectors.toSet());
    assertThat(asked).containsAll(VIEWS.get(major).keySet()).contains("pg_current_wal_lsn");
    assertThat(asked).hasSize(VIEWS.get(major).size() + 1);
  }

  /** A name that a reader knows from an older version never just disappears. */
  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18, 19})
  void namesEachCounterThatIsGone(int major) {
    Set<String> gone = names(version(13));
    for (int older = 14; older < major; older++) {
      gone.addAll(names(version(older)));
    }
    gone.removeAll(names(version(major)));
    String lines = String.join("; ", version(major).gone());
    for (String name : gone) {
      assertThat(lines)
          .contains(name.substring(0, name.indexOf('.')))
          .containsPattern("\\." + name.substring(name.indexOf('.') + 1) + "\\b");
    }
    assertThat(lines.isEmpty()).isEqualTo(gone.isEmpty());
  }

  private static Set<String> names(PostgresVersion version) {
    return version.statistics().stream()
        .flatMap(view -> view.counters().keySet().stream().map(name -> view.name() + "." + name))
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void countsTheBytesOfWholePagesWhereTheServerDoes() {
    assertThat(names(version(19))).contains("pg_stat_wal.wal_fpi_bytes");
    assertThat(names(version(18))).doesNotContain("pg_stat_wal.wal_fpi_bytes");
  }

  /** Bytes were counted as operations of a fixed size before they had their own columns. */
  @Test
  void countsBytesByTheSameNamesInEveryVersion() {
    assertThat(io(17).counters()).containsEntry("read_bytes", "reads * op_bytes");
    assertThat(io(18).counters()).containsEntry("read_bytes", "read_bytes");
    assertThat(io(16).counters().keySet()).containsExactlyElementsOf(io(18).counters().keySet());
  }

  /**
   * Version 18 also counts writes of the log there, which would be mistaken for those of tables.
   */
  @Test
  void keepsTheLogApartFromTables() {
    assertThat(io(18).question()).contains("WHEN object = 'wal' THEN 'wal'");
    assertThat(io(17).question()).doesNotContain("'wal'");
  }

  private static Statistics io(int major) {
    List<Statistics> found =
        version(major).statistics().stream()
            .filter(one -> one.name().equals("pg_stat_io"))
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "'PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu', false, PostgreSQL",
    "'PostgreSQL 14.9 on x86_64-pc-linux-gnu, compiled by x86_64', true, Aurora (PostgreSQL)",
    "'PostgreSQL 15.4 (EnterpriseDB Advanced Server 15.4.0) on x86_64', false,"
        + " EnterpriseDB (PostgreSQL)",
    "'PostgreSQL 15.2-YB-2.25.0.0-b0 on x86_64', false, YugabyteDB (PostgreSQL)",
    "'CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu)', false, CockroachDB (PostgreSQL)",
    "'PostgreSQL 12.12 (Greenplum Database 7.1.0 build)', false, Greenplum (PostgreSQL)"
  })
  void namesTheProduct(String version, boolean aurora, String product) {
    assertThat(PostgresProduct.of(version, aurora)).isEqualTo(product);
  }
}
