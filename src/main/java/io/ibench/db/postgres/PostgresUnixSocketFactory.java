package io.ibench.db.postgres;

import io.ibench.db.jdbc.UnixSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Properties;
import javax.net.SocketFactory;

/** Connects pgjdbc to a unix socket. The driver creates it by its name. */
public final class PostgresUnixSocketFactory extends SocketFactory {

  /** The option with the socket's path. */
  static final String PATH = "ibenchUnixSocket";

  private final String path;

  /**
   * @param options of the connection
   */
  public PostgresUnixSocketFactory(Properties options) {
    path = options.getProperty(PATH);
  }

  @Override
  public Socket createSocket() throws IOException {
    return new UnixSocket(path);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket();
  }
}
