package io.ibench.db.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A connected unix socket as a {@link Socket}, which Java does not provide. Without TCP options.
 * For one reading and one writing thread; any thread may close it.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // close must not wait for a reader
public final class UnixSocket extends Socket {

  /** The reported size: drivers choose their own buffers by it. */
  private static final int BUFFER_BYTES = 1 << 16;

  private final SocketChannel channel;
  private final SocketInput input;
  private final OutputStream output;

  public UnixSocket(String path) throws IOException {
    try {
      channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      // Without a cause: the driver shows the innermost message, which lacks the path.
      throw new IOException(path + ": " + e.getMessage());
    }
    input = new SocketInput(Channels.newInputStream(channel), channel);
    output = Channels.newOutputStream(channel);
  }

  @Override
  public InputStream getInputStream() {
    return input;
  }

  @Override
  public OutputStream getOutputStream() {
    return output;
  }

  @Override
  public @Nullable SocketChannel getChannel() {
    return null; // streams and channel cannot both be used
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isBound() {
    return true;
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public InetAddress getInetAddress() {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public int getSoTimeout() {
    return input.timeoutMillis();
  }

  @Override
  public void setSoTimeout(int millis) throws SocketException {
    if (isClosed()) {
      throw new SocketException("the socket is closed");
    }
    input.setTimeoutMillis(millis);
  }

  @Override
  public void setTcpNoDelay(boolean on) {}

  @Override
  public void setKeepAlive(boolean on) {}

  @Override
  public int getSendBufferSize() {
    return BUFFER_BYTES;
  }

  @Override
  public int getReceiveBufferSize() {
    return BUFFER_BYTES;
  }

  @Override
  public void setSendBufferSize(int size) {}

  @Override
  public void setReceiveBufferSize(int size) {}

  @Override
  public void shutdownInput() throws IOException {
    channel.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
