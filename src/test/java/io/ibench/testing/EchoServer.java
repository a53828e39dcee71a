package io.ibench.testing;

import io.ibench.server.Ports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Answers every line with the same line; a client and its thread end together. */
final class EchoServer {

  private final ServerSocket listener;
  private final Thread acceptor;
  private final BlockingQueue<Socket> newClients = new LinkedBlockingQueue<>();
  private long totalReceived;

  EchoServer() throws IOException {
    listener = Ports.listen();
    acceptor = startDaemon(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Waits until this many bytes have arrived from all clients together. */
  synchronized void awaitTotalReceived(long bytes) throws InterruptedException {
    while (totalReceived < bytes) {
      wait();
    }
  }

  /** The next client that was not yet returned here; waits until there is one. */
  Socket nextClient() throws InterruptedException {
    return newClients.take();
  }

  /** How many clients were not yet returned by {@link #nextClient()}. */
  int waitingClients() {
    return newClients.size();
  }

  static void say(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Serves no further client. */
  void close() throws IOException, InterruptedException {
    listener.close();
    // A waiting accept can take one more client after the close: only the end of its thread ends
    // that.
    acceptor.join();
    for (Socket client : newClients) {
      client.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        if (listener.isClosed()) {
          client.close();
          return;
        }
        client.setTcpNoDelay(true);
        newClients.add(client);
        startDaemon(() -> serve(client));
      }
    } catch (IOException e) {
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket client) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try (client) {
      InputStream in = client.getInputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        line.write(buffer, 0, length);
        addReceived(length);
        if (buffer[length - 1] == '\n') {
          line.writeTo(client.getOutputStream());
          line.reset();
        }
      }
    } catch (IOException e) {
      // The client is gone; its test sees the effect.
    }
  }

  private synchronized void addReceived(int bytes) {
    totalReceived += bytes;
    notifyAll();
  }

  private static Thread startDaemon(Runnable task) {
    Thread thread = new Thread(task, "echo server");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
