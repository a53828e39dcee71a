package io.ibench.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * Reads a stream to its end on a separate thread, so that the caller can stop waiting: the other
 * side may hang, or never end.
 */
public final class BoundedBytes {

  private BoundedBytes() {}

  /** The complete text (ISO 8859-1); fails with an IOException when it exceeds {@code maxBytes}. */
  public static CompletableFuture<String> of(InputStream in, int maxBytes) {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> read(in, maxBytes, result), "ibench-server-host-bytes");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private static void read(InputStream in, int maxBytes, CompletableFuture<String> result) {
    try (in) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] buffer = new byte[16 << 10];
      int count;
      while ((count = in.read(buffer)) >= 0) {
        if (bytes.size() + count > maxBytes) {
          throw new IOException("it answers with more than " + (maxBytes >> 20) + " MB");
        }
        bytes.write(buffer, 0, count);
      }
      result.complete(bytes.toString(StandardCharsets.ISO_8859_1));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      result.completeExceptionally(e);
    }
  }
}
