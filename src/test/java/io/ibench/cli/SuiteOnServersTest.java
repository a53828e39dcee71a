package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites of small cells on servers of MariaDB, with InnoDB and MyRocks, and of PostgreSQL. */
@NeedsServer
@AlsoAsRoot
class SuiteOnServersTest {

  private static final String SMALL =
      """
      workload              = linkbench
      set.linkbench.maxid1  = 501
      set.warmup.until      = 1s
      set.request.repeat    = 1
      idle                  = 0s
      canary                = false
      """;

  @TempDir private Path temporary;

  /** The users mysql and postgres must be able to enter it. */
  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Cli suite(String text) throws IOException {
    Path file = Files.writeString(temporary.resolve("small.properties"), SMALL + text);
    Path folder = temporary.resolve("results");
    Cli suite =
        Cli.ibench(Map.of("XDG_RUNTIME_DIR", temporary.toString()), "suite", file, "-o", folder);
    assertThat(folder.resolve("data")).as(suite.err()).isEmptyDirectory();
    return suite;
  }

  @Test
  void enginesOfMariadbStandInOneTableAndTheOneWhoseServerIsKilledFails() throws IOException {
    Servers.requireMyRocks();

    Cli suite =
        suite(
            """
            server.product              = mariadb
            vary.engine                 = inno, dies, rocks
            rocks.set.engine            = RocksDB
            conf.report_password        = hidden77
            dies.set.hook.before_step   = [ $IBENCH_STEP != request ] || kill -9 $IBENCH_SERVER_PID
            set.request.until           = 1s
            """);

    assertThat(suite.code()).as(suite.err()).isEqualTo(ExitCode.FAILED);
    assertThat(suite.err())
        .containsPattern("dies-r1: failed: MariaDB [\\d.]+\\S* ended by signal 9 \\(SIGKILL\\)")
        .contains("rocks-r1: done");
    assertThat(suite.out())
        .contains("3 variants, 2 of 3 cells done")
        .contains("request, relative to inno")
        .containsPattern("(?m) rocks$");
    assertNothingShows("hidden77");
    assertThat(temporary.resolve("results/servers/inno-r1/server.cnf"))
        .content()
        .contains("report_password = ***");
  }

  /** The files of a suite that a bundle has. */
  private void assertNothingShows(String secret) throws IOException {
    Path results = temporary.resolve("results");
    try (Stream<Path> files = Files.walk(results)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!results.relativize(file).startsWith("data")) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(secret);
        }
      }
    }
  }

  /** One load and two copies: the same draws from the same rows have the same answers. */
  @Test
  void cellsOfPostgresRunOnCopiesOfOneLoad() throws IOException {
    Servers.requirePostgres();

    Cli suite =
        suite(
            """
            server.product             = postgres
            vary.conf.full_page_writes = on, off
            data                       = copy
            data.shared                = full_page_writes
            set.steps                  = drop, create, load, index, verify, request
            set.request.threads        = 1
            set.request.operations     = 300
            set.request.until          = 10m
            set.row_time               = 2026-01-01T00:00:00Z
            """);

    assertThat(suite.code()).as(suite.err()).isZero();
    assertThat(suite.out())
        .contains("2 variants, 3 of 3 cells done")
        .containsPattern("what differs, as the servers say\\s+on: +full_page_writes = on");
    assertThat(answers("on")).isNotEmpty().isEqualTo(answers("off"));
  }

  /** The checksums of all answers to requests, which depend on each row of the load. */
  private String answers(String variant) throws IOException {
    Path summary = temporary.resolve("results").resolve(variant).resolve("run-1/summary.json");
    Matcher found =
        Pattern.compile("\"checksums\" *: *\\{([^}]*GET_LINKS_LIST[^}]*)}")
            .matcher(Files.readString(summary));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  @Test
  void checkShowsWhatServersTakeFromAFileOfOptions() throws IOException {
    Servers.requireMariadb();
    Path options =
        Files.writeString(
            temporary.resolve("my.cnf"),
            "[client]\nport = 3\n[mysqld]\ninnodb-buffer-pool-size = 1G # half\nport = 3\n"
                + "innodb_log_file_size = 2G\n");
    Path file =
        Files.writeString(
            temporary.resolve("small.properties"),
            SMALL
                + "server.product = mariadb\nvary.conf.sync_binlog = 0, 1\n"
                + "conf.innodb_log_file_size = 64M\nserver.conf_file = "
                + options
                + "\n");

    assertThat(Cli.ibench("check", file).out())
        .contains("  conf.innodb_buffer_pool_size = 1G (" + options + ":4)\n")
        .contains("  conf.innodb_log_file_size = 64M\n")
        .contains("  port (" + options + ":5) is left out: ibench sets it\n")
        .contains(
            "  innodb_log_file_size (" + options + ":6) gives way to conf.innodb_log_file_size\n")
        .doesNotContain("2G", "conf.port");
  }
}
