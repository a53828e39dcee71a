package io.ibench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A small part of what {@code bin/faults} does, and its mistakes. */
@NeedsServer
@StartsProcess
@Timeout(600)
class FaultMatrixTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path folder;

  private int faults(Map<String, String> environment, String... arguments) {
    FaultMatrix matrix =
        new FaultMatrix(environment, new PrintStream(out, true), new PrintStream(err, true));
    return new CommandLine(matrix).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments);
  }

  private String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }

  @Test
  void cellsOnPrivateServersAreAsDocumented() throws Exception {
    Servers.requireMariadb();
    Servers.requirePostgres();
    String results = folder.resolve("results").toString();
    int code =
        faults(
            Map.of(),
            "--products=mariadb,postgres",
            "--faults=kill,no-restart,half-close",
            "--steps=load,insert",
            "--parallel=2",
            "-o",
            results);
    assertThat(code).as(text(out)).isZero();
    assertThat(text(out))
        .startsWith(
            "12 of 12 cells as documented (8 survived, 4 ended); 0 acknowledged rows lost.\n");
    assertThat(Files.readAllLines(Path.of(results, "cells.csv"))).hasSize(13);
  }

  /** As with -d on a server of the user's. */
  @Test
  void cellsOnAGivenServerAreAsDocumented() throws Exception {
    try (PrivateMariadb given = Servers.requireOwnMariadb()) {
      Path settings =
          Files.writeString(
              folder.resolve("given.properties"),
              String.join(
                  "\n",
                  "database = mariadb",
                  "url = "
                      + given
                          .jdbcUrl()
                          .replaceFirst("//[^/]*/", "//\\${IBENCH_HOST}:\\${IBENCH_PORT}/"),
                  "user = ${IBENCH_USER}",
                  "password = ${IBENCH_PASSWORD}",
                  ""));
      Map<String, String> environment =
          Map.of(
              "IBENCH_HOST",
              "127.0.0.1",
              "IBENCH_PORT",
              "" + given.port(),
              "IBENCH_USER",
              given.user(),
              "IBENCH_PASSWORD",
              given.password());
      int code =
          faults(
              environment,
              "-d",
              settings.toString(),
              "--faults=cut,half-close",
              "--steps=load",
              "-o",
              folder.resolve("results").toString());
      assertThat(code).as(text(out) + text(err)).isZero();
      assertThat(text(out)).startsWith("2 of 2 cells as documented (2 survived, 0 ended)");
    }
  }

  @Test
  void mistakesAreNamedAndNothingIsTouched() throws Exception {
    assertThat(faults(Map.of(), "--faults=kill,fire")).isEqualTo(2);
    assertThat(faults(Map.of(), "--kill=true")).isEqualTo(2);
    assertThat(faults(Map.of(), "-d", "conf/sqlite.properties")).isEqualTo(2);
    assertThat(faults(Map.of(), "-d", "conf/mariadb.properties")).isEqualTo(2);
    assertThat(text(err))
        .contains("no fault is called fire; --list names them")
        .contains("--kill and --start are for your own server: name it with -d")
        .contains("conf/sqlite.properties: its url must contain ${IBENCH_HOST}")
        .contains("IBENCH_HOST is not set: it says where the server of conf/mariadb.properties is");
  }
}
