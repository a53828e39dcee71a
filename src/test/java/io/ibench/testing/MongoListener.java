package io.ibench.testing;

import io.ibench.server.Ports;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** One server's port: a thread for each connection. */
public final class MongoListener implements AutoCloseable {

  /** Serves one connection until it ends. */
  public interface Service {
    void serve(DataInputStream in, Socket client, long connection)
        throws IOException, InterruptedException;
  }

  private static final int BUFFER_BYTES = 65_536;

  private final ServerSocket listener;
  private final Service service;
  private final Map<Socket, Thread> clients = new ConcurrentHashMap<>();
  private final AtomicLong connections;
  private final Thread acceptor = daemon("mongo accept", this::accept);

  private MongoListener(ServerSocket listener, AtomicLong connections, Service service) {
    this.listener = listener;
    this.connections = connections;
    this.service = service;
  }

  /** Listens; no client is served before {@link #start}. */
  public static MongoListener open(AtomicLong connections, Service service) throws IOException {
    return new MongoListener(Ports.listen(), connections, service);
  }

  public void start() {
    acceptor.start();
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Socket client = listener.accept();
        client.setTcpNoDelay(true);
        long connection = connections.incrementAndGet();
        Thread thread = daemon("mongo connection " + connection, () -> serve(client, connection));
        clients.put(client, thread);
        thread.start();
      }
    } catch (IOException e) {
      // Waiting for clients ends when the listener is closed.
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket client, long connection) {
    try (client) {
      DataInputStream in =
          new DataInputStream(new BufferedInputStream(client.getInputStream(), BUFFER_BYTES));
      service.serve(in, client, connection);
    } catch (IOException e) {
      // The client is gone, or was cut off; its test sees the effect.
    } catch (InterruptedException e) {
      // The server is closed while a command waits.
    } finally {
      clients.remove(client);
    }
  }

  /** Closes all present connections; new ones are served. */
  void cut() {
    clients.forEach(
        (client, thread) -> {
          thread.interrupt();
          try {
            client.close();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public void close() {
    try {
      listener.close();
      acceptor.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cut();
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
