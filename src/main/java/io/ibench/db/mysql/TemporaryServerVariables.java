package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Changes global variables of a server and later restores their exact values, each on its own
 * connection. Not thread-safe, except {@link #facts}.
 */
final class TemporaryServerVariables {

  private static final String PRIVILEGE = "SUPER, on MySQL SYSTEM_VARIABLES_ADMIN";

  /** After a connection loss, the next attempt opens a new connection. */
  private static final int MAX_ATTEMPTS = 3;

  private final Connections.Opener opener;
  private final Failures failures;
  private final List<Change> changes = new CopyOnWriteArrayList<>();
  private final List<String> facts = new CopyOnWriteArrayList<>();

  /** A variable and its temporary value. */
  record Wanted(String name, int value) {}

  private record Change(String name, String before, int value) {

    String line() {
      String verb = new BigDecimal(before).intValue() < value ? " raised to " : " lowered to ";
      return name + verb + value;
    }

    String notRestored() {
      return line() + " and NOT restored; say SET GLOBAL " + name + " = " + before;
    }
  }

  TemporaryServerVariables(Connections.Opener opener, Failures failures) {
    this.opener = opener;
    this.failures = failures;
  }

  /** The values of those global variables that the server has. */
  static Map<String, String> values(Connection connection, List<String> names) throws SQLException {
    return values(connection, "GLOBAL", names);
  }

  /** As they are in this session; variables without values of sessions as the server has them. */
  static Map<String, String> ofSession(Connection connection, List<String> names)
      throws SQLException {
    return values(connection, "SESSION", names);
  }

  private static Map<String, String> values(Connection connection, String scope, List<String> names)
      throws SQLException {
    Map<String, String> values = new HashMap<>();
    try (var statement =
        connection.prepareStatement(
            "SHOW "
                + scope
                + " VARIABLES WHERE variable_name IN ("
                + Sql.placeholders(names.size())
                + ")")) {
      for (int i = 0; i < names.size(); i++) {
        statement.setString(i + 1, names.get(i));
      }
      try (var results = statement.executeQuery()) {
        while (results.next()) {
          values.put(results.getString(1), results.getString(2));
        }
      }
    }
    return values;
  }

  /** One line: why a global variable was not set. */
  static String refusal(String name, DatabaseException failure) {
    return failure.kind() == FailureKind.DENIED
        ? "no privilege to set " + name + " (" + PRIVILEGE + "): it stays as it is"
        : name + " could not be set: " + failure.getMessage();
  }

  /**
   * Changes those variables that the server has, in this order. A failure becomes a fact. Every
   * variable that may have changed will be restored.
   */
  void change(List<Wanted> wanted) throws DatabaseException {
    try (Connection connection = opener.open()) {
      Map<String, String> present = values(connection, wanted.stream().map(Wanted::name).toList());
      for (Wanted each : wanted) {
        String before = present.get(each.name());
        if (before != null
            && new BigDecimal(before).compareTo(BigDecimal.valueOf(each.value())) != 0
            && !change(connection, new Change(each.name(), before, each.value()))) {
          return;
        }
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** Returns false when further changes would fail too. */
  private boolean change(Connection connection, Change change) {
    try {
      set(connection, change.name(), Integer.toString(change.value()));
      changes.add(change);
      return true;
    } catch (SQLException e) {
      DatabaseException failure = failures.of(e);
      facts.add(refusal(change.name(), failure));
      if (failure.kind().isConnectionLoss()) {
        changes.add(change);
      }
      return failure.kind() != FailureKind.DENIED && !failure.kind().isConnectionLoss();
    }
  }

  private static void set(Connection connection, String name, String value) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET GLOBAL " + name + " = " + value);
    }
  }

  /**
   * Restores all changed variables, the last one first, also after a failure. Another call tries
   * the failed ones again.
   */
  void restore() throws DatabaseException {
    DatabaseException failed = null;
    List<Change> backwards = new ArrayList<>(changes);
    Collections.reverse(backwards);
    for (Change change : backwards) {
      try {
        restore(change);
        changes.remove(change);
        facts.add(change.line() + " and restored to " + change.before());
      } catch (DatabaseException e) {
        DatabaseException failure =
            new DatabaseException(e.kind(), change.notRestored() + ": " + e.getMessage(), e);
        if (failed == null) {
          failed = failure;
        } else {
          failed.addSuppressed(failure);
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /** Defers an interrupt, which ends some connections, until the variable is restored. */
  private void restore(Change change) throws DatabaseException {
    boolean interrupted = false;
    try {
      for (int attempt = 1; ; attempt++) {
        interrupted |= Thread.interrupted();
        if (tryRestore(change, attempt == MAX_ATTEMPTS)) {
          return;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean tryRestore(Change change, boolean last) throws DatabaseException {
    try (Connection connection = opener.open()) {
      set(connection, change.name(), change.before());
      check(connection, change);
      return true;
    } catch (SQLException e) {
      DatabaseException failure = failures.of(e);
      if (last || !failure.kind().isConnectionLoss()) {
        throw failure;
      }
      return false;
    }
  }

  /** A server may set another value, when another variable bounds this one. */
  private static void check(Connection connection, Change change)
      throws SQLException, DatabaseException {
    String now = values(connection, List.of(change.name())).get(change.name());
    if (!change.before().equals(now)) {
      throw new DatabaseException(FailureKind.FATAL, "the server has made it " + now);
    }
  }

  /** Restored, still changed and failed variables, one line each. Thread-safe. */
  List<String> facts() {
    List<String> lines = new ArrayList<>(facts);
    changes.forEach(change -> lines.add(change.notRestored()));
    return lines;
  }
}
