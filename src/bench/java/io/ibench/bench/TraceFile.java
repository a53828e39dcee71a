package io.ibench.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The requests of one thread as a file for {@code src/bench/c/replay.c}, in the machine's order.
 */
final class TraceFile {

  /** A byte each for the operation and the count of numbers, four for the payload's length. */
  private static final int HEADER_BYTES = 6;

  private TraceFile() {}

  /** Writes all requests, in their order. */
  static void write(Requests requests, Path file) throws IOException {
    int length = 0;
    for (int i = 0; i < requests.size(); i++) {
      length += HEADER_BYTES + Long.BYTES * numbers(requests, i) + payload(requests, i).length;
    }
    ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    for (int i = 0; i < requests.size(); i++) {
      out.put(requests.operations()[i]).put((byte) numbers(requests, i));
      out.putInt(requests.payloads()[i] == null ? -1 : requests.payloads()[i].length);
      for (int n = requests.first()[i]; n < requests.first()[i + 1]; n++) {
        out.putLong(requests.numbers()[n]);
      }
      out.put(payload(requests, i));
    }
    Files.write(file, out.array());
  }

  private static int numbers(Requests requests, int request) {
    return requests.first()[request + 1] - requests.first()[request];
  }

  private static byte[] payload(Requests requests, int request) {
    byte[] payload = requests.payloads()[request];
    return payload == null ? new byte[0] : payload;
  }
}
