package io.ibench.testing;

import java.sql.Connection;
import java.sql.SQLException;

/** A server that a test may kill. */
public interface PrivateServer extends AutoCloseable {

  /** Ends the server like a crash, and keeps its data; returns when it is gone. */
  void kill();

  /** Shuts the server down normally, and keeps its data; returns when it is gone. */
  void stop();

  /** Starts the server again on the same data and port; returns when it answers. */
  void restart();

  /** Stops all of the server's processes where they are (SIGSTOP). */
  void pause();

  /** Lets paused processes go on. */
  void unpause();

  int port();

  /** A new connection of a user with all rights; the caller closes it. */
  Connection connect() throws SQLException;

  /** The server's process, whose children may do the work; another one after a restart. */
  long pid();

  @Override
  void close();
}
