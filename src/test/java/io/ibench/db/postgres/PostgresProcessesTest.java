package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.ServerLocation;
import io.ibench.host.HostMetric;
import io.ibench.host.LocalServer;
import io.ibench.host.Proc;
import io.ibench.host.ProcessGauge;
import io.ibench.host.ServerProcess;
import io.ibench.measure.Gauge;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The location that a server reports leads to all of its processes. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
@NeedsServer
class PostgresProcessesTest {

  private static final long MUCH_CPU_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Proc proc = new Proc();
  private final OwnSchema schema = new OwnSchema(Servers.requirePostgres());
  private ServerLocation place;

  @BeforeEach
  void open() throws SQLException {
    try (Connection connection = schema.connect()) {
      place = new PostgresServerInfo(connection, schema.target(), Intermediary.NONE).location();
    }
  }

  @AfterEach
  void close() {
    schema.close();
  }

  /** With a new gauge, which has no earlier reading that it must not fall below. */
  private long read(HostMetric metric) {
    Map<String, Long> values = new HashMap<>();
    ServerProcess server = new ServerProcess(place.pid().orElseThrow(), place.withChildren());
    ProcessGauge.server(proc, List.of(server))
        .read(
            0,
            new Gauge.Sink() {
              @Override
              public void put(String name, long value) {
                values.put(name, value);
              }

              @Override
              public void absent(String name, String reason) {}
            });
    assertThat(values).containsKey(metric.key());
    return values.get(metric.key());
  }

  @Test
  void theProcessIsTheServers() {
    LocalServer.Answer answer =
        LocalServer.isProcess(proc, place.pid().orElseThrow(), Set.copyOf(place.processNames()));
    assertThat(answer.reason()).isEmpty();
    assertThat(read(HostMetric.SERVER_RSS_BYTES)).isPositive();
  }

  @Test
  void cpuOfABackendCountsWhileItLivesAndAfterwards() throws Exception {
    long before = read(HostMetric.SERVER_CPU_NANOS);
    ProcessHandle backend;
    long busy;
    try (Connection connection = schema.connect();
        var statement = connection.createStatement()) {
      try (var pid = statement.executeQuery("SELECT pg_backend_pid()")) {
        pid.next();
        backend = ProcessHandle.of(pid.getLong(1)).orElseThrow();
      }
      do {
        statement.execute("SELECT count(*) FROM generate_series(1, 300000)");
        busy = read(HostMetric.SERVER_CPU_NANOS);
      } while (busy < before + MUCH_CPU_NANOS);
    }
    backend.onExit().get();
    assertThat(read(HostMetric.SERVER_CPU_NANOS)).isGreaterThanOrEqualTo(busy);
  }
}
