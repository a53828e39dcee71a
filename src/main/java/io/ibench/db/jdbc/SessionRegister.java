package io.ibench.db.jdbc;

import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Maps our connections to the server's sessions, to find a session after its connection is lost.
 * Thread-safe.
 */
public final class SessionRegister {

  private final SessionList list;
  private final Failures failures;
  private final Map<Connection, SessionList.Identity> known =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Asks on a working connection. */
  public interface Asker {
    Aftermath.State ask(Administration.Question<Aftermath.State> question)
        throws SQLException, DatabaseException;
  }

  public SessionRegister(SessionList list, Failures failures) {
    this.list = list;
    this.failures = failures;
  }

  /**
   * Registers the session of a new connection, if the server reports it.
   *
   * @return the same connection
   * @throws SQLException when the connection is lost already; then it is closed
   */
  Connection opened(Connection connection) throws SQLException {
    try {
      known.put(connection, list.own(connection));
    } catch (SQLException e) {
      if (failures.classify(e).isConnectionLoss()) {
        Connections.breakOff(connection);
        throw e;
      }
    }
    return connection;
  }

  /** Whether the server's session of this connection is known, and is this connection's alone. */
  public boolean knows(Connection connection) {
    return known.containsKey(connection);
  }

  /** Registers like {@link #opened}; classifies failures. */
  public Connection register(Connection connection) throws DatabaseException {
    try {
      return opened(connection);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /**
   * Watches the sessions of lost connections.
   *
   * @param lost registered connections, which are no longer used
   * @param asker called by {@link Aftermath#look}
   */
  public Aftermath aftermath(List<Connection> lost, Asker asker) {
    List<SessionList.Identity> sessions = new ArrayList<>();
    for (Connection connection : lost) {
      SessionList.Identity session = known.get(connection);
      if (session == null) {
        return () -> Aftermath.State.UNSEEN;
      }
      sessions.add(session);
    }
    return new OfSessions(sessions, asker);
  }

  private final class OfSessions implements Aftermath {

    private final List<SessionList.Identity> left;
    private final Asker asker;
    private boolean wasThere;

    OfSessions(List<SessionList.Identity> sessions, Asker asker) {
      this.left = sessions;
      this.asker = asker;
    }

    @Override
    public State look() throws DatabaseException {
      try {
        return left.isEmpty() ? State.OVER : asker.ask(this::look);
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }

    /** A refusal of the server means UNSEEN. */
    private State look(Connection asking) throws SQLException {
      try {
        SessionList.Identity own = list.own(asking);
        for (SessionList.Identity session : List.copyOf(left)) {
          if (!session.server().equals(own.server())) {
            return State.UNSEEN;
          }
          if (!list.isThere(asking, own, session)) {
            left.remove(session);
          } else if (wasThere) {
            end(asking, session);
          }
        }
      } catch (SQLException e) {
        return unlessLost(e, State.UNSEEN);
      }
      wasThere = true;
      return left.isEmpty() ? State.OVER : State.GOING_ON;
    }

    /** The session may have ended meanwhile, or the server refuses: the next look finds out. */
    private void end(Connection asking, SessionList.Identity session) throws SQLException {
      try {
        list.end(asking, session);
      } catch (SQLException e) {
        unlessLost(e, State.GOING_ON);
      }
    }

    private State unlessLost(SQLException failure, State state) throws SQLException {
      if (failures.classify(failure).isConnectionLoss()) {
        throw failure;
      }
      return state;
    }
  }
}
