package io.ibench.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
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

  /**
   * A port that is free now, for a server in another process. Nobody has listened on it: a socket
   * that listens does so after its close, for as long as a child process that starts just now holds
   * it.
   */
  public static int free() throws IOException {
    return ThreadLocalRandom.current()
        .ints(ATTEMPTS, LOWEST, ABOVE_HIGHEST)
        .filter(Ports::isFree)
        .findFirst()
        .orElseThrow(() -> new IOException("no free port found"));
  }

  /** Whether nobody listens on this port of 127.0.0.1. */
  public static boolean isFree(int port) {
    try (SocketChannel socket = SocketChannel.open()) {
      socket
          .setOption(StandardSocketOptions.SO_REUSEADDR, true)
          .bind(new InetSocketAddress(localhost(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, BACKLOG, localhost());
  }

  private static InetAddress localhost() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }
}
