package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lives of servers of MariaDB, with InnoDB and MyRocks, and of PostgreSQL. */
@NeedsServer
@AlsoAsRoot
class RealServersTest {

  @TempDir private Path temporary;

  /** The users mysql and postgres must be able to enter it. */
  @BeforeEach
  void open() throws Exception {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ServerLife life(ServerProduct product, Map<String, String> conf) throws ServerException {
    return ServerLife.plan(
        product,
        ServerSpec.of(product.name(), conf),
        temporary.resolve(product.name()),
        "the test",
        "cell",
        "secret");
  }

  private static Map<String, String> options(String... pairs) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      options.put(pairs[i], pairs[i + 1]);
    }
    return options;
  }

  private void livesAndLeavesNothing(ServerProduct product, Map<String, String> conf)
      throws Exception {
    ServerLife life = life(product, conf);
    life.prepare();
    life.start();
    List<ReadBack> readBack = life.check();
    assertThat(readBack).extracting(ReadBack::option).containsExactlyElementsOf(conf.keySet());
    assertThat(life.pid()).isPresent();
    long pid = life.pid().getAsLong();
    assertThat(life.stop().clean()).isTrue();
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    life.remove();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void innodb() throws Exception {
    Servers.requireMariadb();
    livesAndLeavesNothing(
        new MariadbServers(),
        options(
            "innodb_buffer_pool_size", "64M",
            "innodb_log_file_size", "16M",
            "innodb_flush_method", "O_DIRECT",
            "log_bin", "binlog",
            "sync_binlog", "0",
            "innodb_page_size", "8K",
            "skip_log_slave_updates", "",
            "innodb_max_dirty_pages_pct", "80",
            "sql_mode", "NO_ENGINE_SUBSTITUTION,STRICT_TRANS_TABLES",
            "tmp_table_size", "1G"));
  }

  @Test
  void myrocks() throws Exception {
    Servers.requireMyRocks();
    livesAndLeavesNothing(
        new MariadbServers(),
        options(
            "plugin_load_add", "ha_rocksdb",
            "rocksdb_block_cache_size", "32M",
            "rocksdb_deadlock_detect", "ON",
            "rocksdb_default_cf_options",
                "write_buffer_size=8m;target_file_size_base=8m;compression=kNoCompression"));
  }

  @Test
  void postgres() throws Exception {
    Servers.requirePostgres();
    livesAndLeavesNothing(
        new PostgresServers(),
        options(
            "shared_buffers", "16384",
            "checkpoint_timeout", "30s",
            "max_wal_size", "64MB",
            "full_page_writes", "off",
            "wal_compression", "on",
            "synchronous_commit", "off",
            "checkpoint_completion_target", "0.5"));
  }

  @Test
  void sqlite() throws Exception {
    enginesInTheClient(new SqliteServers(), "SQLite 3.", "file");
  }

  @Test
  void rocksdb() throws Exception {
    enginesInTheClient(new RocksdbServers(), "RocksDB", "dir");
  }

  @Test
  void files() throws Exception {
    enginesInTheClient(new FilesServers(), "plain files", "dir");
  }

  private void enginesInTheClient(ServerProduct product, String version, String key)
      throws Exception {
    ServerLife life = life(product, Map.of());
    assertThat(life.server().installed().version()).startsWith(version);
    life.prepare();
    life.start();
    assertThat(life.check()).isEmpty();
    assertThat(Path.of(life.access().settings().get(key)).getParent()).isDirectory();
    life.stop();
    life.remove();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void anOptionThatTheServerChangesIsAFailureThatNamesBothValues() throws Exception {
    Servers.requireMariadb();
    ServerLife life = life(new MariadbServers(), options("innodb_log_file_size", "2M"));
    life.prepare();
    life.start();
    assertThatThrownBy(life::check)
        .hasMessage("innodb_log_file_size: asked for 2M, the server has 4194304");
    life.stop();
    life.remove();
  }

  @Test
  void anUnknownOptionIsAFailureWithTheEndOfTheLog() throws Exception {
    Servers.requirePostgres();
    ServerLife life = life(new PostgresServers(), options("shared_bufers", "16MB"));
    life.prepare();
    life.start();
    assertThatThrownBy(life::check)
        .isInstanceOfSatisfying(
            ServerException.class,
            e ->
                assertThat(String.join("\n", e.details()))
                    .contains("unrecognized configuration parameter \"shared_bufers\""));
    life.stop();
    life.remove();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aCopyOfTheDataServesAnotherServer() throws Exception {
    Servers.requirePostgres();
    ServerLife golden = life(new PostgresServers(), Map.of());
    golden.prepare();
    golden.start();
    golden.check();
    golden.stop();
    ServerLife copy =
        ServerLife.plan(
            new PostgresServers(),
            ServerSpec.of("postgres", Map.of()),
            temporary.resolve("copy"),
            "the test",
            "copy",
            "secret");
    copy.prepareFrom(golden.server().data(), false);
    copy.start();
    assertThat(copy.check()).isEmpty();
    copy.stop();
    copy.remove();
    golden.remove();
  }

  @Test
  void limitsHoldInTheServersOwnGroup() throws Exception {
    Servers.requireMariadb();
    assumeThat(Files.isWritable(Path.of("/sys/fs/cgroup/memory")))
        .as("control groups of version 1, and root")
        .isTrue();
    ResourceLimits limits =
        new ResourceLimits(
            OptionalLong.of(400L << 20),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.of(50L << 20),
            Optional.of("0"),
            Optional.empty());
    ServerSpec spec =
        ServerSpecBuilder.builder(ServerSpec.of("mariadb", Map.of())).limits(limits).build();
    Path folder = temporary.resolve("limited");
    ServerLife life =
        ServerLife.plan(new MariadbServers(), spec, folder, "the test", "cell", "secret");
    life.prepare();
    life.start();
    life.check();
    List<Path> groups =
        Files.readAllLines(folder.resolve(ControlGroups.FILE)).stream().map(Path::of).toList();
    String pid = Long.toString(life.pid().getAsLong());
    assertThat(groups).hasSize(2);
    for (Path group : groups) {
      assertThat(Files.readAllLines(group.resolve("cgroup.procs"))).containsExactly(pid);
    }
    assertThat(groups.get(0).resolve("memory.limit_in_bytes")).hasContent("419430400");
    life.stop();
    life.remove();
    assertThat(groups).noneMatch(Files::exists);
  }

  @Test
  void anotherIbenchEndsTheServerOfADeadOne() throws Exception {
    Servers.requireMariadb();
    ServerLife life = life(new MariadbServers(), Map.of());
    life.prepare();
    life.start();
    life.check();
    long pid = life.pid().getAsLong();
    Path folder = life.server().folder();
    assertThatThrownBy(() -> ServerLife.cleanUp(folder)).hasMessageContaining("in use");
    life.close(); // as when ibench is killed
    assertThat(ServerLife.cleanUp(folder)).contains("process " + pid);
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(folder).doesNotExist();
  }
}
