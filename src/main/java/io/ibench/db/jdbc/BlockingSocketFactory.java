package io.ibench.db.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Makes {@link BlockingSocket}s. Drivers create it by its name. Stateless. */
public final class BlockingSocketFactory extends SocketFactory {

  @Override
  public Socket createSocket() {
    return new BlockingSocket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket(InetAddress.getByName(host), port);
  }

  @Override
  public Socket createSocket(String host, int port, @Nullable InetAddress local, int localPort)
      throws IOException {
    return createSocket(InetAddress.getByName(host), port, local, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket(host, port, null, 0);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, @Nullable InetAddress local, int localPort)
      throws IOException {
    Socket socket = createSocket();
    try {
      if (local != null) {
        socket.bind(new InetSocketAddress(local, localPort));
      }
      socket.connect(new InetSocketAddress(host, port));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
