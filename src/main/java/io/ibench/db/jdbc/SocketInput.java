package io.ibench.db.jdbc;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The input of a socket that blocks in the kernel: whatever has arrived takes one system call. For
 * one reading thread; any thread may close the socket.
 *
 * <p>Java's own read timeout costs each read two more system calls, even after it is switched off.
 * Here a read that takes too long closes the socket, which every driver does after a timeout
 * anyway.
 */
final class SocketInput extends InputStream {

  /** A driver with a buffer of its own reads at least as much at once, past this one. */
  private static final int BUFFER_BYTES = 1 << 13;

  private final InputStream input;
  private final Closeable socket;

  /** Made when it is needed: thousands of connections of drivers with buffers never do. */
  private byte[] buffer = {};

  private final byte[] single = new byte[1];
  private int next;
  private int end;
  private volatile int timeoutMillis;

  /** A call that blocks. */
  interface Blocking {
    int call() throws IOException;
  }

  /**
   * @param input of the socket
   */
  SocketInput(InputStream input, Closeable socket) {
    this.input = input;
    this.socket = socket;
  }

  /** 0: none. */
  int timeoutMillis() {
    return timeoutMillis;
  }

  /**
   * @param millis for each of the reads that follow; 0: none
   */
  void setTimeoutMillis(int millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("a timeout of " + millis + " ms");
    }
    timeoutMillis = millis;
  }

  @Override
  public int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (next == end) {
      if (length >= BUFFER_BYTES) {
        return receive(into, offset, length);
      }
      if (buffer.length == 0) {
        buffer = new byte[BUFFER_BYTES];
      }
      int received = receive(buffer, 0, BUFFER_BYTES);
      if (received < 0) {
        return received;
      }
      next = 0;
      end = received;
    }
    int count = Math.min(length, end - next);
    System.arraycopy(buffer, next, into, offset, count);
    next += count;
    return count;
  }

  private int receive(byte[] into, int offset, int length) throws IOException {
    int millis = timeoutMillis;
    return millis == 0
        ? input.read(into, offset, length)
        : within(millis, socket, "Read timed out", () -> input.read(into, offset, length));
  }

  /**
   * Makes a call that blocks and closes the socket when the time is over, which ends the call.
   *
   * @throws SocketTimeoutException with this message, when the time is over
   */
  static int within(int millis, Closeable socket, String message, Blocking blocking)
      throws IOException {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Future<?> unused =
        ended
            .orTimeout(millis, TimeUnit.MILLISECONDS)
            .whenComplete((none, late) -> end(socket, late));
    try {
      return blocking.call();
    } catch (IOException e) {
      if (ended.isCompletedExceptionally()) {
        SocketTimeoutException timeout = new SocketTimeoutException(message);
        timeout.addSuppressed(e);
        throw timeout;
      }
      throw e;
    } finally {
      ended.complete(null);
    }
  }

  private static void end(Closeable socket, Throwable late) {
    if (late == null) {
      return;
    }
    try {
      socket.close();
    } catch (IOException e) {
      // The thread that waits reports the timeout.
      return;
    }
  }

  /** What was received and not yet read: asking the kernel for more would be a system call. */
  @Override
  public int available() {
    return end - next;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
