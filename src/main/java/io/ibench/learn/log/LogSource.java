package io.ibench.learn.log;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file of a log, or standard input, whose beginning is known. */
final class LogSource {

  /** Format and version are found in so many bytes. */
  static final int BEGINNING = 64 << 10;

  private static final int COMPRESSED = 64 << 10;

  /** Stands for standard input. */
  static final String STANDARD_INPUT = "-";

  private final Path path;
  private final InputStream standardInput;

  /** Its first bytes, without compression. */
  private byte[] beginning = new byte[0];

  private InputStream rest = InputStream.nullInputStream();

  private LogSource(Path path, InputStream standardInput) {
    this.path = path;
    this.standardInput = standardInput;
  }

  static LogSource of(Path path, InputStream standardInput) throws IOException {
    LogSource source = new LogSource(path, standardInput);
    InputStream input = source.uncompressed();
    try {
      source.beginning = input.readNBytes(BEGINNING);
    } finally {
      if (source.isStandardInput()) {
        source.rest = input;
      } else {
        input.close();
      }
    }
    return source;
  }

  /** As messages call it. */
  String name() {
    return isStandardInput() ? "standard input" : path.toString();
  }

  byte[] beginning() {
    return beginning;
  }

  private boolean isStandardInput() {
    return path.toString().equals(STANDARD_INPUT);
  }

  /** From its first byte. Standard input can be opened once. */
  InputStream open() throws IOException {
    return isStandardInput()
        ? new SequenceInputStream(new ByteArrayInputStream(beginning), rest)
        : uncompressed();
  }

  private InputStream uncompressed() throws IOException {
    InputStream input = isStandardInput() ? standardInput : Files.newInputStream(path);
    byte[] magic = input.readNBytes(2);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(magic), input);
    return Arrays.equals(magic, new byte[] {0x1f, (byte) 0x8b})
        ? new GZIPInputStream(whole, COMPRESSED)
        : whole;
  }

  /** One line for the user. */
  static String mistake(String name, IOException failure) {
    if (failure instanceof EOFException || failure instanceof ZipException) {
      return name + ": the compressed data is damaged or ends early; right: a whole .gz file";
    }
    return name + ": cannot be read: " + failure;
  }
}
