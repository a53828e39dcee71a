package io.ibench.overhead.loopback;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Listens on 127.0.0.1 and answers each connection on a thread of its own. Thread-safe. An answered
 * read allocates nothing.
 */
public final class LoopbackServer implements AutoCloseable {

  private final ServerSocket listener;
  private final Protocol protocol;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private volatile String failure = "";

  /** What a server says. */
  public enum Product {
    MARIADB,
    MYSQL,
    POSTGRES,
    MONGODB
  }

  /** One side of a connection; called once for each connection. */
  interface Protocol {

    /** Answers until the client is gone, and then throws EOFException or returns. */
    void serve(DataInputStream in, OutputStream out) throws IOException;
  }

  private LoopbackServer(Protocol protocol) throws IOException {
    this.protocol = protocol;
    listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Begins to listen on a free port. */
  public static LoopbackServer start(Product product) throws IOException {
    return new LoopbackServer(
        switch (product) {
          case MARIADB -> new MysqlProtocol(true);
          case MYSQL -> new MysqlProtocol(false);
          case POSTGRES -> new PostgresProtocol();
          case MONGODB -> new MongoProtocol();
        });
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Why a connection was given up; empty if none was. */
  public String failure() {
    return failure;
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "ibench-loopback");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
        start(() -> serve(socket));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      protocol.serve(
          new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16)),
          socket.getOutputStream());
    } catch (EOFException | SocketException e) {
      return; // The client is gone.
    } catch (IOException | RuntimeException e) {
      failure = String.valueOf(e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
