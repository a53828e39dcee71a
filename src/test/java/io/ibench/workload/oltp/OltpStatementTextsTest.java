package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.MariadbSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The texts that the server prepares for the scripts, as its own log shows them. */
@NeedsServer
@Timeout(300)
class OltpStatementTextsTest {

  @Test
  void theServerChoosesTheIndexesByItself() throws Exception {
    String scripts =
        Arrays.stream(Script.values()).map(Script::label).collect(Collectors.joining(", "));
    try (PrivateMariadb server =
            Servers.requireOwnMariadb("--general-log=1", "--log-output=TABLE");
        MariadbSchema schema = new MariadbSchema(server);
        Database database = schema.open(schema.url())) {
      OltpTrial trial = new OltpTrial(database).run(OltpTrial.LOAD);
      try (Connection connection = schema.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("TRUNCATE TABLE mysql.general_log");
        trial.run(scripts, "oltp.operations = 1", "oltp.on = k");
        assertThat(prepared(statement))
            .contains(
                "SELECT c FROM sbtest1 WHERE id = ?",
                "SELECT k FROM sbtest1 WHERE k BETWEEN ? AND ?",
                "SELECT c FROM sbtest1 WHERE id BETWEEN ? AND ? ORDER BY c",
                "UPDATE sbtest1 SET k = k + (1) WHERE id = ?")
            .hasSizeGreaterThan(15)
            .noneMatch(text -> text.matches("(?is).*(\\b(FORCE|USE|IGNORE) INDEX\\b|/\\*).*"));
      }
    }
  }

  private static List<String> prepared(Statement statement) throws Exception {
    List<String> texts = new ArrayList<>();
    try (ResultSet lines =
        statement.executeQuery(
            "SELECT DISTINCT argument FROM mysql.general_log"
                + " WHERE command_type = 'Prepare' AND argument LIKE '%sbtest1%'")) {
      while (lines.next()) {
        texts.add(lines.getString(1).replace("`", ""));
      }
    }
    return texts;
  }
}
