package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.cli.Cli;
import io.ibench.cli.ground.ExitCode;
import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on servers that they make themselves. */
@NeedsServer
@Tag("any-server")
@AlsoAsRoot
class RunServerTest {

  @TempDir private Path temporary;

  /** The users mysql and postgres must be able to enter it. */
  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path database(String name) throws IOException {
    return Files.writeString(
        temporary.resolve(name + ".properties"),
        "database = "
            + name
            + (name.equals("sqlite")
                ? "\nfile = x.db\n"
                : "\nurl = jdbc:" + name + "://elsewhere/x\nuser = x\npassword = y\n"));
  }

  private Cli run(Path database, String... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of("run", Cli.LINKBENCH, "-d", database, "-o", temporary.resolve("result")));
    for (String setting :
        List.of(
            "steps=drop,create,load,index,request,verify",
            "linkbench.maxid1=501",
            "request.until=200ms",
            "request.repeat=1",
            "interval=100ms",
            "server.data=" + temporary.resolve("server"))) {
      String key = "-s=" + setting.substring(0, setting.indexOf('=') + 1);
      if (List.of(more).stream().noneMatch(option -> option.startsWith(key))) {
        arguments.addAll(List.of("-s", setting));
      }
    }
    arguments.addAll(List.of("--lenient", "--no-page"));
    arguments.addAll(List.of(more));
    return ibench(arguments.toArray());
  }

  private void runsAndLeavesNothing(String product, String version, String... more)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("--server"));
    all.addAll(List.of(more));
    Cli run = run(database(product), all.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).startsWith("server: " + version).contains("removed afterwards");
    assertThat(temporary.resolve("server")).doesNotExist();
    assertThat(temporary.resolve("result/run.json"))
        .content()
        .contains("\"server\"")
        .doesNotContain("elsewhere");
  }

  @Test
  void mariadb() throws IOException {
    Servers.requireMariadb();
    runsAndLeavesNothing("mariadb", "MariaDB 1", "--conf", "innodb_buffer_pool_size=64M");
  }

  /** Of an engine that IBENCH_TEST_ENGINES names, as {@code src/test/engines/fetch} makes it. */
  private static String home(String engine) {
    Path home = Path.of(String.valueOf(System.getenv("IBENCH_TEST_ENGINES")), engine, "usr");
    assumeThat(home).isDirectory();
    return "server.home=" + home;
  }

  @Test
  void mysqlOfToday() throws IOException {
    String home = home("mysql-9.7");
    runsAndLeavesNothing("mysql", "MySQL 9.7", "-s", home, "--conf", "log_bin=binlog");
    assertThat(temporary.resolve("result/run.json"))
        .content()
        .contains("\"product\" : \"MySQL\"", "\"innodb_dedicated_server\"");
  }

  @Test
  void mysqlOfTodayWithMariadbsDriver() throws IOException {
    String home = home("mysql-9.7");
    runsAndLeavesNothing("mariadb", "MySQL 9.7", "-s", home, "-s", "server.product=mysql");
  }

  @Test
  void mariadbOfToday() throws IOException {
    runsAndLeavesNothing("mariadb", "MariaDB 11.8", "-s", home("mariadb-11.8"));
    assertThat(temporary.resolve("result/run.json"))
        .content()
        .contains("\"product\" : \"MariaDB\"", "\"innodb_snapshot_isolation\" : \"ON\"");
  }

  @Test
  void anOptionThatMysqlDoesNotKnowIsFoundBeforeItsServerStarts() throws IOException {
    String home = home("mysql-9.7");
    Cli run = run(database("mysql"), "--server", "-s", home, "--conf", "innodb_log_file_size=64M");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .isEqualTo("ibench: --server: mysqld: unknown variable 'innodb_log_file_size=64M'.\n");
    assertThat(temporary.resolve("server")).doesNotExist();
  }

  @Test
  void postgres() throws IOException {
    Servers.requirePostgres();
    runsAndLeavesNothing("postgres", "PostgreSQL 1", "--conf", "shared_buffers=64MB");
  }

  @Test
  void myrocksLoadsItsPlugInUnasked() throws IOException {
    Servers.requireMyRocks();
    runsAndLeavesNothing("mariadb", "MariaDB 1", "-s", "engine=RocksDB");
    assertThat(temporary.resolve("result/run.json")).content().contains("ha_rocksdb");
  }

  @Test
  void sqlite() throws IOException {
    runsAndLeavesNothing("sqlite", "SQLite 3.");
  }

  private void endsWithItsServer(String product) throws IOException {
    Cli run =
        run(
            database(product),
            "--server",
            "-s=request.until=10m",
            "-s=at.request=100ms: kill -9 $IBENCH_SERVER_PID");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err())
        .contains(" ended by signal 9 (SIGKILL)", "\nserver log: ")
        .containsPattern("request .* failed");
    assertThat(run.out()).contains("request: INVALID: server_ended: the run's own ");
    assertThat(temporary.resolve("result/summary.json"))
        .content()
        .containsPattern("\"failure\" : \"server_ended: the run's own [^\"]* by signal 9");
    assertThat(temporary.resolve("server")).doesNotExist();
  }

  @Test
  void aRunEndsWithItsMariadb() throws IOException {
    Servers.requireMariadb();
    endsWithItsServer("mariadb");
  }

  @Test
  void aRunEndsWithItsPostgres() throws IOException {
    Servers.requirePostgres();
    endsWithItsServer("postgres");
  }

  @Test
  void aServerThatStartsAgainIsAnOutage() throws IOException {
    Servers.requireMariadb();
    Cli run =
        run(
            database("mariadb"),
            "--server",
            "-s=server.restart=true",
            "-s=request.until=5s",
            "-s=at.request=100ms: kill -9 $IBENCH_SERVER_PID");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(run.err()).contains("the server was started again, and answered after ");
    assertThat(run.out())
        .contains("request: OUTAGE (lost) of ", "request: the server was started again");
  }

  @Test
  void aServerThatEndsBeforeItsStepIsTheReason() throws IOException {
    Servers.requireMariadb();
    Cli run =
        run(
            database("mariadb"),
            "--server",
            "-s=hook.before_step=[ $IBENCH_STEP != verify ] || kill -9 $IBENCH_SERVER_PID");
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out()).contains("verify: INVALID: server_ended: the run's own MariaDB");
  }

  @Test
  void aServerWhoseEndIsNotSeenCannotStartAgain() throws IOException {
    Cli run = run(database("sqlite"), "--server", "-s=server.restart=true");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .isEqualTo(
            "ibench: -s: server.restart = true: ibench does not see the end of a server of"
                + " sqlite\n");
  }

  @Test
  void keptDataStays() throws IOException {
    Cli run = run(database("sqlite"), "--server", "--keep-data");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("its data is kept in " + temporary.resolve("server"));
    assertThat(temporary.resolve("server/data/ibench.db")).isNotEmptyFile();
  }

  @Test
  void anOptionThatTheServerDoesNotHaveEndsTheRunBeforeATableExists() throws IOException {
    Servers.requireMariadb();
    Cli run = run(database("mariadb"), "--server", "--conf", "innodb_log_file_size=2M");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .isEqualTo(
            "ibench: --server: innodb_log_file_size: asked for 2M, the server has 4194304\n");
    assertThat(temporary.resolve("result")).doesNotExist();
    assertThat(temporary.resolve("server")).doesNotExist();
  }

  @Test
  void allMistakesAreToldAtOnceAndNothingIsTouched() throws IOException {
    Cli run =
        run(
            database("mariadb"),
            "--server",
            "--conf",
            "port=1",
            "--conf",
            "innodb_tmpdir=/var/lib/mysql",
            "-s",
            "socket=/run/mysqld/mysqld.sock",
            "-s",
            "limit.server_cpus=one",
            "-s",
            "nonsense=1");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err().lines())
        .hasSize(5)
        .anyMatch(line -> line.contains("conf.port"))
        .anyMatch(line -> line.contains("conf.innodb_tmpdir"))
        .anyMatch(line -> line.contains("leads to another server"))
        .anyMatch(line -> line.contains("limit.server_cpus"))
        .anyMatch(line -> line.contains("nonsense"));
    assertThat(temporary.resolve("server")).doesNotExist();
  }

  @Test
  void anOptionThatTheServerDoesNotKnowIsFoundByCheck() throws IOException {
    Servers.requireMariadb();
    Cli check =
        ibench(
            "check",
            Cli.LINKBENCH,
            "-d",
            database("mariadb"),
            "--server",
            "--conf",
            "innodb_flush_log_at_trx_comit=2");
    assertThat(check.code()).isEqualTo(ExitCode.USAGE);
    assertThat(check.err())
        .isEqualTo(
            "ibench: --server: mariadbd: unknown variable 'innodb_flush_log_at_trx_comit=2'\n");
  }

  @Test
  void checkSaysThatTheServerIsPrivate() throws IOException {
    Servers.requireMariadb();
    Cli check = ibench("check", Cli.LINKBENCH, "-d", database("mariadb"), "--server");
    assertThat(check.code()).as(check.err()).isZero();
    assertThat(check.out())
        .contains("\nserver\n  a private MariaDB 1", " on a free port, such as that of url,")
        .containsPattern("  url +=.*//127.0.0.1:.* # --server\n")
        .doesNotContain("elsewhere", "start checks");
  }

  @Test
  void aFolderThatExistsIsRefusedBeforeTheServerStarts() throws IOException {
    Servers.requireMariadb();
    Files.createDirectory(temporary.resolve("result"));
    Cli run = run(database("mariadb"), "--server");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).startsWith("ibench: -o ").contains(" exists already").hasLineCount(1);
  }

  @Test
  void keysOfAServerNeedAServer() throws IOException {
    Cli run = run(database("mariadb"), "--conf", "some-file=/a-b=-1");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err().lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("ibench: --conf: conf.some_file = /a-b=-1: "))
        .allMatch(line -> line.endsWith("is for a server that ibench makes; add --server"));
  }
}
