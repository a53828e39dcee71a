package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ibench.db.Description;
import io.ibench.db.ServerCounter;
import io.ibench.db.jdbc.Connections;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What newer versions than this machine's report. They are in the folder that the environment names
 * in IBENCH_TEST_ENGINES; without it the tests are skipped.
 */
@Timeout(300)
@NeedsServer
@Slow
class PostgresOfTodayTest {

  private static PrivatePostgres start(int version) {
    Optional<Path> programs =
        Optional.ofNullable(System.getenv("IBENCH_TEST_ENGINES"))
            .map(cache -> Path.of(cache, "postgres-" + version, "usr/lib/postgresql"))
            .map(folder -> folder.resolve(Integer.toString(version)).resolve("bin"))
            .filter(Files::isDirectory);
    assumeTrue(programs.isPresent(), "IBENCH_TEST_ENGINES has no PostgreSQL " + version);
    return PrivatePostgres.startOf(programs.get());
  }

  private static Map<String, Long> counters(PostgresServerInfo facts) throws SQLException {
    return facts.counters().stream()
        .collect(Collectors.toMap(ServerCounter::name, ServerCounter::value));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 18, 19})
  void everySettingAndCounterIsRead(int version) throws SQLException {
    try (PrivatePostgres server = start(version);
        OwnSchema schema = new OwnSchema(server);
        Connection connection = schema.connect()) {
      PostgresServerInfo facts =
          new PostgresServerInfo(connection, schema.target(), Intermediary.NONE);
      Description said = facts.description();
      List<String> names =
          Connections.column(
              connection, "SELECT name FROM pg_settings WHERE name ~ '^(io|autovacuum)(_|$)'");
      assertThat(said.settings())
          .containsKeys(names.toArray(String[]::new))
          .containsEntry("data_checksums", version >= 18 ? "on" : "off")
          .containsKey("not counted")
          .doesNotContainKey("not readable");
      List<String> missing = new ArrayList<>();
      Map<String, Long> read = counters(facts);
      PostgresVersion.of(said.version()).statistics().stream()
          .filter(view -> !view.name().equals("pg_stat_io"))
          .forEach(
              view ->
                  view.counters().keySet().forEach(name -> missing.add(view.name() + "." + name)));
      missing.removeAll(read.keySet());
      assertThat(missing).isEmpty();
      assertThat(read).containsKeys("pg_stat_io.client_backend.read_bytes");
    }
  }

  /**
   * The bytes of the log agree with the server's own positions, whichever view has them. With
   * checksums the first read after a load writes its pages to the log, which shows in the counters.
   */
  @ParameterizedTest
  @ValueSource(ints = {17, 18, 19})
  void theFirstReadAfterALoadWritesToTheLogWithChecksums(int version) throws SQLException {
    try (PrivatePostgres server = start(version);
        OwnSchema schema = new OwnSchema(server);
        Connection connection = schema.connect()) {
      PostgresServerInfo facts =
          new PostgresServerInfo(connection, schema.target(), Intermediary.NONE);
      execute(connection, "CREATE TABLE t (v text) WITH (autovacuum_enabled = off)");
      execute(connection, "INSERT INTO t SELECT repeat('x', 100) FROM generate_series(1, 50000)");
      execute(connection, "CHECKPOINT");
      long bytes = Long.parseLong(Connections.value(connection, "SELECT pg_relation_size('t')"));
      execute(connection, "SELECT pg_stat_force_next_flush()");
      Map<String, Long> before = counters(facts);
      execute(connection, "SELECT count(*) FROM t");
      execute(connection, "CREATE TABLE flushed ()"); // the end of the log is on disk by now
      execute(connection, "SELECT pg_stat_force_next_flush()");
      Map<String, Long> after = counters(facts);
      long log = grown("pg_current_wal_lsn.bytes", before, after);
      long counted = grown("pg_stat_wal.wal_bytes", before, after);
      if (version >= 18) {
        assertThat(log).isBetween(bytes / 2, bytes * 2);
        assertThat(counted).isBetween(bytes / 2, log);
      } else {
        assertThat(log).isLessThan(bytes / 10);
      }
      if (version >= 19) {
        assertThat(grown("pg_stat_wal.wal_fpi_bytes", before, after)).isBetween(bytes / 2, counted);
      }
    }
  }

  private static long grown(String name, Map<String, Long> before, Map<String, Long> after) {
    return after.get(name) - before.get(name);
  }
}
