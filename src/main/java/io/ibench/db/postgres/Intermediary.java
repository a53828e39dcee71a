package io.ibench.db.postgres;

import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.SessionList;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;

/**
 * What stands between client and server, as far as it shows. Immutable.
 *
 * <p>A pooler such as pgbouncer is noticed because the process that answers is another one than the
 * login has named. Anything else that ends the client's connection and opens its own to the server
 * is noticed because the server sees another port of the client than those that this process has:
 * then a session that outlives its connection tells a pooler from a proxy.
 *
 * @param kind what it is
 * @param evidence how the server sees this client; empty if nothing is between
 */
record Intermediary(Kind kind, String evidence) {

  /** Whose the server's sessions are. */
  enum Kind {
    /** Nothing shows: the session is this client's. */
    NONE,
    /** Something passes each connection on by itself: the session is this client's. */
    PROXY,
    /** Something that lends its sessions: they may serve somebody else. */
    POOLER,
    /** One of the two. */
    UNKNOWN
  }

  static final Intermediary NONE = new Intermediary(Kind.NONE, "");

  /** What a reader of a result must know of a pooler. */
  private static final String POOLER_WARNING =
      "a pooler stands between client and server: its time is in every response time; if it lends"
          + " a connection for one transaction, SET and other state of a session may get lost";

  private static final String PROXY_WARNING =
      "something stands between client and server, such as a proxy, a tunnel or a network that"
          + " changes addresses: its time is in every response time";

  private static final String UNKNOWN_WARNING =
      "; it may be a pooler, so ibench ends no session of the server";

  private static final String OTHER_PROCESS =
      "another process answers than the one that the login has named";

  private static final String CLIENT =
      "SELECT host(client_addr), client_port FROM pg_stat_get_activity(pg_backend_pid())";

  /** The server's port of a client on its unix socket. */
  private static final int ON_SOCKET = -1;

  /** At least as long as a server takes to notice a goodbye. */
  private static final int LOOKS = 100;

  private static final String NEXT_LOOK = "SELECT pg_sleep(0.02)";

  /**
   * Looks what is between.
   *
   * @param socket whether the client uses no TCP of its own
   * @param opener opens a connection of the same settings
   */
  static Intermediary of(
      Connection connection, boolean socket, Connections.Opener opener, Failures failures)
      throws SQLException {
    String answering = Connections.value(connection, "SELECT pg_backend_pid()");
    if (isOther(connection, Long.parseLong(answering))) {
      return new Intermediary(Kind.POOLER, OTHER_PROCESS);
    }
    Optional<String> seen = foreignAddress(connection, socket, failures);
    if (seen.isEmpty()) {
      return NONE;
    }
    return new Intermediary(kind(connection, opener, failures), seen.get());
  }

  /**
   * Whether the login has named another process.
   *
   * @param answering the process that has answered on this connection
   */
  static boolean isOther(Connection connection, long answering) throws SQLException {
    return connection.unwrap(PGConnection.class).getBackendPID() != answering;
  }

  /**
   * The client's address as the server sees it, if it is not this connection's. Empty also where
   * the server or this system does not tell.
   */
  private static Optional<String> foreignAddress(
      Connection connection, boolean socket, Failures failures) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet results = statement.executeQuery(CLIENT)) {
      return results.next()
          ? foreignAddress(connection, socket, results.getString(1), results.getInt(2))
          : Optional.empty();
    } catch (SQLException e) {
      // A product that is made of PostgreSQL may lack this view.
      if (failures.classify(e).isConnectionLoss()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static Optional<String> foreignAddress(
      Connection connection, boolean socket, String host, int port) throws SQLException {
    if (port == ON_SOCKET) {
      return socket
          ? Optional.empty()
          : Optional.of("the server sees a client on its unix socket, and this one uses TCP");
    }
    return port <= 0 || isOwn(connection, socket, port)
        ? Optional.empty()
        : Optional.of(
            "the server sees the client "
                + host
                + ":"
                + port
                + ", which is no port of this process");
  }

  private static boolean isOwn(Connection connection, boolean socket, int port)
      throws SQLException {
    OptionalInt peer =
        socket
            ? OptionalInt.empty()
            : OptionalInt.of(
                connection.unwrap(BaseConnection.class).getQueryExecutor().getHostSpec().getPort());
    Optional<Set<Integer>> ports = LocalPorts.ofThisProcess(peer);
    return ports.isEmpty() || ports.get().contains(port);
  }

  /** Opens and closes a connection: its session stays, ends, or does not show. */
  private static Kind kind(Connection watch, Connections.Opener opener, Failures failures)
      throws SQLException {
    PostgresSessionList list = new PostgresSessionList(NONE);
    try {
      SessionList.Identity own = list.own(watch);
      SessionList.Identity closed;
      try (Connection other = opener.open()) {
        closed = list.own(other);
      }
      if (!closed.server().equals(own.server())) {
        return Kind.UNKNOWN;
      }
      for (int look = 0; look < LOOKS; look++) {
        if (!list.isThere(watch, own, closed)) {
          return Kind.PROXY;
        }
        Connections.value(watch, NEXT_LOOK);
      }
      return Kind.POOLER;
    } catch (SQLException e) {
      if (watch.isClosed() && failures.classify(e).isConnectionLoss()) {
        throw e;
      }
      return Kind.UNKNOWN;
    }
  }

  /** Whether the server's sessions may serve somebody else. */
  boolean mayLend() {
    return kind == Kind.POOLER || kind == Kind.UNKNOWN;
  }

  /** What a reader of a result must know; empty if nothing is between. */
  Optional<String> warning() {
    return switch (kind) {
      case NONE -> Optional.empty();
      case PROXY -> Optional.of(PROXY_WARNING + " (" + evidence + ")");
      case POOLER -> Optional.of(POOLER_WARNING + " (" + evidence + ")");
      case UNKNOWN -> Optional.of(PROXY_WARNING + UNKNOWN_WARNING + " (" + evidence + ")");
    };
  }

  /** What follows the driver's name in a result, the same in every run. */
  String mention() {
    return switch (kind) {
      case NONE -> "";
      case PROXY -> ", through a proxy";
      case POOLER -> ", through a pooler";
      case UNKNOWN -> ", through a proxy or pooler";
    };
  }

  /**
   * The server's host, if its address tells: a pooler may be on another one.
   *
   * @param host as the URL names it
   */
  String serverHost(Connection connection, String host) throws SQLException {
    if (!mayLend()) {
      return host;
    }
    String address =
        Connections.value(
            connection,
            "SELECT host(inet_server_addr()) WHERE NOT inet_server_addr() <<= inet '127.0.0.0/8'"
                + " AND inet_server_addr() <> inet '::1'");
    return address.isEmpty() ? host : address;
  }
}
