package io.ibench.db.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/**
 * A TCP socket that reads with one system call for each answer. A {@link Socket} that has once had
 * a timeout, for the connect or for a read, needs three: read, poll, read. Timeouts are kept; one
 * that is over closes the socket. For one reading and one writing thread; any thread may close it.
 */
public final class BlockingSocket extends Socket {

  /** Null until the first use. */
  private @Nullable SocketInput input;

  /** Of reads, until there is an input. */
  private int timeoutMillis;

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int millis) throws IOException {
    if (millis == 0) {
      super.connect(endpoint, 0);
      return;
    }
    SocketInput.within(
        millis,
        this,
        "Connect timed out",
        () -> {
          super.connect(endpoint, 0);
          return 0;
        });
  }

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    InputStream plain = super.getInputStream(); // fails when the socket is closed
    if (input == null) {
      input = new SocketInput(plain, this);
      input.setTimeoutMillis(timeoutMillis);
    }
    return input;
  }

  @Override
  public synchronized void setSoTimeout(int millis) throws SocketException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (input != null) {
      input.setTimeoutMillis(millis);
    }
    timeoutMillis = millis;
  }

  @Override
  public synchronized int getSoTimeout() {
    return timeoutMillis;
  }
}
