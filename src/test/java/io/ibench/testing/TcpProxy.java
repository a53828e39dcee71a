package io.ibench.testing;

import io.ibench.server.Ports;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A proxy between a client and a server that counts the bytes and breaks connections on request.
 *
 * <p>A round trip is an answer: the first bytes of the server after a client's last, on one
 * connection, in any number of pieces. Unrequested messages of the server are no round trip, nor is
 * a client's goodbye, which may come late. Counts are complete as soon as the client has seen the
 * answer. Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {

  private final InetSocketAddress target;
  private final ServerSocket listener;
  private final Thread acceptor = daemon("proxy accept", this::accept);
  private final Gate gate = new Gate();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicLong bytesToServer = new AtomicLong();
  private final AtomicLong bytesToClient = new AtomicLong();
  private volatile Fault fault = new Fault(Long.MAX_VALUE, Long.MAX_VALUE, Break.RESET);
  private volatile long delayNanos;
  private volatile boolean refusing;

  /** How a connection breaks. The server does not notice: its side stays open. */
  public enum Break {
    /** The client's side is reset. */
    RESET,
    /** The client reads the end of the stream. */
    HALF_CLOSE
  }

  private TcpProxy(InetSocketAddress target, ServerSocket listener) {
    this.target = target;
    this.listener = listener;
  }

  /** Listens on a free port of 127.0.0.1 and forwards every connection to the server given. */
  public static TcpProxy to(String host, int port) {
    try {
      ServerSocket listener = Ports.listen();
      TcpProxy proxy = new TcpProxy(new InetSocketAddress(host, port), listener);
      proxy.acceptor.start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** The sum over all connections, also those that have ended. */
  public long roundTrips() {
    return roundTrips.get();
  }

  public long bytesToServer() {
    return bytesToServer.get();
  }

  public long bytesToClient() {
    return bytesToClient.get();
  }

  /** Counts from zero again. An answer still to come counts. */
  public void reset() {
    roundTrips.set(0);
    bytesToServer.set(0);
    bytesToClient.set(0);
  }

  /** Closes all present connections on both sides; new ones are served. */
  public void cut() {
    connections.forEach(Connection::close);
  }

  /**
   * Breaks the first connection that forwards this many bytes from now on, once. Later bytes are
   * dropped; 0 breaks it at the first byte, before that is forwarded. Bytes of other connections,
   * such as a goodbye, do not count.
   */
  public void breakAfterRequestBytes(long bytes, Break how) {
    fault = new Fault(bytes, Long.MAX_VALUE, how);
  }

  /** The same, counted in the bytes of the server. */
  public void breakAfterAnswerBytes(long bytes, Break how) {
    fault = new Fault(Long.MAX_VALUE, bytes, how);
  }

  /** Forwards no byte that is sent from now on, and keeps connections open. */
  public void stall() {
    gate.close();
  }

  /** Forwards the bytes held back, and all that follow. */
  public void resume() {
    gate.open();
  }

  /** Forwards all that is sent from now on later by this time, in both directions; 0: at once. */
  public void delay(long nanos) {
    delayNanos = nanos;
  }

  /** Ends new connections at once, until {@code false}. Present ones are served. */
  public void refuse(boolean refuses) {
    refusing = refuses;
  }

  /**
   * Drops all bytes of the present connections, and tells neither side; new ones are served. A
   * server does not notice when such a client goes.
   */
  public void silence() {
    connections.forEach(Connection::silence);
  }

  /** Closes all connections and serves no new ones. */
  @Override
  public void close() {
    closeUnchecked(listener);
    try {
      // A waiting accept can take one more client after the close: only the end of its thread ends
      // that.
      acceptor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cut();
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Connection connection = new Connection(listener.accept());
        if (refusing) {
          closeUnchecked(connection.client);
          continue;
        }
        connections.add(connection);
        daemon("proxy to server", connection::forwardRequests).start();
      }
    } catch (IOException e) {
      // Waiting for clients ends when the listener is closed.
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void closeUnchecked(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One client and its connection to the server; each direction is forwarded by one thread. */
  private final class Connection {

    private static final int BUFFER_BYTES = 65_536;

    private final Socket client;
    private final Socket server = new Socket();
    private boolean clientSpokeLast;
    private volatile boolean broken;
    private volatile boolean silent;

    Connection(Socket client) {
      this.client = client;
    }

    void forwardRequests() {
      try {
        server.connect(target);
        server.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
      } catch (IOException e) {
        // The server refuses, or the connection was cut: the client sees its end.
        close();
        return;
      }
      daemon("proxy to client", this::forwardAnswers).start();
      forward(client, server, this::countRequest);
    }

    private void forwardAnswers() {
      forward(server, client, this::countAnswer);
    }

    /** Counts before it forwards: a client that has seen an answer finds its request counted. */
    private void forward(Socket from, Socket to, ByteCounter counter) {
      boolean toServer = to == server;
      Fault counted = fault;
      long forwarded = 0;
      byte[] buffer = new byte[BUFFER_BYTES];
      try {
        int length = from.getInputStream().read(buffer);
        while (length >= 0) {
          gate.pass(client);
          hold();
          if (silent) {
            length = from.getInputStream().read(buffer);
            continue;
          }
          counter.count(length);
          Fault next = fault;
          forwarded = next == counted ? forwarded + length : length;
          counted = next;
          long rest = next.bytesLeft(toServer, forwarded);
          // Decided before a byte is dropped: only one of several connections breaks.
          boolean breaks = next.isReached(rest);
          to.getOutputStream().write(buffer, 0, breaks ? (int) Math.max(0, length + rest) : length);
          if (breaks) {
            breakClient(next.how);
            return;
          }
          length = from.getInputStream().read(buffer);
        }
        gate.pass(client);
        if (broken || silent) {
          return;
        }
        to.shutdownOutput();
        if (from.isOutputShutdown()) {
          close();
        }
      } catch (IOException e) {
        // One side is gone: the other must see that too, unless the break says otherwise.
        if (!broken && !silent) {
          close();
        }
      }
    }

    void silence() {
      silent = true;
    }

    private void hold() throws IOException {
      long nanos = delayNanos;
      if (nanos > 0) {
        try {
          TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
          throw new IOException("interrupted", e);
        }
      }
    }

    private void breakClient(Break how) throws IOException {
      broken = true;
      if (how == Break.RESET) {
        client.setSoLinger(true, 0);
        client.close();
      } else {
        client.shutdownOutput();
      }
    }

    private synchronized void countRequest(int bytes) {
      bytesToServer.addAndGet(bytes);
      clientSpokeLast = true;
    }

    private synchronized void countAnswer(int bytes) {
      bytesToClient.addAndGet(bytes);
      if (clientSpokeLast) {
        clientSpokeLast = false;
        roundTrips.incrementAndGet();
      }
    }

    void close() {
      connections.remove(this);
      closeUnchecked(client);
      closeUnchecked(server);
      gate.recheck();
    }
  }

  /** The position of the next break. */
  private static final class Fault {

    private final long toServer;
    private final long toClient;
    private final Break how;
    private final AtomicBoolean pending = new AtomicBoolean(true);

    Fault(long toServer, long toClient, Break how) {
      this.toServer = toServer;
      this.toClient = toClient;
      this.how = how;
    }

    /** How many bytes a connection has left; positive if no break is planned. */
    long bytesLeft(boolean request, long forwarded) {
      return pending.get() ? (request ? toServer : toClient) - forwarded : 1;
    }

    /** Whether to break the connection with this many bytes left; returns true once. */
    boolean isReached(long left) {
      return left <= 0 && pending.compareAndSet(true, false);
    }
  }

  private interface ByteCounter {
    void count(int bytes);
  }

  /** Blocks threads while it is closed. */
  private static final class Gate {

    private boolean closed;

    synchronized void close() {
      closed = true;
    }

    synchronized void open() {
      closed = false;
      notifyAll();
    }

    synchronized void recheck() {
      notifyAll();
    }

    /** Waits until the gate is open. Fails if the connection of this client has been closed. */
    synchronized void pass(Socket client) throws IOException {
      while (closed && !client.isClosed()) {
        try {
          wait();
        } catch (InterruptedException e) {
          throw new IOException("interrupted", e);
        }
      }
      if (client.isClosed()) {
        throw new IOException("the connection was cut");
      }
    }
  }
}
