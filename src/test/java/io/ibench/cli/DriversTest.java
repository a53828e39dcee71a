package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several ibench processes work as one client on a server. */
@NeedsServer
@StartsProcess
class DriversTest {

  private static final String WORKLOAD =
      """
      workload = linkbench
      seed = 7
      steps = drop, create, load, index, request, verify
      linkbench.maxid1 = 501
      linkbench.getlinklist_history = 0
      load.threads = 4
      request.threads = 8
      interval = 100ms
      together.beat = 2s
      """;

  private static PrivateMariadb server;

  @TempDir private Path folder;

  private List<RunningIbench> start(String name, int of, String... options) throws IOException {
    List<RunningIbench> drivers = new ArrayList<>();
    for (int rank = 0; rank < of; rank++) {
      drivers.add(start(name, rank, of, "", options));
    }
    return drivers;
  }

  private RunningIbench start(String name, int rank, int of, String suffix, String... options)
      throws IOException {
    Path workload = Files.writeString(folder.resolve("w.properties"), WORKLOAD);
    Path own = Files.createDirectories(folder.resolve(name + "-" + rank + suffix));
    List<String> words =
        new ArrayList<>(List.of("--together=" + name, "--rank=" + rank, "--of=" + of, "--no-page"));
    words.addAll(List.of(options));
    return new RunningIbench(
        own, workload, List.of(), database(), System.getenv(), words.toArray(String[]::new));
  }

  private Path database() throws IOException {
    return Files.writeString(
        folder.resolve("d.properties"),
        "database = mariadb\nengine = InnoDB\nurl = "
            + server.jdbcUrl()
            + "\nuser = "
            + server.user()
            + "\npassword = "
            + server.password()
            + "\n");
  }

  @BeforeAll
  static void startServer() {
    server = Servers.requireOwnMariadb();
  }

  @AfterAll
  static void closeServer() {
    if (server != null) {
      server.close();
    }
  }

  private static JsonNode summary(RunningIbench driver, int rank) throws IOException {
    Path file = driver.output().resolve("driver-0" + rank).resolve("summary.json");
    return new ObjectMapper().readTree(file.toFile());
  }

  private static JsonNode step(JsonNode summary, String name) {
    for (JsonNode step : summary.path("steps")) {
      if (step.path("name").asText().equals(name)) {
        return step;
      }
    }
    throw new AssertionError(name);
  }

  private static void end(List<RunningIbench> drivers) {
    drivers.forEach(RunningIbench::close);
  }

  private Map<String, Long> operations(String name, int of) throws Exception {
    List<RunningIbench> drivers = start(name, of, "-s=request.operations=2000");
    Map<String, Long> sums = new TreeMap<>();
    try {
      for (int rank = 0; rank < of; rank++) {
        RunningIbench driver = drivers.get(rank);
        assertThat(driver.awaitEnd()).as(driver.err()).isEqualTo(ExitCode.DONE);
        JsonNode request = step(summary(driver, rank), "request");
        for (JsonNode operation : request.path("operations")) {
          sums.merge(operation.path("name").asText(), operation.path("count").asLong(), Long::sum);
        }
        assertThat(request.path("threads").asInt()).isEqualTo(8 / of);
        assertThat(request.at("/driver/start_us").asLong())
            .isEqualTo(step(summary(drivers.get(0), 0), "request").at("/driver/start_us").asLong());
      }
    } finally {
      end(drivers);
    }
    // Verify compares the tables with what all drivers have counted.
    JsonNode verify = step(summary(drivers.get(0), 0), "verify");
    assertThat(verify.path("problems")).isEmpty();
    assertThat(verify.path("facts").toString()).contains("totals as booked");
    return sums;
  }

  @Test
  void severalDriversDoExactlyTheOperationsOfOne() throws Exception {
    Map<String, Long> one = operations("one", 1);

    assertThat(operations("two", 2)).isEqualTo(one);
    assertThat(one.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(2000);
  }

  @Test
  void aKilledDriverEndsTheOthersAndCannotComeBack() throws Exception {
    List<RunningIbench> drivers = start("killed", 3, "-s=request.until=10m");
    try {
      Path intervals = drivers.get(2).output().resolve("driver-02").resolve("intervals.csv");
      drivers
          .get(2)
          .await(
              () -> Files.exists(intervals) && Files.readString(intervals).contains(",request,"));
      drivers.get(2).signal("KILL");
      for (int rank = 0; rank < 2; rank++) {
        RunningIbench driver = drivers.get(rank);
        assertThat(driver.awaitEnd()).as(driver.err()).isEqualTo(ExitCode.FAILED);
        JsonNode request = step(summary(driver, rank), "request");
        assertThat(request.path("failure").asText())
            .startsWith("driver 2 of 3 lost at ")
            .contains("its load is missing");
        assertThat(request.at("/driver/lost").toString()).isEqualTo("[2]");
        assertThat(summary(driver, rank).path("verdict").asText()).isEqualTo("invalid");
      }
    } finally {
      end(drivers);
    }
    try (RunningIbench again = start("killed", 2, 3, "-again", "-s=request.until=10m")) {
      assertThat(again.awaitEnd()).isEqualTo(ExitCode.USAGE);
      assertThat(again.err()).contains("driver 2 was here before", "with a new name");
    }
  }

  @Test
  void driversWithOtherSettingsAllRefuse() throws Exception {
    List<RunningIbench> drivers =
        List.of(
            start("other", 0, 2, "", "-s=request.operations=10"),
            start("other", 1, 2, "", "-s=request.operations=11"));
    try {
      for (RunningIbench driver : drivers) {
        assertThat(driver.awaitEnd()).as(driver.err()).isEqualTo(ExitCode.USAGE);
        assertThat(driver.err()).contains("has other settings: request.operations = 1");
      }
    } finally {
      end(drivers);
    }
  }

  @Test
  void aDriverThatNeverComesIsNamed() throws Exception {
    try (RunningIbench alone =
        start("lonely", 0, 2, "", "-s=together.wait=1s", "-s=request.operations=10")) {
      assertThat(alone.awaitEnd()).isEqualTo(ExitCode.USAGE);
      assertThat(alone.err()).contains("not all drivers have come", "driver 1 of 2");
    }
  }

  @Test
  void aRunOfOneProcessMakesNoTableOfDrivers() throws Exception {
    try (Connection connection = server.connect();
        var statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS ibench_drivers");
      Path workload = Files.writeString(folder.resolve("w.properties"), WORKLOAD);
      Path own = Files.createDirectories(folder.resolve("single"));
      try (RunningIbench single =
          new RunningIbench(
              own,
              workload,
              List.of(),
              database(),
              System.getenv(),
              "--no-page",
              "-s=request.operations=100")) {
        assertThat(single.awaitEnd()).as(single.err()).isEqualTo(ExitCode.DONE);
      }
      assertThat(statement.executeQuery("SHOW TABLES LIKE 'ibench_drivers'").next()).isFalse();
    }
  }
}
