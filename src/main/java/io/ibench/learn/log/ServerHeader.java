package io.ibench.learn.log;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The three lines that MariaDB and MySQL begin a log with, also after it has been rotated. */
final class ServerHeader {

  private static final byte[] VERSION = Bytes.of(", Version: ");
  private static final byte[] STARTED = Bytes.of("started with:");
  private static final byte[] PORT = Bytes.of("Tcp port: ");
  private static final byte[] COLUMNS = Bytes.of("Time  ");
  private static final byte[] COLUMNS_OF_MARIADB = Bytes.of("Time\t");

  private ServerHeader() {}

  /** Whether a line is the first of the three. */
  static boolean isFirst(byte[] bytes, int from, int to) {
    return Bytes.endsWith(bytes, from, to, STARTED) && Bytes.find(bytes, from, to, VERSION) > 0;
  }

  /** Whether a line is the second or third one. */
  static boolean isPart(byte[] bytes, int from, int to) {
    return Bytes.startsWith(bytes, from, to, PORT)
        || Bytes.startsWith(bytes, from, to, COLUMNS)
        || Bytes.startsWith(bytes, from, to, COLUMNS_OF_MARIADB);
  }

  /** The version in the first line, or nothing. */
  static Optional<String> version(byte[] bytes, int from, int to) {
    if (!isFirst(bytes, from, to)) {
      return Optional.empty();
    }
    int begin = Bytes.find(bytes, from, to, VERSION) + VERSION.length;
    String text = new String(bytes, begin, to - begin, StandardCharsets.ISO_8859_1);
    int end = text.indexOf(". started with:");
    return Optional.of(end < 0 ? text : text.substring(0, end));
  }
}
