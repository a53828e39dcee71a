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
 * Which of a server's sessions belong to which of our connections, so that a session can be found
 * when its connection is lost. Thread-safe.
 */
public final class SessionRegister {

  private final SessionList list;
  private final Failures failures;
  private final Map<Connection, SessionList.Identity> known =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Asks on a connection that works. */
  public interface Asker {
    Aftermath.State ask(AdminConnection.Question<Aftermath.State> question)
        throws DatabaseException;
  }

  public SessionRegister(SessionList list, Failures failures) {
    this.list = list;
    this.failures = failures;
  }

  /**
   * Remembers the session of a connection that was just opened, if the server tells.
   *
   * @return the same connection
   * @throws SQLException when it is lost already; then it is closed
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

  /** The same, whose failures are classified. */
  public Connection register(Connection connection) throws DatabaseException {
    try {
      return opened(connection);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /**
   * What may go on on lost connections.
   *
   * @param lost as they were registered; nobody uses them any more
   * @param asker asks when the aftermath is looked at
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

  /** One thread's. */
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
      return left.isEmpty() ? State.OVER : asker.ask(this::look);
    }

    /** A server that refuses to tell is one that does not show it. */
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
        return otherwise(e, State.UNSEEN);
      }
      wasThere = true;
      return left.isEmpty() ? State.OVER : State.GOING_ON;
    }

    /** It may have ended meanwhile, or the server refuses: the next look tells. */
    private void end(Connection asking, SessionList.Identity session) throws SQLException {
      try {
        list.end(asking, session);
      } catch (SQLException e) {
        otherwise(e, State.GOING_ON);
      }
    }

    private State otherwise(SQLException failure, State state) throws SQLException {
      if (failures.classify(failure).isConnectionLoss()) {
        throw failure;
      }
      return state;
    }
  }
}
