package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes in a script or in settings of oltp: all at once, and nothing connects. */
class WrongStatementsTest {

  @TempDir private Path folder;

  /** The lines of check and of run, on a port that nobody has connected to afterwards. */
  private List<String> refused(Path workload) throws Exception {
    try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path database =
          Files.writeString(
              folder.resolve("d.properties"),
              "database = postgres\nuser = x\nurl = jdbc:postgresql://127.0.0.1:"
                  + port.getLocalPort()
                  + "/none\n");
      Cli check = ibench("check", workload, "-d", database);
      Cli run = ibench("run", workload, "-d", database, "-o", folder.resolve("r"), "--no-page");
      assertThat(List.of(check.code(), run.code())).containsOnly(2);
      assertThat(run.err()).isEqualTo(check.err());
      assertThat(folder.resolve("r")).doesNotExist();
      port.setSoTimeout(1);
      assertThat(connects(port)).isFalse();
      return check.err().lines().map(line -> line.replace("ibench: ", "")).toList();
    }
  }

  /** The system keeps connections that were made before. */
  private static boolean connects(ServerSocket port) throws Exception {
    try {
      port.accept().close();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  @Test
  void allMistakesOfTwoScriptsHaveFileAndLine() throws Exception {
    Path one =
        Files.writeString(
            folder.resolve("one.sql"),
            """
            --@ schema
            CREATE TABLE IF NOT EXISTS a (id int);
            --@ transaction t
            \\set x abz(1)
            BEGIN;
            SELECT ':x' FROM a WHERE id = :y;
            --@ cleanup
            DROP TABLE b;
            """);
    Path two = Files.writeString(folder.resolve("two.sql"), "\\sat a 1\nSELECT 1;\nCOMMIT;\n");
    Path workload =
        Files.writeString(
            folder.resolve("w.properties"),
            "workload = script\nscript.files = one.sql, two.sql\nrequest.treads = 2\n");
    assertThat(refused(workload).stream().map(line -> line.replaceAll(": .*", "")))
        .containsExactlyInAnyOrder(
            workload + ":3",
            one + ":2",
            one + ":4",
            one + ":5",
            one + ":6",
            one + ":6",
            one + ":8",
            two + ":1",
            two + ":3",
            "request.until");
  }

  @Test
  void allMistakesOfOltpHaveFileAndLine() throws Exception {
    Path workload =
        Files.writeString(
            folder.resolve("o.properties"),
            """
            workload = oltp
            steps = point_select, read_only, write_only
            oltp.operations = 1
            oltp.rows = 100
            oltp.tables = 0
            point_select.range_size = 3
            read_only.ids = 101
            oltp.distribution = normal
            oltp.zipf_exponent = -1
            oltp.index_updates = 0
            oltp.non_index_updates = 0
            oltp.delete_inserts = 0
            read_only.skip_trx = perhaps
            """);
    assertThat(refused(workload).stream().map(line -> line.replaceAll("( = |: unknown).*", "")))
        .containsExactlyInAnyOrder(
            workload + ":5: oltp.tables",
            workload + ":6: point_select.range_size",
            workload + ":7: read_only.ids",
            workload + ":8: oltp.distribution",
            workload + ":9: oltp.zipf_exponent",
            workload + ":10 (oltp.index_updates): write_only.index_updates",
            workload + ":13: read_only.skip_trx");
  }
}
