package io.ibench.db.mysql;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;
import io.ibench.db.jdbc.UnixSocket;
import java.io.Closeable;
import java.io.IOException;

/**
 * Connects MySQL Connector/J to a unix socket. The driver creates one for each connection, by its
 * name.
 */
public final class UnixSocketFactory extends StandardSocketFactory {

  /** The option with the socket's path. */
  static final String PATH = "ibenchUnixSocket";

  @Override
  // The driver's interface; it wants a Socket.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends Closeable> T connect(
      String host, int port, PropertySet options, int loginTimeout) throws IOException {
    rawSocket = new UnixSocket(options.getStringProperty(PATH).getValue());
    return (T) rawSocket;
  }
}
