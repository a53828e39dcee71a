package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.MariadbSchema;
import io.ibench.measure.OperationSummary;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import io.ibench.workload.Plan;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server's own log shows that a transaction that met a deadlock is repeated as it was. */
@NeedsServer
@Timeout(300)
class ScriptDeadlockTest {

  /** Each of two transactions locks the row that the other one wants next. */
  private static final String SCRIPT =
      """
      --@ schema
      CREATE TABLE pair (id int NOT NULL PRIMARY KEY, x bigint NOT NULL);
      --@ load rows=2
      INSERT INTO pair (id, x) VALUES (:n, 0);
      --@ transaction up
      \\set a random(1, 1000000000)
      BEGIN;
      UPDATE pair SET x = :a WHERE id = 1;
      \\sleep 3 ms
      \\set b random(1, 1000000000)
      UPDATE pair SET x = :b WHERE id = 2;
      COMMIT;
      --@ transaction down
      \\set a random(1, 1000000000)
      BEGIN;
      UPDATE pair SET x = :a WHERE id = 2;
      \\sleep 3 ms
      \\set b random(1, 1000000000)
      UPDATE pair SET x = :b WHERE id = 1;
      COMMIT;
      """;

  private static final Pattern VALUE = Pattern.compile("UPDATE pair SET x = (\\d+) WHERE.*");

  @TempDir private Path folder;

  @Test
  void aRepeatedTransactionHasTheSameValues() throws Exception {
    try (PrivateMariadb server =
            Servers.requireOwnMariadb("--general-log=1", "--log-output=TABLE");
        MariadbSchema schema = new MariadbSchema(server);
        Database database = schema.open(schema.url())) {
      Plan plan =
          ScriptRunner.plan(
              folder,
              "mariadb",
              SCRIPT,
              "steps = create, load, request",
              "request.threads = 2",
              "request.operations = 60");
      ScriptRunner run = new ScriptRunner(database, plan);
      assertThat(run.problems()).isEmpty();
      OperationSummary up = run.operation("request", "up");
      OperationSummary down = run.operation("request", "down");
      long repeated = up.retries() + down.retries();
      assertThat(repeated).isPositive();
      assertThat(repeats(schema)).hasSize((int) repeated).allSatisfy(ScriptDeadlockTest::isSame);
    }
  }

  /** The values of an attempt that was rolled back, and of the attempt after it. */
  private record Repeat(List<String> first, List<String> second) {}

  private static void isSame(Repeat repeat) {
    assertThat(repeat.first()).isNotEmpty();
    assertThat(repeat.second().subList(0, repeat.first().size())).isEqualTo(repeat.first());
  }

  private static List<Repeat> repeats(MariadbSchema schema) throws Exception {
    List<Repeat> repeats = new ArrayList<>();
    Map<Long, List<String>> failed = new TreeMap<>();
    Map<Long, List<String>> open = new TreeMap<>();
    try (Connection connection = schema.connect();
        Statement statement = connection.createStatement();
        ResultSet lines =
            statement.executeQuery(
                "SELECT thread_id, argument FROM mysql.general_log"
                    + " WHERE command_type IN ('Query', 'Execute') ORDER BY event_time")) {
      while (lines.next()) {
        long thread = lines.getLong(1);
        String text = lines.getString(2);
        Matcher value = VALUE.matcher(text);
        if (text.equals("BEGIN")) {
          open.put(thread, new ArrayList<>());
        } else if (value.matches() && open.containsKey(thread)) {
          open.get(thread).add(value.group(1));
        } else if (text.equals("ROLLBACK") || text.equals("COMMIT")) {
          List<String> values = open.getOrDefault(thread, List.of());
          if (failed.containsKey(thread)) {
            repeats.add(new Repeat(failed.remove(thread), values));
          }
          if (text.equals("ROLLBACK")) {
            failed.put(thread, values);
          }
        }
      }
    }
    return repeats;
  }
}
