package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.WaitStates;
import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the sessions of MariaDB and MySQL wait for: by the list of processes; by InnoDB's list of
 * transactions, if the user has the right PROCESS; and by the performance schema, if it is on and
 * collects waits, which ibench does not change.
 *
 * <p>The list of processes has the stage of a statement. Most stages are work, such as {@code
 * Sending data}, {@code Updating} or {@code Writing to net}, in which 9 of 10 threads were on a CPU
 * or ready for one; whether such a thread waits for a page of a file or for a latch, the server
 * does not tell: they are {@link #CPU}. {@code Commit} and MariaDB's {@code Updating status} keep
 * their names: after a change they are the wait for the log, though a moment of work after a read.
 *
 * <p>A look at 8 sessions costs the server some 1 ms of CPU: nine a second are 1 % of a CPU.
 */
final class MysqlWaits implements WaitStates {

  static final String ROW_LOCK = "row lock";

  /** Stages that wait, or may. */
  private static final Pattern WAITS =
      Pattern.compile(
          "\\bwait|^(system|table|user) lock|^user sleep|^commit|^updating status|^wsrep"
              + "|^acquiring total order",
          Pattern.CASE_INSENSITIVE);

  /** Events that are work as well: calls of an engine, and what a session does with its client. */
  private static final Pattern NO_WAIT = Pattern.compile("idle|wait/io/(table|socket)/.*");

  /**
   * InnoDB lists transactions anew only if nobody has read the list for 0.1 s: who reads it more
   * often sees an old one for ever.
   */
  private static final long LIST_NANOS = TimeUnit.MILLISECONDS.toNanos(110);

  private static final String COLLECTS =
      "SELECT 1 FROM performance_schema.setup_consumers"
          + " WHERE name = 'events_waits_current' AND enabled = 'YES'";

  private final MysqlTarget target;
  private final Connection connection;
  private final PreparedStatement question;

  private MysqlWaits(MysqlTarget target, Connection connection, PreparedStatement question) {
    this.target = target;
    this.connection = connection;
    this.question = question;
  }

  static MysqlWaits open(MysqlTarget target) throws DatabaseException {
    Connection connection = target.connect();
    try {
      return new MysqlWaits(target, connection, answered(target, connection));
    } catch (SQLException e) {
      closed(target, connection);
      throw target.failures().of(e);
    }
  }

  /** The question that tells most of those that the server answers this user. */
  private static PreparedStatement answered(MysqlTarget target, Connection connection)
      throws SQLException {
    SQLException refusal = new SQLException();
    for (String text : questions(target.dialect(), connection)) {
      PreparedStatement question = connection.prepareStatement(text);
      try {
        question.executeQuery().close();
        return question;
      } catch (SQLException e) {
        question.close();
        refusal = e;
      }
    }
    throw refusal;
  }

  private static List<String> questions(MysqlDialect dialect, Connection connection)
      throws SQLException {
    boolean schema = Connections.value(connection, "SELECT @@performance_schema").equals("1");
    List<String> questions = new ArrayList<>();
    for (boolean transactions : List.of(true, false)) {
      if (schema && collects(connection)) {
        questions.add(question("performance_schema.threads", "processlist_", transactions));
      }
      questions.add(question(dialect.processes(schema), "", transactions));
    }
    return questions;
  }

  private static boolean collects(Connection connection) {
    try {
      return !Connections.value(connection, COLLECTS).isEmpty();
    } catch (SQLException e) {
      // This user may not know.
      return false;
    }
  }

  /**
   * Rows of a session, its stage, whether it waits for a row, and an event.
   *
   * @param prefix of the columns of that list
   */
  private static String question(String list, String prefix, boolean transactions) {
    String p = "p." + prefix;
    boolean events = !prefix.isEmpty();
    String columns =
        String.join(
            ", ",
            p + "id",
            p + "state",
            transactions ? "t.trx_mysql_thread_id" : "NULL",
            events ? "w.event_name" : "NULL");
    String withTransactions =
        " LEFT JOIN information_schema.innodb_trx t ON t.trx_mysql_thread_id = "
            + p
            + "id AND t.trx_state = 'LOCK WAIT'";
    String withEvents =
        " LEFT JOIN performance_schema.events_waits_current w"
            + " ON w.thread_id = p.thread_id AND w.end_event_id IS NULL";
    return "SELECT "
        + columns
        + " FROM "
        + list
        + " p"
        + (transactions ? withTransactions : "")
        + (events ? withEvents : "")
        + String.format(
            " WHERE %1$sdb = DATABASE() AND %1$sid <> CONNECTION_ID()"
                + " AND %1$suser <> 'system user'"
                + " AND %1$scommand NOT IN ('Sleep', 'Daemon', 'Connect', 'Quit')",
            p)
        + (events ? " ORDER BY w.event_id" : "");
  }

  @Override
  public long leastNanos() {
    return LIST_NANOS;
  }

  /** Of the events of a session, which lie within each other, the innermost one counts. */
  @Override
  public List<String> now() throws DatabaseException {
    try (ResultSet rows = question.executeQuery()) {
      Map<Long, String> states = new HashMap<>();
      while (rows.next()) {
        String state = state(rows.getString(2), rows.getString(3) != null, rows.getString(4));
        states.merge(rows.getLong(1), state, (outer, inner) -> inner.equals(CPU) ? outer : inner);
      }
      return List.copyOf(states.values());
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  /** What a session does. */
  static String state(@Nullable String stage, boolean waitsForRow, @Nullable String event) {
    if (waitsForRow) {
      return ROW_LOCK;
    }
    if (event != null && !NO_WAIT.matcher(event).matches()) {
      return event;
    }
    return stage != null && WAITS.matcher(stage).find() ? stage : CPU;
  }

  @Override
  public void close() throws DatabaseException {
    closed(target, connection);
  }

  private static void closed(MysqlTarget target, Connection connection) throws DatabaseException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }
}
