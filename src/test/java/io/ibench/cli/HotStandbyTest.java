package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivatePostgres;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only reads runs on a hot standby of PostgreSQL; what writes is refused before it begins. */
@NeedsServer
@StartsProcess
class HotStandbyTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static PrivatePostgres primary;
  private static PrivatePostgres standby;

  @TempDir private Path folder;
  private int runs;

  @BeforeAll
  static void start() {
    primary = Servers.requireOwnPostgres();
    standby = primary.startStandby();
  }

  @AfterAll
  static void close() {
    if (standby != null) {
      standby.close();
    }
    if (primary != null) {
      primary.close();
    }
  }

  private Path settings(PrivatePostgres server) throws IOException {
    return Files.writeString(
        folder.resolve(server.port() + ".properties"),
        "database = postgres\nurl = %s\nuser = %s\npassword = %s\n"
            .formatted(server.jdbcUrl(), server.user(), server.password()));
  }

  private Path result() {
    return folder.resolve("result" + runs);
  }

  private Cli run(PrivatePostgres server, String workload, String... settings) throws IOException {
    runs++;
    List<Object> arguments = new ArrayList<>(List.of("run", file(workload)));
    arguments.addAll(List.of("-d", settings(server), "-o", result(), "--no-page", "--lenient"));
    Stream.of(settings).map("-s="::concat).forEach(arguments::add);
    return ibench(arguments.toArray());
  }

  private static Path file(String workload) {
    return Path.of("workloads", workload + ".properties");
  }

  private void load(String workload, String... settings) throws IOException, SQLException {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("steps=drop,create,load" + (workload.equals("ycsb") ? "" : ",index"));
    Cli load = run(primary, workload, all.toArray(String[]::new));
    assertThat(load.code()).as(load.err() + load.out()).isZero();
    standby.awaitAllOf(primary);
  }

  private static void assertAllSucceeds(JsonNode summary) {
    for (JsonNode step : summary.path("steps")) {
      String name = step.path("name").asText();
      assertThat(step.path("state").asText()).as(name).isEqualTo("done");
      assertThat(step.path("problems")).as(name).isEmpty();
      assertThat(step.path("errors").asLong()).as(name).isZero();
    }
    assertThat(summary.path("steps").findValuesAsText("name")).contains("verify");
  }

  @ParameterizedTest
  @CsvSource({
    "linkbench, linkbench.maxid1=201, steps=request linkbench.mix=read request.repeat=1",
    "oltp, oltp.rows=500, 'steps=point_select,read_only oltp.until=200ms'",
    "ycsb, ycsb.recordcount=500, steps=workloadc ycsb.until=200ms",
    "shop, request.threads=2, steps=request request.until=200ms request.mix=look"
  })
  void whatOnlyReadsRunsAndVerifies(String workload, String size, String reads) throws Exception {
    load(workload, size);
    List<String> settings = new ArrayList<>(List.of(size));
    for (String setting : reads.split(" ")) {
      settings.add(setting.startsWith("steps=") ? setting + ",verify" : setting);
    }
    if (workload.equals("linkbench")) {
      settings.add("request.until=200ms");
    }
    Cli run = run(standby, workload, settings.toArray(String[]::new));
    assertThat(run.code()).as(run.err() + run.out()).isZero();
    JsonNode summary = JSON.readTree(result().resolve("summary.json").toFile());
    assertAllSucceeds(summary);
    assertThat(summary.path("database").path("warnings").toString())
        .contains("in_hot_standby is on");
  }

  @ParameterizedTest
  @ValueSource(strings = {"linkbench", "insert", "oltp", "ycsb", "shop"})
  void whatWritesIsRefusedInOneLineBeforeItBegins(String workload) throws IOException {
    Cli run = run(standby, workload);
    assertThat(run.code()).as(run.err() + run.out()).isEqualTo(2);
    assertThat(run.err().lines().toList()).singleElement().asString().contains("read-only");
    assertThat(result()).doesNotExist();
  }

  /** Killed as by kill -9. */
  @Test
  void readsThatWereKilledGoOnAndVerify() throws Exception {
    load("linkbench", "linkbench.maxid1=201");
    try (RunningIbench run =
        new RunningIbench(
            folder,
            settings(standby),
            Map.of(),
            "-s=steps=request,verify",
            "-s=linkbench.maxid1=201",
            "-s=linkbench.mix=read",
            "-s=request.until=2s",
            "--no-page")) {
      run.awaitIntervals(4);
      run.killAfter(0);
      Cli resumed = ibench("resume", run.output(), "--lenient", "--no-page");
      assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
      assertThat(run.summary().path("gaps").path(0).path("step").asText()).isEqualTo("request");
      assertAllSucceeds(run.summary());
    }
  }
}
