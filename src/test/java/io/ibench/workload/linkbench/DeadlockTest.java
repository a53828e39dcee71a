package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.MariadbSchema;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another transaction locks counts first and links then, against the order of every worker: sooner
 * or later each waits for the other, and the server chooses a worker as the victim.
 */
@Timeout(GraphContract.PATIENCE_SECONDS)
@NeedsServer
@Isolated
class DeadlockTest {

  private static final int IDS = 200;

  @TempDir Path folder;

  private MariadbSchema schema;
  private Database database;

  @BeforeEach
  void open() throws DatabaseException {
    schema = new MariadbSchema(Servers.requireMariadb());
    database = schema.open(schema.url());
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      database.close();
    }
    if (schema != null) {
      schema.close();
    }
  }

  private Map<String, String> settings(int threads) throws Exception {
    Map<String, String> settings = new HashMap<>();
    LinkBenchKeys.MIX.values().forEach(percent -> settings.put(percent.name(), "0"));
    settings.put("linkbench.deletelink", "60");
    settings.put("linkbench.addlink", "20");
    settings.put("linkbench.updatelink", "20");
    settings.put("steps", "create, load, index, request, verify");
    settings.put("linkbench.maxid1", Integer.toString(IDS + 1));
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "12 100"));
    settings.put("request.threads", Integer.toString(threads));
    settings.put("request.operations", Integer.toString(threads * 10));
    return settings;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 64})
  void theVictimIsRetriedAndCountedAndNothingIsLost(int threads) throws Exception {
    try (Stranger stranger = new Stranger(schema)) {
      Map<String, StepResult> results = EngineOnGraph.run(database, settings(threads), stranger);
      stranger.join();
      PeriodResult request = results.get("request").whole();
      assertThat(results.get("request").failure()).isEmpty();
      assertThat(request.retries()).isPositive();
      assertThat(request.failures()).isZero();
      assertThat(request.successes()).isEqualTo(threads * 10L);
      assertThat(results.get("verify").problems()).isEmpty();
    }
    StoredGraph stored = StoredGraph.read(database);
    assertThat(stored.counts()).isEqualTo(stored.visible());
  }

  /** Locks every count before the first request, and every link when a worker waits for it. */
  private static final class Stranger implements RunListener, AutoCloseable {

    private final Connection connection;
    private final Connection observer;
    private CompletableFuture<Void> crossing = new CompletableFuture<>();

    Stranger(MariadbSchema schema) throws SQLException {
      connection = schema.connect();
      connection.setAutoCommit(false);
      observer = schema.connect();
    }

    @Override
    public void stepStarted(StepStart step) {
      if (step.title().equals("request")) {
        // So many changes that the server prefers to undo a worker's one.
        update(connection, "UPDATE counttable SET version = version + 1");
        crossing = CompletableFuture.runAsync(this::cross);
      }
    }

    private void cross() {
      while (lockWaits() == 0) {
        Thread.onSpinWait();
      }
      update(connection, "UPDATE linktable SET version = version + 1");
      update(connection, "COMMIT");
    }

    private long lockWaits() {
      try (Statement statement = observer.createStatement();
          ResultSet result =
              statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'")) {
        return result.next() ? result.getLong(2) : 0;
      } catch (SQLException e) {
        throw new CompletionException(e);
      }
    }

    private static void update(Connection connection, String sql) {
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate(sql);
      } catch (SQLException e) {
        throw new CompletionException(sql, e);
      }
    }

    void join() {
      crossing.orTimeout(GraphContract.PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void interval(StepStart step, Snapshot snapshot) {}

    @Override
    public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {}

    @Override
    public void stepEnded(StepResult result) {}

    @Override
    public void close() throws SQLException {
      connection.close();
      observer.close();
    }
  }
}
