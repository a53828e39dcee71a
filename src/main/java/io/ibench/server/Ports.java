package io.ibench.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 for servers, below the range of outgoing connections: on a port of that range,
 * a client that tries to reach a missing server can connect to itself. Stateless.
 */
public final class Ports {

  private static final int LOWEST = 20_000;
  private static final int ABOVE_HIGHEST = 32_768;
  private static final int BACKLOG = 50;
  private static final int ATTEMPTS = 100;

  private Ports() {}

  /** Listens on a free port; the caller closes it. */
  public static ServerSocket listen() throws IOException {
    BindException taken = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return listen(ThreadLocalRandom.current().nextInt(LOWEST, ABOVE_HIGHEST));
      } catch (BindException e) {
        taken = e;
      }
    }
    throw new IOException("no free port found", taken);
  }

  /** A port that is free now, for a server in another process. */
  public static int free() throws IOException {
    try (ServerSocket socket = listen()) {
      return socket.getLocalPort();
    }
  }

  /** Whether nobody listens on this port of 127.0.0.1. */
  public static boolean isFree(int port) {
    try (ServerSocket socket = listen(port)) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, BACKLOG, InetAddress.getByName("127.0.0.1"));
  }
}
