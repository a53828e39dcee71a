package io.ibench.series;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Limits the length of lines: a file of one line may be larger than the memory. Not thread-safe.
 */
public final class LineLimit extends FilterReader {

  private static final int BUFFER = 1 << 16;
  private static final int SMALL_BUFFER = 1 << 12;

  /** As many as the decoder of {@link #openOfMany} reads: the file is opened for each part. */
  private static final int PART_BYTES = 1 << 13;

  /** Lines of results have some thousands of characters. */
  public static final int MAX_CHARACTERS = 1 << 20;

  private final Path file;
  private long sinceLineEnd;

  LineLimit(Reader in, Path file) {
    super(in);
    this.file = file;
  }

  /**
   * Opens a file of a result. Refuses anything but a regular file: a pipe would block its reader.
   */
  public static BufferedReader open(Path file, Charset charset) throws IOException {
    return new BufferedReader(
        new LineLimit(new InputStreamReader(bytes(file), charset), file), BUFFER);
  }

  private static InputStream bytes(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + " is not a file");
    }
    return Files.newInputStream(file);
  }

  /** The same as bytes. */
  static ByteLines openBytes(Path file) throws IOException {
    return new ByteLines(bytes(file), file, BUFFER);
  }

  /**
   * Opens a file of which many are read at the same time: it is open only while a part of it is
   * read, and its buffers take some kilobytes.
   */
  public static BufferedReader openOfMany(Path file, Charset charset) throws IOException {
    Reader parts = new InputStreamReader(parts(file), charset);
    return new BufferedReader(new LineLimit(parts, file), SMALL_BUFFER);
  }

  private static InputStream parts(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return new Parts(file);
  }

  /** The same as bytes. */
  static ByteLines openBytesOfMany(Path file) throws IOException {
    return new ByteLines(parts(file), file, PART_BYTES);
  }

  /** The bytes of a file, which is opened anew for each part. */
  private static final class Parts extends InputStream {

    private final Path file;
    private long position;

    Parts(Path file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try (SeekableByteChannel bytes = Files.newByteChannel(file)) {
        bytes.position(position);
        int count = bytes.read(ByteBuffer.wrap(into, offset, length));
        position += Math.max(0, count);
        return count;
      }
    }
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    int behind = 0;
    while (behind < count && !isLineEnd(into[offset + count - 1 - behind])) {
      behind++;
    }
    sinceLineEnd = behind < count ? behind : sinceLineEnd + Math.max(0, count);
    if (sinceLineEnd > MAX_CHARACTERS) {
      throw tooLong(file);
    }
    return count;
  }

  static IOException tooLong(Path file) {
    return new IOException(
        String.format(
            Locale.ROOT, "%s has a line of more than %,d characters", file, MAX_CHARACTERS));
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }
}
