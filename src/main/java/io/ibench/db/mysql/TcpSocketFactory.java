package io.ibench.db.mysql;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;
import io.ibench.db.jdbc.BlockingSocket;
import java.net.Socket;

/**
 * Connects MySQL Connector/J over TCP by a {@link BlockingSocket}. The driver creates one for each
 * connection, by its name.
 */
public final class TcpSocketFactory extends StandardSocketFactory {

  @Override
  protected Socket createSocket(PropertySet options) {
    return new BlockingSocket();
  }
}
