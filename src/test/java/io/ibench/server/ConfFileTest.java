package io.ibench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.config.Config;
import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server has what its product makes of the user's file, and not what ibench makes of it. */
@NeedsServer
@StartsProcess
@AlsoAsRoot
class ConfFileTest {

  @TempDir private Path temporary;

  /** The users mysql and postgres must be able to enter it. */
  @BeforeEach
  void open() throws Exception {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path file(String name, String text) throws Exception {
    Path file = Files.writeString(temporary.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return file;
  }

  private static ServerSpec spec(String product, Path file, Map<String, String> conf) {
    return spec(product, file, conf, Map.of());
  }

  private static ServerSpec spec(
      String product, Path file, Map<String, String> conf, Map<String, String> more) {
    Map<String, String> keys = new LinkedHashMap<>(Map.of("server.conf_file", file.toString()));
    keys.putAll(more);
    conf.forEach((option, value) -> keys.put("conf." + option, value));
    return ServerKeys.read(Config.of(keys), product, Optional.empty());
  }

  private static String printed(String... words) throws Exception {
    Process process =
        new ProcessBuilder(words)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(new File("/dev/null"))
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }

  /** What the running server has of these options. */
  private Map<String, String> run(ServerProduct product, ServerSpec spec, List<String> options)
      throws Exception {
    assertThat(product.fileMistakes(spec)).isEmpty();
    ServerLife life =
        ServerLife.plan(product, spec, temporary.resolve("server"), "the test", "cell", "secret");
    life.prepare();
    life.start();
    assertThat(life.check()).allMatch(each -> each.equal() || each.has().isEmpty());
    Map<String, String> found = product.readBack(life.server(), new TreeSet<>(options));
    life.stop();
    life.remove();
    return found;
  }

  private Path mariadbFile() throws Exception {
    file("more.cnf", "[server]\nback_log = 71\n");
    return file(
        "my.cnf",
        """
        [client]
        port = 1
        [mysqld] # the server
        port = 3307
        innodb_buffer_pool_size=64M # half
        optimizer_switch=mrr=on
        optimizer-switch=mrr_cost_based=off
        sql_mode=
        init_connect='SET NAMES utf8'
        ; another section
        [mysqld-10.11]
        max_connections=77
        [mariadb-10.11]
        table_open_cache=300
        skip-log-bin
        [server]
        plugin_load_add=ha_archive
        plugin_load_add="ha_blackhole"
        ft_boolean_syntax = "+ -><()~*:\\"\\"&|"
        !include %s
        """
            .formatted(temporary.resolve("more.cnf")));
  }

  @Test
  void mariadbHasWhatItsOwnProgramReads() throws Exception {
    Servers.requireMariadb();
    Path file = mariadbFile();
    MariadbServers product = new MariadbServers();
    ServerSpec spec = spec("mariadb", file, Map.of());
    String help =
        printed(
            product.installed(spec).program("mariadbd").toString(),
            "--defaults-file=" + file,
            "--verbose",
            "--help");
    List<String> names =
        List.of(
            "innodb_buffer_pool_size",
            "optimizer_switch",
            "sql_mode",
            "init_connect",
            "max_connections",
            "table_open_cache",
            "ft_boolean_syntax",
            "back_log");

    Map<String, String> has = run(product, spec, names);

    for (String name : names) {
      String expected =
          help.lines()
              .filter(line -> line.matches(name.replace('_', '-') + " .*"))
              .map(line -> line.substring(name.length()).strip())
              .findFirst()
              .orElseThrow();
      String value = expected.replace("(No default value)", "");
      if (name.equals("optimizer_switch")) {
        assertThat(has.get(name)).startsWith(value); // the help of 10.11 lacks the newest switches
      } else {
        assertThat(has.get(name)).as(name).isEqualTo(value);
      }
    }
    assertThat(product.asked(spec))
        .containsEntry("optimizer_switch", "mrr=on,mrr_cost_based=off")
        .containsEntry("plugin_load_add", "ha_archive;ha_blackhole")
        .doesNotContainKey("port");
    assertThat(product.taken(spec))
        .contains(
            "port (" + file + ":4) is left out: ibench sets it",
            "conf.innodb_buffer_pool_size = 64M (" + file + ":5)",
            "conf.optimizer_switch = mrr_cost_based=off (" + file + ":7)",
            "conf.sql_mode = (" + file + ":8)",
            "conf.max_connections = 77 (" + file + ":12)",
            "conf.back_log = 71 (" + file + ", included)");
  }

  /** Of an engine that IBENCH_TEST_ENGINES names, as {@code src/test/engines/fetch} makes it. */
  private static Map<String, String> home(String engine) {
    Path home = Path.of(String.valueOf(System.getenv("IBENCH_TEST_ENGINES")), engine, "usr");
    assumeThat(home).isDirectory();
    return Map.of("server.home", home.toString());
  }

  @Test
  void mysqlHasWhatItsOwnProgramReads() throws Exception {
    Map<String, String> home = home("mysql-9.7");
    file("more.cnf", "[server]\nback_log = 71\n");
    Path file =
        file(
            "my.cnf",
            """
            [mysqld] # the server
            port = 3307
            secure-file-priv=/var/lib/mysql-files
            innodb_buffer_pool_size=64M # half
            optimizer_switch=mrr=off
            sql_mode=
            ; another section
            [mysqld-9.7]
            max_connections=77
            skip-log-bin
            [mariadb]
            max_connections=78
            [server]
            innodb-redo-log-capacity = 128M
            !include %s
            """
                .formatted(temporary.resolve("more.cnf")));
    MysqlServers product = new MysqlServers();
    ServerSpec spec = spec("mysql", file, Map.of(), home);

    Map<String, String> has =
        run(
            product,
            spec,
            List.of(
                "innodb_buffer_pool_size",
                "optimizer_switch",
                "sql_mode",
                "max_connections",
                "innodb_redo_log_capacity",
                "log_bin",
                "secure_file_priv",
                "back_log"));

    assertThat(has)
        .containsEntry("innodb_buffer_pool_size", "67108864")
        .containsEntry("sql_mode", "")
        .containsEntry("max_connections", "77")
        .containsEntry("innodb_redo_log_capacity", "134217728")
        .containsEntry("log_bin", "OFF")
        .containsEntry("secure_file_priv", "")
        .containsEntry("back_log", "71");
    assertThat(has.get("optimizer_switch")).contains("mrr=off");
    assertThat(product.taken(spec))
        .contains(
            "port (" + file + ":2) is left out: ibench sets it",
            "secure_file_priv (" + file + ":3) is left out: ibench sets it",
            "conf.innodb_buffer_pool_size = 64M (" + file + ":4)",
            "conf.max_connections = 77 (" + file + ":9)");
  }

  @Test
  void mysqlNamesFileAndLineOfWhatItRefuses() throws Exception {
    Map<String, String> home = home("mysql-9.7");
    Path file = file("my.cnf", "[mysqld]\n\ninnodb_log_file_size = 48M\n");
    ServerSpec spec = spec("mysql", file, Map.of(), home);
    MysqlServers product = new MysqlServers();

    assertThat(product.refused(spec, product.installed(spec)).orElseThrow())
        .containsExactly("mysqld: unknown variable 'innodb_log_file_size=48M'. (" + file + ":3)");
  }

  /** As each option of the file that no server shows, it is passed over; not one of conf. */
  @Test
  void anOptionThatMariadbHasNoMoreIsToldInItsWords() throws Exception {
    Map<String, String> home = home("mariadb-11.8");
    Path file = file("my.cnf", "[mysqld]\ninnodb_log_files_in_group = 2\n");
    Map<String, String> conf = Map.of("innodb_change_buffering", "all");
    MariadbServers product = new MariadbServers();
    ServerSpec spec = spec("mariadb", file, conf, home);

    assertThat(product.refused(spec, product.installed(spec)).orElseThrow())
        .singleElement()
        .asString()
        .startsWith("conf.innodb_change_buffering: MariaDB 11.8.")
        .contains("'innodb-change-buffering' was removed. It does nothing now");
  }

  @Test
  void mariadbsOwnWordsSayWhatIsWrongWithItsFile() throws Exception {
    Servers.requireMariadb();
    MariadbServers product = new MariadbServers();
    Path loose = file("loose.cnf", "port = 1\n");
    assertThat(product.fileMistakes(spec("mariadb", loose, Map.of())))
        .singleElement()
        .asString()
        .contains("Found option without preceding group", "at line: 1");
    Path ignored = file("ignored.cnf", "[mysqld]\nback_log = 71\n");
    Files.setPosixFilePermissions(ignored, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(product.fileMistakes(spec("mariadb", ignored, Map.of())))
        .singleElement()
        .asString()
        .contains("World-writable config file", "is ignored");
    Path leaves = file("leaves.cnf", "[mysqld]\ndatadir = /x\ngeneral-log-file = /var/log/x.log\n");
    assertThat(product.fileMistakes(spec("mariadb", leaves, Map.of())))
        .singleElement()
        .asString()
        .startsWith(leaves + ":3: general_log_file = /var/log/x.log: leaves the server's folder");
    ServerSpec unknown =
        spec("mariadb", file("unknown.cnf", "[mysqld]\n\nno-such-option = 3\n"), Map.of());
    assertThat(product.refused(unknown, product.installed(unknown)).orElseThrow())
        .containsExactly(
            "mariadbd: unknown variable 'no_such_option=3' ("
                + temporary.resolve("unknown.cnf")
                + ":3)");
  }

  @Test
  void keysWinOverTheFileAndAddToWhatAdds() throws Exception {
    Servers.requireMariadb();
    MariadbServers product = new MariadbServers();
    Map<String, String> conf = new LinkedHashMap<>();
    conf.put("max_connections", "88");
    conf.put("optimizer_switch", "mrr=off");
    ServerSpec spec = spec("mariadb", mariadbFile(), conf);

    Map<String, String> has =
        run(product, spec, List.of("max_connections", "optimizer_switch", "back_log"));

    assertThat(has).containsEntry("max_connections", "88").containsEntry("back_log", "71");
    assertThat(has.get("optimizer_switch")).contains("mrr=off,mrr_cost_based=off");
  }

  /** A file of a user whose editor writes a byte for each letter. */
  private Path latin(String name, String text) throws Exception {
    Path file = file(name, "");
    return Files.writeString(file, text, StandardCharsets.ISO_8859_1);
  }

  @Test
  void anOldEncodingAndACommentBehindANameHideNoLineOfMariadb() throws Exception {
    Servers.requireMariadb();
    MariadbServers product = new MariadbServers();
    Path file =
        latin(
            "my.cnf",
            "# Gr\u00f6\u00dfe\n[mysqld]\nskip-name-resolve # no DNS\noptimizer_switch = mrr=on\n");
    ServerSpec spec = spec("mariadb", file, Map.of("optimizer_switch", "index_merge=off"));

    assertThat(product.fileMistakes(spec)).isEmpty();
    assertThat(product.taken(spec))
        .containsExactly(
            "conf.skip_name_resolve (" + file + ":3)",
            "conf.optimizer_switch = mrr=on (" + file + ":4)");
    assertThat(product.asked(spec)).containsEntry("optimizer_switch", "mrr=on,index_merge=off");
  }

  @Test
  void anOldEncodingHidesNoLineOfPostgres() throws Exception {
    Servers.requirePostgres();
    PostgresServers product = new PostgresServers();
    Path file = latin("postgresql.conf", "# Gr\u00f6\u00dfe\nwork_mem = 8MB\n");
    ServerSpec spec = spec("postgres", file, Map.of());

    assertThat(product.fileMistakes(spec)).isEmpty();
    assertThat(product.taken(spec)).containsExactly("conf.work_mem = 8MB (" + file + ":2)");
  }

  private Path postgresFile() throws Exception {
    file("more.conf", "work_mem = 9MB\n");
    return file(
        "postgresql.conf",
        """
        # comment
        shared_buffers = 64MB # half
        maintenance_work_mem 18MB
        log_line_prefix = '%m it''s # no comment \\\\ '
        application_name = ''
        port = 5555
        MAX_CONNECTIONS=50
        search_path = '"$user", public' # both
        random_page_cost = 1.25
        include 'more.conf'
        include_if_exists = 'nothing.conf'
        full_page_writes=off
        bgwriter_delay = 50
        """);
  }

  @Test
  void postgresHasWhatItsOwnProgramReads() throws Exception {
    Servers.requirePostgres();
    PostgresServers product = new PostgresServers();
    Path file = postgresFile();
    ServerSpec spec = spec("postgres", file, Map.of("bgwriter_delay", "60"));
    List<String> names =
        List.of(
            "shared_buffers",
            "maintenance_work_mem",
            "log_line_prefix",
            "max_connections",
            "search_path",
            "random_page_cost",
            "work_mem",
            "full_page_writes");
    List<String> wrong = new ArrayList<>();

    assertThat(product.refused(spec, product.installed(spec)).orElseThrow()).isEmpty();
    Map<String, String> has = run(product, spec, List.copyOf(product.asked(spec).keySet()));

    for (String name : names) {
      String program = product.installed(spec).program("postgres").toString();
      String expected =
          printed(program, "-C", name, "-D", "/", "-c", "config_file=" + file).replace("\n", "");
      if (!product.isEqual(name, expected, has.get(name))) {
        wrong.add(name + ": " + expected + ", not " + has.get(name));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(has.get("bgwriter_delay")).startsWith("60ms");
    assertThat(product.taken(spec))
        .contains(
            "conf.maintenance_work_mem = 18MB (" + file + ":3)",
            "port (" + file + ":6) is left out: ibench sets it",
            "conf.work_mem = 9MB (" + temporary.resolve("more.conf") + ":1)",
            "bgwriter_delay (" + file + ":13) gives way to conf.bgwriter_delay");
  }

  @Test
  void postgresNamesFileAndLineOfWhatItRefuses() throws Exception {
    Servers.requirePostgres();
    PostgresServers product = new PostgresServers();
    Path file = file("wrong.conf", "work_mem = 8MB\nshared_bufers = 64MB\n");
    ServerSpec spec = spec("postgres", file, Map.of());
    assertThat(product.refused(spec, product.installed(spec)).orElseThrow())
        .containsExactly(
            "postgres: unrecognized configuration parameter \"shared_bufers\" in file \""
                + file
                + "\" line 2");
    Path syntax = file("syntax.conf", "work_mem = 8MB\n\nmax_connections = 3 4\n");
    ServerSpec other = spec("postgres", syntax, Map.of());
    assertThat(product.refused(other, product.installed(other)).orElseThrow())
        .singleElement()
        .asString()
        .contains("syntax error in file \"" + syntax + "\" line 3");
    ServerSpec key = spec("postgres", postgresFile(), Map.of("work_mem", "3xx"));
    assertThat(product.refused(key, product.installed(key)).orElseThrow())
        .containsExactly("postgres: invalid value for parameter \"work_mem\": \"3xx\"");
  }
}
