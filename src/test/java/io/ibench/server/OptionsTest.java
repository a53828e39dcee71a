package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.Config;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options: how they are written, refused, read back and compared. */
class OptionsTest {

  private static final ServerProduct MARIADB = new MariadbServers();
  private static final ServerProduct POSTGRES = new PostgresServers();

  @TempDir private Path temporary;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "innodb_log_file_size; 16M; 16777216; true",
        "innodb_log_file_size; 2M; 4194304; false",
        "innodb_buffer_pool_size; 1.5G; 1610612736; true",
        "innodb_max_dirty_pages_pct; 80; 80.000000; true",
        "innodb_doublewrite; 0; OFF; true",
        "innodb_doublewrite; ON; OFF; false",
        "skip_name_resolve; ''; ON; true",
        "innodb_flush_log_at_trx_commit; 2; 1; false",
        "innodb_flush_method; o_direct; O_DIRECT; true",
        "sql_mode; A,B; B,A; true",
        "sql_mode; A,B; B,A,C; false",
        "optimizer_switch; mrr=on; index_merge=on,mrr=on; true",
        "optimizer_switch; mrr=on; index_merge=on,mrr=off; false",
        "plugin_load_add; ha_rocksdb; auth_x.so,ha_rocksdb.so; true",
        "plugin_load_add; ha_rocksdb; auth_x.so; false",
        "log_bin; binlog; ON; true",
        "log_bin; binlog; OFF; false",
        "innodb_undo_directory; ./undo; /data/x/undo/; true",
        "innodb_undo_directory; ./undo; /data/x/redo/; false"
      })
  void valuesOfMariadbAreEqualInAnyUnit(String option, String asked, String has, boolean expected) {
    assertThat(MARIADB.isEqual(option, asked, has)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "shared_buffers; 128MB; 128MB (16384 x 8kB); true",
        "shared_buffers; 16384; 128MB (16384 x 8kB); true",
        "shared_buffers; 131072kB; 128MB (16384 x 8kB); true",
        "shared_buffers; 64MB; 128MB (16384 x 8kB); false",
        "checkpoint_timeout; 300; 5min (300 x s); true",
        "checkpoint_timeout; 300s; 5min (300 x s); true",
        "checkpoint_timeout; 30s; 5min (300 x s); false",
        "full_page_writes; false; off; true",
        "full_page_writes; on; off; false",
        "wal_compression; on; pglz; true",
        "wal_compression; lz4; pglz; false",
        "random_page_cost; 1.1; 1.10; true"
      })
  void valuesOfPostgresAreEqualInAnyUnit(
      String option, String asked, String has, boolean expected) {
    assertThat(POSTGRES.isEqual(option, asked, has)).isEqualTo(expected);
  }

  @Test
  void optionsThatAreNoVariablesAreReadElsewhere() {
    Map<String, String> variables = Map.of("log_bin", "OFF", "tx_isolation", "READ-COMMITTED");
    assertThat(MysqlFamily.value("skip-log-bin", variables, "")).contains("ON");
    assertThat(MysqlFamily.value("transaction_isolation", variables, ""))
        .contains("READ-COMMITTED");
    assertThat(MysqlFamily.value("plugin_load_add", variables, "ha_rocksdb.so"))
        .contains("ha_rocksdb.so");
    assertThat(MysqlFamily.value("no_such_option", variables, "")).isEmpty();
  }

  @Test
  void refusesAllOptionsThatLeaveTheFoldersOrAreIbenchsOwn() throws Exception {
    Map<String, String> conf = new LinkedHashMap<>();
    conf.put("port", "3306");
    conf.put("innodb_log_group_home_dir", "/fast/redo");
    conf.put("innodb_undo_directory", "../undo");
    conf.put("innodb_data_file_path", "ibdata1:12M;/big/ibdata2:1G");
    conf.put("tmpdir", "/tmp");
    conf.put("log_bin", "binlog");
    ServerSpec spec = ServerSpec.of("mariadb", conf);
    assertThat(MARIADB.mistakes(spec))
        .extracting(line -> line.replaceAll("(: leaves| = |: ibench).*", ""))
        .containsExactly(
            "conf.port",
            "conf.innodb_log_group_home_dir",
            "conf.innodb_undo_directory",
            "conf.innodb_data_file_path",
            "conf.tmpdir");
  }

  @Test
  void aSizeWithABIsToldInTheProductsUnits() {
    ServerSpec spec = ServerSpec.of("mariadb", Map.of("innodb_buffer_pool_size", "1gb"));
    assertThat(MARIADB.mistakes(spec))
        .containsExactly(
            "conf.innodb_buffer_pool_size: MariaDB writes sizes with K, M, G, T or P, without B;"
                + " write 1G");
  }

  private ServerInstance instance(
      ServerProduct product, Installed installed, Map<String, String> conf) {
    Path folder = Path.of("/x/server");
    return new ServerInstance(
        "cell",
        ServerSpec.of(product.name(), conf),
        installed,
        folder,
        folder.resolve("data"),
        folder.resolve("data"),
        20001,
        "secret",
        Optional.of("mysql"));
  }

  @Test
  void theUsersOptionsReplaceAndRemoveThoseOfIbench() {
    Map<String, String> conf = new LinkedHashMap<>();
    conf.put("innodb_buffer_pool_load_at_startup", "ON");
    conf.put("skip_name_resolve", ServerSpec.REMOVED);
    conf.put("init_connect", "set @a = '#'");
    assertThat(MARIADB.configuration(instance(MARIADB, new Installed("MariaDB", Map.of()), conf)))
        .isEqualTo(
            """
            [mysqld]
            innodb_buffer_pool_dump_at_shutdown = OFF
            innodb_buffer_pool_load_at_startup = ON
            init_connect = "set @a = '#'"
            # the place of this server
            datadir = /x/server/data
            tmpdir = /x/server/tmp
            socket = server.sock
            pid_file = server.pid
            bind_address = 127.0.0.1
            port = 20001
            secure_file_priv=
            """);
  }

  @Test
  void mysqlMakesItsDataAsItsVersionDoes() throws Exception {
    MysqlServers mysql = new MysqlServers();
    Path home = Files.createDirectories(temporary.resolve("my56/scripts")).getParent();
    Path installer = Files.createFile(home.resolve("scripts/mysql_install_db"));
    assertThat(installer.toFile().setExecutable(true)).isTrue();
    ServerSpec spec =
        ServerSpecBuilder.builder(ServerSpec.of("mysql", Map.of()))
            .folders(new ServerSpec.Folders(Optional.of(home), Optional.empty(), Optional.empty()))
            .build();
    Path server = home.resolve("bin/mysqld");
    Installed old =
        new MysqlServers()
            .of(server, server + "  Ver 5.6.36 for Linux on x86_64 (MySQL GPL)", spec);
    assertThat(old.version()).isEqualTo("MySQL 5.6.36");
    assertThat(mysql.initialization(instance(mysql, old, Map.of())).get(0).words())
        .startsWith(installer.toString())
        .contains("--basedir=" + home);
    assertThat(mysql.initStatements(instance(mysql, old, Map.of())))
        .anyMatch(sql -> sql.startsWith("GRANT ALL") && sql.contains("IDENTIFIED BY"));
    Installed recent =
        new MysqlServers().of(server, "mysqld  Ver 8.0.36 for Linux on x86_64", spec);
    assertThat(mysql.initialization(instance(mysql, recent, Map.of())).get(0).words())
        .contains("--initialize-insecure", "--defaults-file=/x/server/server.cnf")
        .noneMatch(word -> word.contains("init-file"));
    assertThatThrownBy(() -> new MysqlServers().of(server, "Ver 10.11.1-MariaDB", spec))
        .hasMessageContaining("is no MySQL");
  }

  /** Its data is made with no user to make yet, its files are nowhere else, and it has one port. */
  @Test
  void mysqlStaysInItsFolder() throws Exception {
    MysqlServers mysql = new MysqlServers();
    Path program = Path.of("/opt/mysql/bin/mysqld");
    Installed installed = new Installed("MySQL 9.7.4", Map.of("mysqld", program));
    ServerInstance server = instance(mysql, installed, Map.of());

    assertThat(mysql.configuration(server).lines())
        .contains("secure_file_priv=", "loose_mysqlx = OFF")
        .noneMatch(line -> line.startsWith("init_file"));
    assertThat(mysql.command(server).words()).contains("--init-file=/x/server/init.sql");
    assertThat(mysql.mistakes(ServerSpec.of("mysql", Map.of("secure_file_priv", "files"))))
        .containsExactly("conf.secure_file_priv: ibench sets it itself; leave it out");
    server = instance(MARIADB, new Installed("MariaDB", Map.of("mariadbd", program)), Map.of());
    assertThat(MARIADB.configuration(server)).doesNotContain("mysqlx");
  }

  /** MySQL from 8.0 on has a binlog unasked. */
  @ParameterizedTest
  @CsvSource({
    "MySQL 9.7.4, '', log_bin = /fast/log/binlog",
    "MySQL 9.7.4, log_bin, log_bin = /fast/log/binlog",
    "MySQL 9.7.4, skip_log_bin, skip_log_bin",
    "MySQL 5.7.44, '', ''"
  })
  void theBinlogIsInTheFolderOfLogs(String version, String option, String lines) {
    MysqlServers mysql = new MysqlServers();
    Map<String, String> conf = option.isEmpty() ? Map.of() : Map.of(option, "");
    ServerInstance usual = instance(mysql, new Installed(version, Map.of()), conf);
    ServerInstance server =
        new ServerInstance(
            usual.name(),
            usual.spec(),
            usual.installed(),
            usual.folder(),
            usual.data(),
            Path.of("/fast/log"),
            usual.port(),
            usual.password(),
            usual.runAs());
    assertThat(mysql.configuration(server).lines().filter(line -> line.contains("log_bin")))
        .containsExactlyElementsOf(lines.lines().toList());
  }

  @ParameterizedTest
  @CsvSource({
    "MySQL 5.7.44, --help",
    "MySQL 8.0.15, --help",
    "MySQL 8.0.16, --validate-config",
    "MySQL 8.0.36, --validate-config",
    "MySQL 8.4.0, --validate-config",
    "MySQL 9.7.4, --validate-config",
    "MySQL 10.0.0, --validate-config"
  })
  void mysqlIsAskedForItsOptionsAsItsVersionAnswers(String version, String word) {
    assertThat(new MysqlServers().checks(version)).contains(word);
  }

  /** The words of MariaDB 11.8.9. An option of the user's file is passed over. */
  @Test
  void anOptionThatTheServerHasNoMoreIsToldInItsWords() throws Exception {
    Path program = temporary.resolve("mariadbd");
    Files.writeString(
        program,
        """
        #!/bin/sh
        echo "$0: [Warning] 'innodb-change-buffering' was removed. It does nothing now."
        echo "$0: [Warning] 'innodb-page-cleaners' was removed. It does nothing now."
        echo "$0: [Warning] --innodb-flush-method is deprecated and will be removed in a release"
        echo "$0: [ERROR] $0: unknown variable 'tx_isolation=SERIALIZABLE'"
        """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Map<String, String> conf = new LinkedHashMap<>();
    conf.put("innodb_change_buffering", "all");
    conf.put("innodb_flush_method", "fsync");
    conf.put("tx_isolation", "SERIALIZABLE");
    Installed installed = new Installed("MariaDB 11.8.9", Map.of("mariadbd", program));

    assertThat(MARIADB.refused(ServerSpec.of("mariadb", conf), installed).orElseThrow())
        .containsExactly(
            "mariadbd: unknown variable 'tx_isolation=SERIALIZABLE'",
            "conf.innodb_change_buffering: MariaDB 11.8.9 says: 'innodb-change-buffering' was"
                + " removed. It does nothing now.");
  }

  @Test
  void aServerOfSomebodyElseOnThePortStaysUntouched() throws Exception {
    try (ServerSocket foreign = Ports.listen()) {
      ServerSpec spec =
          ServerSpecBuilder.builder(ServerSpec.of("command", Map.of()))
              .port(foreign.getLocalPort())
              .build();
      assertThatThrownBy(
              () ->
                  ServerLife.plan(
                      new CommandServers(), spec, temporary.resolve("x"), "me", "cell", "secret"))
          .hasMessageContaining("another process listens there");
      assertThat(temporary).isEmptyDirectory();
    }
  }

  /** As when ibench was killed: another one finds the lines in the folder. */
  @Test
  void anotherIbenchRunsTheLinesThatStopAndClean() throws Exception {
    Path trace = temporary.resolve("trace");
    Map<String, String> keys = new LinkedHashMap<>();
    for (String line : List.of("start", "ready", "stop", "clean")) {
      keys.put("server." + line, "echo '" + line + "' $IBENCH_VARIANT >> " + trace);
    }
    keys.put("server.url", "jdbc:mysql://db1/x");
    ServerSpec spec = ServerKeys.read(Config.of(keys), "command", Optional.empty());
    Path folder = temporary.resolve("x").toAbsolutePath();
    ServerLife life =
        ServerLife.plan(new CommandServers(), spec, folder, "me", "it's a cell", "secret");
    life.prepare();
    life.start();
    life.close();

    assertThat(ServerLife.cleanUp(folder)).startsWith("ran the commands that stop it, and removed");

    assertThat(trace).hasContent("start it's a cell\nstop it's a cell\nclean it's a cell\n");
    assertThat(folder).doesNotExist();
  }

  @Test
  void aServerOfCommandsLivesByFiveLines() throws Exception {
    Path trace = temporary.resolve("trace");
    Map<String, String> lines = new LinkedHashMap<>();
    for (String line : List.of("init", "start", "ready", "stop", "clean")) {
      lines.put(line, "echo " + line + " $IBENCH_VARIANT $IBENCH_PORT >> " + trace);
    }
    lines.put("url", "jdbc:mysql://db1:IBENCH_PORT/x");
    ServerSpec spec =
        ServerSpecBuilder.builder(ServerSpec.of("command", Map.of())).lines(lines).build();
    ServerLife life =
        ServerLife.plan(new CommandServers(), spec, temporary.resolve("x"), "me", "cell", "secret");
    int port = life.server().port();
    life.prepare();
    life.start();
    life.check();
    life.stop();
    life.remove();
    assertThat(life.access().settings()).containsEntry("url", "jdbc:mysql://db1:" + port + "/x");
    assertThat(trace)
        .hasContent(
            "init cell P\nstart cell P\nready cell P\nstop cell P\nclean cell P\n"
                .replace("P", Integer.toString(port)));
    assertThat(temporary.resolve("x")).doesNotExist();
  }
}
