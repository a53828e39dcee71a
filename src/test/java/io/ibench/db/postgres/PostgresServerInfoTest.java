package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Description;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Connections;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a real server reports to a superuser and to a role without rights. */
@Timeout(300)
@NeedsServer
class PostgresServerInfoTest {

  private static final List<Table> TABLES = List.of(table("plain"), table("divided"));

  private final PrivatePostgres server = Servers.requirePostgres();
  private OwnSchema schema;
  private Connection connection;

  private static Table table(String name) {
    return new Table(
        name, List.of(Column.number("id", ColumnType.LONG)), List.of("id"), false, List.of());
  }

  @BeforeEach
  void open() throws SQLException {
    schema = new OwnSchema(server);
    connection = schema.connect();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    schema.close();
  }

  private PostgresServerInfo facts() {
    return new PostgresServerInfo(connection, schema.target(), Intermediary.NONE);
  }

  @Test
  void describesTheServerInItsOwnWords() throws SQLException {
    Description said = facts().description();
    assertThat(said.name()).isEqualTo("postgres");
    assertThat(said.product()).isEqualTo("PostgreSQL");
    assertThat(PostgresVersion.of(said.version()).isSupported()).isTrue();
    assertThat(said.engine()).isEqualTo("heap");
    assertThat(said.driver()).matches("PostgreSQL JDBC Driver 42\\.[\\d.]+");
    assertThat(said.durability())
        .startsWith("synchronous_commit=on, fsync=on, full_page_writes=on, wal_sync_method=");
    assertThat(said.isolation()).isEqualTo("read committed");
    assertThat(said.settings())
        .containsEntry("shared_buffers", "64MB")
        .containsEntry("autovacuum", "on")
        .containsEntry("checkpoint_timeout", "5min")
        .containsKeys("data_checksums", "max_wal_size", "jit", "plan_cache_mode")
        .doesNotContainKeys("not readable", "synchronous_commit", "data_directory");
    assertThat(said.warnings()).isEmpty();
  }

  /** A new version's settings of these kinds are not forgotten. */
  @Test
  void recordsAllSettingsOfAutovacuumAndOfIo() throws SQLException {
    List<String> names =
        Connections.column(
            connection,
            "SELECT name FROM pg_settings WHERE name ~ '^(io|autovacuum)(_|$)'"
                + " OR name IN ('data_checksums', 'wal_log_hints')");
    assertThat(facts().description().settings()).containsKeys(names.toArray(String[]::new));
  }

  /** It writes no log of its own. */
  @Test
  void saysThatTheServerIsAStandbyAndWhatItDoesNotCount() throws SQLException {
    try (PrivatePostgres own = PrivatePostgres.start()) {
      own.restartAsStandby();
      try (Connection standby = own.connect()) {
        PostgresServerInfo facts =
            new PostgresServerInfo(standby, schema.target(), Intermediary.NONE);
        Description said = facts.description();
        assertThat(said.warnings()).hasSize(1).first().asString().contains("is a standby");
        assertThat(said.settings().get("not readable"))
            .contains("pg_current_wal_lsn: ")
            .contains("recovery is in progress");
        assertThat(names(facts.counters()))
            .contains("pg_stat_database.xact_commit")
            .doesNotContain("pg_current_wal_lsn.bytes");
      }
    }
  }

  @Test
  void warnsOfUnloggedTables() throws SQLException {
    PostgresTarget unlogged =
        schema.target(server.user(), server.password(), OwnSchema.storage(true));
    Description said =
        new PostgresServerInfo(connection, unlogged, Intermediary.NONE).description();
    assertThat(said.durability()).endsWith(", unlogged tables");
    assertThat(said.warnings()).hasSize(1).first().asString().contains("a crash empties them");
  }

  @Test
  void saysWhatARoleWithoutRightsCannotRead() throws SQLException {
    schema.createRole("reader");
    PostgresTarget target = schema.target("reader", "reader", OwnSchema.storage(false));
    try (Connection limited = target.settings().connect()) {
      PostgresServerInfo facts = new PostgresServerInfo(limited, target, Intermediary.NONE);
      assertThat(facts.description().settings().get("not readable"))
          .isEqualTo("data_directory (GRANT pg_monitor to the role)");
      assertThat(facts.location().directories()).isEmpty();
      assertThat(facts.location().pid()).hasValue(server.pid());
      assertThat(names(facts.counters())).containsExactlyElementsOf(names(facts().counters()));
    } finally {
      schema.dropRole("reader");
    }
  }

  @Test
  void leavesOutWhatTheServerRefusesToCount() throws SQLException {
    schema.execute("CREATE VIEW pg_stat_bgwriter AS SELECT * FROM pg_catalog.pg_stat_bgwriter");
    schema.createRole("outsider");
    PostgresTarget target = schema.target("outsider", "outsider", OwnSchema.storage(false));
    try (Connection limited = target.settings().connect();
        var statement = limited.createStatement()) {
      // Found before the server's own view of this name, which everybody may read.
      statement.execute("SET search_path = " + schema.name() + ", pg_catalog");
      PostgresServerInfo facts = new PostgresServerInfo(limited, target, Intermediary.NONE);
      assertThat(facts.description().settings().get("not readable"))
          .contains("pg_stat_bgwriter: ")
          .contains("permission denied");
      assertThat(names(facts.counters()))
          .contains("pg_stat_database.xact_commit", "pg_current_wal_lsn.bytes")
          .noneMatch(name -> name.startsWith("pg_stat_bgwriter"));
    } finally {
      schema.dropRole("outsider");
    }
  }

  private static List<String> names(List<ServerCounter> counters) {
    return counters.stream().map(ServerCounter::name).toList();
  }

  private static Map<String, Long> values(List<ServerCounter> counters) {
    return counters.stream().collect(Collectors.toMap(ServerCounter::name, ServerCounter::value));
  }

  @Test
  void countsWhatTheServerDoes() throws SQLException {
    List<ServerCounter> before = facts().counters();
    assertThat(before).allMatch(ServerCounter::rising);
    assertThat(names(before)).doesNotHaveDuplicates().contains("pg_stat_wal.wal_bytes");
    schema.execute("CREATE TABLE plain AS SELECT generate_series(1, 10000) AS id");
    List<ServerCounter> after = facts().counters();
    assertThat(names(after)).isEqualTo(names(before));
    assertThat(values(after).get("pg_current_wal_lsn.bytes"))
        .isGreaterThan(values(before).get("pg_current_wal_lsn.bytes") + 500_000);
  }

  @Test
  void findsThePostmasterAndItsFolders() throws SQLException {
    ServerLocation place = facts().location();
    assertThat(place.host()).isEqualTo("127.0.0.1");
    assertThat(place.pid()).hasValue(server.pid());
    assertThat(place.processNames()).contains("postgres");
    assertThat(place.withChildren()).isTrue();
    assertThat(place.embedded()).isFalse();
    Path data = server.socket().resolveSibling("data");
    assertThat(place.directories()).containsExactly(data);
    assertThat(place.pidFile()).hasValue(data.resolve("postmaster.pid"));
  }

  private long size(String... tables) throws SQLException {
    List<Table> wanted = TABLES.stream().filter(t -> List.of(tables).contains(t.name())).toList();
    return facts().size(wanted).bytes().orElseThrow();
  }

  @Test
  void addsUpPartitionsIndexesAndLongValues() throws SQLException {
    schema.execute("CREATE TABLE plain (id bigint PRIMARY KEY, data bytea)");
    schema.execute("CREATE TABLE divided (LIKE plain INCLUDING ALL) PARTITION BY RANGE (id)");
    schema.execute("CREATE TABLE low PARTITION OF divided FOR VALUES FROM (0) TO (500)");
    schema.execute("CREATE TABLE high PARTITION OF divided FOR VALUES FROM (500) TO (MAXVALUE)");
    long empty = size("plain");
    assertThat(size("divided")).isEqualTo(2 * empty);
    String rows = "SELECT id, '\\x00' FROM generate_series(1, 999) AS id";
    schema.execute("INSERT INTO plain " + rows);
    schema.execute("INSERT INTO divided " + rows);
    assertThat(size("plain")).isGreaterThan(empty + 40_000);
    assertThat(size("divided")).isGreaterThan(2 * empty + 40_000);
    assertThat(size("plain", "divided")).isEqualTo(size("plain") + size("divided"));
    assertThat(facts().size(TABLES).source()).isEqualTo("pg_total_relation_size");
  }

  @Test
  void knowsNoSizeOfTablesThatAreNotThere() throws SQLException {
    Size size = facts().size(TABLES);
    assertThat(size.bytes()).isEmpty();
    assertThat(size.source()).isEqualTo("the server has none of the tables");
  }
}
