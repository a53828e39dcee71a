package io.ibench.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 for test servers, below the range of outgoing connections: on a port of that
 * range, a client that tries to reach a missing server can connect to itself.
 */
final class Ports {

  private static final int LOWEST = 20_000;
  private static final int ABOVE_HIGHEST = 32_768;
  private static final int BACKLOG = 50;
  private static final int ATTEMPTS = 100;

  private Ports() {}

  /** Listens on a free port; the caller closes it. */
  static ServerSocket listen() throws IOException {
    BindException taken = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, ABOVE_HIGHEST);
      try {
        return new ServerSocket(port, BACKLOG, InetAddress.getByName("127.0.0.1"));
      } catch (BindException e) {
        taken = e;
      }
    }
    throw new IOException("no free port found", taken);
  }

  /** A port that is free now, for a server in another process. */
  static int free() throws IOException {
    try (ServerSocket socket = listen()) {
      return socket.getLocalPort();
    }
  }
}
