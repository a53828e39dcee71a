package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.WaitStates;
import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
          "\\bwait|^user lock|^user sleep|^commit|^updating status|^wsrep"
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

  private static final String MAY_SEE_EVENTS =
      "SELECT COUNT(*) FROM performance_schema.threads p"
          + " LEFT JOIN performance_schema.events_waits_current w ON w.thread_id = p.thread_id";

  private static final String MAY_SEE_TRANSACTIONS =
      "SELECT COUNT(*) FROM information_schema.innodb_trx";

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
      return new MysqlWaits(target, connection, prepared(target, connection));
    } catch (SQLException e) {
      Connections.close(connection, target.failures());
      throw target.failures().of(e);
    }
  }

  /**
   * Asks of all that this user may see: MySQL may refuse a part when it first reads a row of it.
   */
  private static PreparedStatement prepared(MysqlTarget target, Connection connection)
      throws SQLException {
    boolean schema = Connections.value(connection, "SELECT @@performance_schema").equals("1");
    boolean events =
        schema
            && !answer(connection, COLLECTS).isEmpty()
            && !answer(connection, MAY_SEE_EVENTS).isEmpty();
    boolean transactions = !answer(connection, MAY_SEE_TRANSACTIONS).isEmpty();
    return connection.prepareStatement(
        question(target.dialect().processes(schema), transactions, events));
  }

  /** Empty if it is refused. */
  private static String answer(Connection connection, String question) {
    try {
      return Connections.value(connection, question);
    } catch (SQLException e) {
      return "";
    }
  }

  /** Rows of a session, its stage, whether it waits for a row, and an event. */
  private static String question(String processes, boolean transactions, boolean events) {
    String rows =
        transactions
            ? " LEFT JOIN information_schema.innodb_trx t"
                + " ON t.trx_mysql_thread_id = p.id AND t.trx_state = 'LOCK WAIT'"
            : "";
    String waits =
        events
            ? " LEFT JOIN performance_schema.threads h ON h.processlist_id = p.id"
                + " LEFT JOIN performance_schema.events_waits_current w"
                + " ON w.thread_id = h.thread_id AND w.end_event_id IS NULL"
            : "";
    return String.format(
        Locale.ROOT,
        "SELECT p.id, p.state, %s, %s FROM %s p%s%s WHERE p.db = DATABASE()"
            + " AND p.id <> CONNECTION_ID() AND p.user <> 'system user'"
            + " AND p.command NOT IN ('Sleep', 'Daemon', 'Connect', 'Quit')%s",
        transactions ? "t.trx_mysql_thread_id" : "NULL",
        events ? "w.event_name" : "NULL",
        processes,
        rows,
        waits,
        events ? " ORDER BY w.event_id" : "");
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
    Connections.close(connection, target.failures());
  }
}
