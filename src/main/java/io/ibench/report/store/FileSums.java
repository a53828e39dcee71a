package io.ibench.report.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Checksums (CRC-32C) of files that grow. Each byte is read once, right after it was written.
 * Confined to one thread.
 */
final class FileSums {

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path folder;
  private final Map<String, Prefix> prefixes = new HashMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

  FileSums(Path folder) {
    this.folder = folder;
  }

  /** What is read of a file. */
  private static final class Prefix {
    private final CRC32C sum = new CRC32C();
    private long bytes;
  }

  /**
   * The checksums of the first bytes of files, in hexadecimal digits.
   *
   * @param lengths of the parts, by file; never less than before
   * @throws IOException also when a file is shorter
   */
  Map<String, String> of(Map<String, Number> lengths) throws IOException {
    Map<String, String> sums = new LinkedHashMap<>();
    for (Map.Entry<String, Number> length : lengths.entrySet()) {
      sums.put(length.getKey(), of(length.getKey(), length.getValue().longValue()));
    }
    return sums;
  }

  private String of(String name, long length) throws IOException {
    Prefix prefix = prefixes.computeIfAbsent(name, none -> new Prefix());
    if (prefix.bytes < length) {
      try (FileChannel channel = FileChannel.open(folder.resolve(name), StandardOpenOption.READ)) {
        channel.position(prefix.bytes);
        read(channel, prefix, length);
      }
    }
    return text(prefix.sum.getValue());
  }

  private void read(FileChannel channel, Prefix prefix, long length) throws IOException {
    while (prefix.bytes < length) {
      buffer.clear();
      buffer.limit((int) Math.min(buffer.capacity(), length - prefix.bytes));
      int count = channel.read(buffer);
      if (count < 0) {
        throw new IOException("ends after " + prefix.bytes + " of " + length + " bytes");
      }
      prefix.sum.update(buffer.flip());
      prefix.bytes += count;
    }
  }

  /** The checksum of these bytes. */
  static String of(byte[] bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    return text(sum.getValue());
  }

  private static String text(long sum) {
    return String.format(Locale.ROOT, "%08x", sum);
  }

  /**
   * Why the first bytes of a file are not those that the position counted; empty if they are.
   *
   * @param name one of {@link PositionWriter#FILES}
   */
  static Optional<String> difference(Path folder, String name, Position position) {
    long length = position.length(name);
    String sum = position.sums().get(name);
    try {
      Path file = folder.resolve(name);
      long found = Files.isRegularFile(file) ? Files.size(file) : 0;
      if (found < length) {
        return Optional.of(
            "has " + found + " bytes, but had " + length + " when the run wrote its position");
      }
      boolean same = sum == null || sum.equals(new FileSums(folder).of(name, length));
      return same
          ? Optional.empty()
          : Optional.of("was changed, or is damaged: its checksum differs");
    } catch (IOException e) {
      return Optional.of("cannot be read: " + WriteFailure.reason(e));
    }
  }
}
