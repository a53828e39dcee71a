package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.host.HostMetric;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The cost figures of a real server exist, and agree with each other and with the rows of
 * intervals.csv.
 */
@NeedsServer
@Tag("any-server")
@Isolated
class CostOnMariadbTest {

  private static final String LOAD = "load 1";
  private static final Set<String> QUERIES = Set.of("request 1", "request 2");
  private static final double INTERVAL_SECONDS = 0.2;
  private static final double KIB = 1024;
  private static final double GIB = KIB * KIB * KIB;
  private static final Percentage EQUAL = Percentage.withPercentage(1e-9);

  private static final long TRANSACTIONS = 300;
  private static final long BESIDE_THE_STEP = 100;
  private static final long TICK_NANOS = 10_000_000;

  /** How summary.json computes a figure from a counter: per second, in units of this size. */
  private record Rate(HostMetric counter, String key, double unit) {}

  private static final List<Rate> RATES =
      List.of(
          new Rate(HostMetric.DISK_READS, "rps", 1),
          new Rate(HostMetric.DISK_READ_BYTES, "rkbps", KIB),
          new Rate(HostMetric.DISK_WRITES, "wps", 1),
          new Rate(HostMetric.DISK_WRITTEN_BYTES, "wkbps", KIB),
          new Rate(HostMetric.DISK_QUEUE_MILLIS, "aqu_sz", 1000),
          new Rate(HostMetric.DISK_BUSY_MILLIS, "util_pct", 10),
          new Rate(HostMetric.CONTEXT_SWITCHES, "cs_ps", 1),
          new Rate(HostMetric.CLIENT_CPU_NANOS, "client_cpu_pct", 1e7),
          new Rate(HostMetric.CLIENT_GC_MILLIS, "client_gc_pct", 10),
          new Rate(HostMetric.CLIENT_THROTTLED_MICROS, "client_throttled_pct", 1e4),
          new Rate(HostMetric.PRESSURE_CPU_SOME_MICROS, "cpu_pressure_pct", 1e4),
          new Rate(HostMetric.PRESSURE_IO_SOME_MICROS, "io_pressure_pct", 1e4),
          new Rate(HostMetric.PRESSURE_IO_FULL_MICROS, "io_pressure_full_pct", 1e4),
          new Rate(HostMetric.PRESSURE_MEMORY_SOME_MICROS, "memory_pressure_pct", 1e4),
          new Rate(HostMetric.PRESSURE_MEMORY_FULL_MICROS, "memory_pressure_full_pct", 1e4));

  /** The same per operation. */
  private static final List<Rate> COSTS =
      List.of(
          new Rate(HostMetric.DISK_READS, "rpq", 1),
          new Rate(HostMetric.DISK_READ_BYTES, "rkbpq", KIB),
          new Rate(HostMetric.DISK_WRITTEN_BYTES, "wkbpq", KIB),
          new Rate(HostMetric.SERVER_READ_BYTES, "server_rkbpq", KIB),
          new Rate(HostMetric.SERVER_WRITTEN_BYTES, "server_wkbpq", KIB),
          new Rate(HostMetric.CONTEXT_SWITCHES, "cspq", 1),
          new Rate(HostMetric.CLIENT_CPU_NANOS, "client_us_pq", 1000),
          new Rate(HostMetric.SERVER_CPU_NANOS, "server_us_pq", 1000));

  @TempDir private static Path temporary;

  private static final Map<String, JsonNode> STEPS = new LinkedHashMap<>();
  private static final List<Map<String, String>> INTERVALS = new ArrayList<>();
  private static int cpus;

  @BeforeAll
  static void run() throws IOException {
    PrivateMariadb server = Servers.requireMariadb();
    Path database =
        Files.writeString(
            temporary.resolve("server.properties"),
            """
            database = mariadb
            url = %s
            user = %s
            password = ${IBENCH_PASSWORD}
            """
                .formatted(server.jdbcUrl(), server.user()));
    Path output = temporary.resolve("results");
    Cli run =
        Cli.ibench(
            Map.of("IBENCH_PASSWORD", server.password()),
            "run",
            Cli.LINKBENCH,
            "-d=" + database,
            "-o=" + output,
            "-s=steps=drop,create,load,index,request,verify,drop_2",
            "-s=drop_2.like=drop",
            "-s=linkbench.maxid1=10001",
            "-s=interval=200ms",
            "-s=report.every=1s",
            "-s=load.threads=2",
            "-s=request.threads=2",
            "-s=request.until=3s",
            "-s=request.repeat=2");
    assertThat(run.code()).as(run.err()).isZero();
    File summary = output.resolve("summary.json").toFile();
    new ObjectMapper().readTree(summary).get("steps").forEach(step -> STEPS.put(name(step), step));
    read(output.resolve("intervals.csv"));
    cpus = cpus(output.resolve("run.json"));
  }

  private static String name(JsonNode step) {
    return step.get("name").asText() + " " + step.get("repeat").asText();
  }

  private static int cpus(Path runFile) throws IOException {
    int cpus = new ObjectMapper().readTree(runFile.toFile()).at("/host/cpus").asInt();
    assertThat(cpus).as("processors in run.json").isPositive();
    return cpus;
  }

  private static void read(Path csv) throws IOException {
    List<String> lines = Files.readAllLines(csv);
    String[] head = lines.get(0).split(",", -1);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      assertThat(cells).hasSameSizeAs(head);
      Map<String, String> row = new TreeMap<>();
      for (int i = 0; i < head.length; i++) {
        row.put(head[i], cells[i]);
      }
      INTERVALS.add(row);
    }
  }

  private static List<Map<String, String>> intervals(JsonNode step) {
    return INTERVALS.stream()
        .filter(row -> (row.get("step") + " " + row.get("repeat")).equals(name(step)))
        .toList();
  }

  /** Over the intervals of a step; NaN where a cell is empty. */
  private static double sum(JsonNode step, String column) {
    return intervals(step).stream()
        .map(row -> row.get(column))
        .mapToDouble(cell -> cell.isEmpty() ? Double.NaN : Double.parseDouble(cell))
        .sum();
  }

  private static double operations(JsonNode step) {
    String column = name(step).equals(LOAD) ? "inserted_rows" : "queries";
    return sum(step, column);
  }

  private static void assertFollows(JsonNode part, String key, double expected, String what) {
    if (Double.isNaN(expected)) {
      assertThat(part.get(key).isNull()).as(what).isTrue();
    } else {
      assertThat(part.get(key).asDouble()).as(what).isCloseTo(expected, EQUAL);
    }
  }

  @TestFactory
  List<DynamicTest> growthOfEachIntervalAddsUpToThatOfItsStep() {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode step : STEPS.values()) {
      tests.add(DynamicTest.dynamicTest(name(step), () -> assertAddsUp(step)));
    }
    return tests;
  }

  private static void assertAddsUp(JsonNode step) {
    double seconds = step.get("seconds").asDouble();
    for (Rate rate : RATES) {
      String what = name(step) + " " + rate.key();
      double grown = sum(step, rate.counter().key()) / rate.unit();
      assertFollows(step, rate.key(), grown / seconds, what);
      if (!endsWithARest(step)) {
        assertSame(what + " of the periods", periodsTogether(step, rate.key()), grown);
      }
    }
    assertThat(sum(step, "seconds")).isCloseTo(seconds, within(1e-4));
    assertThat(step.get("intervals").asInt()).isEqualTo(intervals(step).size());
  }

  /** A last period shorter than an interval, which is not reported. */
  private static boolean endsWithARest(JsonNode step) {
    JsonNode periods = step.get("periods");
    JsonNode last = periods.get(periods.size() - 1);
    return last.get("partial").asBoolean() && last.get("seconds").asDouble() < INTERVAL_SECONDS;
  }

  private static double periodsTogether(JsonNode step, String key) {
    double sum = 0;
    for (JsonNode period : step.get("periods")) {
      JsonNode rate = period.get(key);
      sum += rate.isNull() ? Double.NaN : rate.asDouble() * period.get("seconds").asDouble();
    }
    return sum;
  }

  private static void assertSame(String what, double one, double other) {
    assertThat(Double.isNaN(one)).as(what).isEqualTo(Double.isNaN(other));
    if (!Double.isNaN(one)) {
      assertThat(one).as(what).isCloseTo(other, within(1e-6 * Math.max(1, other)));
    }
  }

  @Test
  void costsAreGrowthForEachOperation() {
    for (String name : List.of(LOAD, "request 1", "request 2")) {
      JsonNode step = STEPS.get(name);
      double operations = operations(step);
      String rate = name.equals(LOAD) ? "ips" : "qps";
      assertFollows(step, rate, operations / step.get("seconds").asDouble(), name);
      for (Rate cost : COSTS) {
        double grown = sum(step, cost.counter().key()) / cost.unit();
        assertFollows(step, cost.key(), grown / operations, name + " " + cost.key());
      }
    }
  }

  @Test
  void shareOfTheProcessorsIsThatOfTheirTicks() {
    for (JsonNode step : STEPS.values()) {
      double busy = sum(step, HostMetric.CPU_BUSY_TICKS.key());
      double percent = 100 * busy / sum(step, HostMetric.CPU_TOTAL_TICKS.key());
      assertFollows(step, "cpu_pct", percent, name(step));
      if (step.get("mcpupq").isNumber()) {
        double rate = step.get(step.get("qps").isNull() ? "ips" : "qps").asDouble();
        assertFollows(step, "mcpupq", percent * 1e6 / rate, name(step));
        assertFollows(step, "cpu_us_pq", percent / 100 * cpus * 1e6 / rate, name(step));
      }
    }
  }

  /**
   * The machine's counter may be sampled at its ticks of 10 ms, and those of the processes are
   * exact. So it is compared with half of what the processes used, over seconds. A step of a few
   * milliseconds may lie between two ticks.
   */
  @Test
  void theMachineUsesWhatTheClientAndTheServerUse() {
    for (String name : QUERIES) {
      JsonNode step = STEPS.get(name);
      double processes = step.get("client_us_pq").asDouble() + step.get("server_us_pq").asDouble();
      assertThat(step.get("cpu_us_pq").asDouble())
          .as(name)
          .isPositive()
          .isGreaterThan(processes / 2);
    }
  }

  /** The rest of the machine's CPU proves nothing about neighbours: anybody may use it. */
  @Test
  void theCpuOfServerAndClientIsTheSumOfBoth() {
    for (String name : QUERIES) {
      JsonNode step = STEPS.get(name);
      double both = step.get("client_us_pq").asDouble() + step.get("server_us_pq").asDouble();
      assertFollows(step, "own_cpu_us_pq", both, name);
      double cpus = CostOnMariadbTest.cpus;
      double own = both * step.get("qps").asDouble() / 1e4 / cpus;
      assertThat(step.get("other_cpu_pct").asDouble())
          .as(name)
          .isGreaterThanOrEqualTo(0)
          .isCloseTo(Math.max(0, step.get("cpu_pct").asDouble() - own), within(5.0));
      assertThat(step.get("client_wait_pct").asDouble()).isBetween(0.0, 100.0);
    }
  }

  @Test
  void columnsFollowFromEachOther() {
    JsonNode load = STEPS.get(LOAD);
    double ips = load.get("ips").asDouble();
    assertFollows(load, "wkbps", load.get("wkbpi").asDouble() * ips, "wKB/i x ips");
    assertFollows(load, "wps", load.get("wpi").asDouble() * ips, "w/i x ips");
    assertFollows(load, "cpu_pct", load.get("mcpupq").asDouble() * ips / 1e6, "Mcpu/i x ips");
    for (JsonNode step : STEPS.values()) {
      double seconds = step.get("seconds").asDouble();
      double written = step.get("wkbps").asDouble() * KIB * seconds / GIB;
      assertFollows(step, "written_gb", written, name(step));
      if (step.get("bytes_per_row").isNumber()) {
        double bytes = step.get("bytes_per_row").asDouble() * step.get("rows_in_tables").asDouble();
        assertFollows(step, "db_bytes", bytes, name(step));
      }
      if (step.get("db_bytes").isNumber()) {
        assertFollows(step, "size_gb", step.get("db_bytes").asDouble() / GIB, name(step));
        assertThat(step.get("dir_bytes").asLong()).isGreaterThan(step.get("db_bytes").asLong());
      }
    }
  }

  @Test
  void whatWritesCostIsThere() {
    JsonNode load = STEPS.get(LOAD);
    for (String key : List.of("wkbpi", "wpi", "server_wkbpq", "server_us_pq", "client_us_pq")) {
      assertThat(load.get(key).asDouble()).as(key).isPositive();
    }
    for (String name : QUERIES) {
      JsonNode step = STEPS.get(name);
      for (String key : List.of("wkbps", "server_us_pq", "size_gb", "rss_gb", "bytes_per_row")) {
        assertThat(step.get(key).asDouble()).as(name + " " + key).isPositive();
      }
      assertThat(step.get("rss_gb").asDouble())
          .isGreaterThanOrEqualTo(step.get("rss_end_gb").asDouble());
      assertThat(step.get("server_restarts").asLong()).isZero();
      assertThat(step.get("outside_pct").asDouble()).isBetween(0.0, 100.0);
    }
  }

  /** What a server, and the system about its process, have counted since its start. */
  private record Views(Map<String, Long> status, Map<String, Long> schema, long cpuNanos) {

    static Views of(PrivateMariadb server, Connection connection) throws Exception {
      return new Views(
          longs(connection, "SHOW GLOBAL STATUS WHERE Value REGEXP '^[0-9]+$'"),
          longs(
              connection,
              """
              SELECT event_name, count_star FROM performance_schema.
              events_statements_summary_global_by_event_name\
              """),
          ProcessHandle.of(server.pid())
              .flatMap(process -> process.info().totalCpuDuration())
              .orElseThrow()
              .toNanos());
    }

    private static Map<String, Long> longs(Connection connection, String query)
        throws SQLException {
      Map<String, Long> found = new TreeMap<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(query)) {
        while (rows.next()) {
          found.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getBigDecimal(2).longValue());
        }
      }
      return found;
    }
  }

  /** The views are of the whole run, with what ibench asks and keeps beside the step. */
  @Test
  void theServersOwnViewsAgree() throws Exception {
    try (PrivateMariadb server = Servers.requireOwnMariadb("--performance-schema=ON");
        Connection connection = server.connect()) {
      Path output = temporary.resolve("oltp");
      oltp(server, temporary.resolve("oltp-load"), "create,load,index");
      Views before = Views.of(server, connection);
      oltp(server, output, "write_only");
      Views after = Views.of(server, connection);
      JsonNode step =
          new ObjectMapper().readTree(output.resolve("summary.json").toFile()).at("/steps/0");
      for (String name : List.of("com_insert", "com_delete", "com_update", "com_stmt_execute")) {
        long counted = step.at("/server_counters/" + name).asLong();
        assertThat(counted).as(name).isGreaterThanOrEqualTo(TRANSACTIONS);
        assertThat(growth(before.status(), after.status(), name))
            .as(name)
            .isBetween(counted, counted + BESIDE_THE_STEP);
      }
      long executed = step.at("/server_counters/com_stmt_execute").asLong();
      assertThat(growth(before.schema(), after.schema(), "statement/com/execute"))
          .isBetween(executed, executed + BESIDE_THE_STEP);
      for (String name : List.of("innodb_data_fsyncs", "innodb_os_log_written")) {
        assertThat(step.at("/server_counters/" + name).asLong())
            .as(name)
            .isPositive()
            .isLessThanOrEqualTo(growth(before.status(), after.status(), name));
      }
      double cpuNanos = step.get("server_us_pq").asDouble() * 1e3 * TRANSACTIONS;
      assertThat(cpuNanos)
          .isPositive()
          .isLessThanOrEqualTo(after.cpuNanos() - before.cpuNanos() + TICK_NANOS);
    }
  }

  private static long growth(Map<String, Long> before, Map<String, Long> after, String name) {
    return after.get(name) - before.get(name);
  }

  private static void oltp(PrivateMariadb server, Path output, String steps) throws IOException {
    Path database =
        Files.writeString(
            temporary.resolve("own.properties"),
            "database = mariadb\nurl = %s\nuser = %s\npassword = ${IBENCH_PASSWORD}\n"
                .formatted(server.jdbcUrl(), server.user()));
    Cli run =
        Cli.ibench(
            Map.of("IBENCH_PASSWORD", server.password()),
            "run",
            "oltp",
            "-d=" + database,
            "-o=" + output,
            "-s=steps=" + steps,
            "-s=oltp.rows=1000",
            "-s=oltp.threads=1",
            "-s=oltp.until=1h",
            "-s=oltp.operations=" + TRANSACTIONS,
            "--lenient",
            "--no-page");
    assertThat(run.code()).as(run.err()).isZero();
  }
}
